// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/crosstraffic/flow_log.h"
#include "core/crosstraffic/precise_wait.h"
#include "core/crosstraffic/traffic_order.h"
#include "core/crosstraffic/traffic_socket.h"

#include <cerrno>
#include <optional>
#include <queue>
#include <vector>

namespace millrace::crosstraffic {

/// State shared by all flows of a sender.
struct SenderState
{
    const TrafficOrder& order;
    PreciseWait& wait;
    std::vector<SocketAddress> targets; ///< as in the order
    std::optional<SocketAddress> source;
    Nanoseconds wallOffset{0}; ///< wall − monotonic, sampled once
    double endlessBitsPerSecond = 0; ///< of endless flows; 0: not paced
    std::size_t descriptors = 1; ///< limit of concurrent flows
    std::vector<FlowRecord> records; ///< by flow index

    /// Pacing rate of a flow in bit/s; 0: not paced.
    [[nodiscard]] double rateOf(const Flow& flow) const noexcept
    {
        return flow.bytes == 0 ? endlessBitsPerSecond : order.flowBitsPerSecond;
    }
};

/// Whether the same send or receive may succeed after this errno.
[[nodiscard]] constexpr bool isPassing(int error) noexcept
{
    return error == EAGAIN || error == EINTR || error == ENOBUFS;
}

struct FlowTotals
{
    std::uint64_t sent = 0; ///< payload, passed to the kernel
    std::uint64_t acked = 0;
};

/// Active flows of one sender over one transport. Times are of the monotonic clock.
class FlowSet
{
public:
    virtual ~FlowSet() = default;
    /// Whether this machine can bear another active flow; otherwise the next one has to wait.
    [[nodiscard]] virtual bool mayBegin() const = 0;
    /// Begins flow `index` of the order and appends its record.
    virtual void begin(std::uint32_t index, Nanoseconds planned) = 0;
    virtual void ready(std::uint64_t key, std::uint32_t events) = 0;
    /// Time of the next run(); Nanoseconds::max(): not before an event.
    [[nodiscard]] virtual Nanoseconds nextDue() = 0;
    virtual void run(Nanoseconds now) = 0;
    /// Changes the rate of paced endless flows, bit/s each.
    virtual void repace(double /*bitsPerSecond*/) { }
    /// Ends endless flows.
    virtual void endEndless() = 0;
    /// Ends all flows.
    virtual void cut() = 0;
    /// Number of flows that did not end yet.
    [[nodiscard]] virtual std::size_t active() const = 0;
    /// Totals since the beginning; `refresh` queries the kernel about each active flow.
    [[nodiscard]] virtual FlowTotals totals(bool refresh) = 0;
};

/// Due times of slots, the earliest first. Entries of slots that were reused since are recognised by their key.
class DueQueue
{
public:
    void push(Nanoseconds due, std::uint64_t key) { m_heap.push({due, key}); }
    [[nodiscard]] bool empty() const { return m_heap.empty(); }
    [[nodiscard]] Nanoseconds first() const { return m_heap.empty() ? Nanoseconds::max() : m_heap.top().due; }
    std::uint64_t pop()
    {
        const std::uint64_t key = m_heap.top().key;
        m_heap.pop();
        return key;
    }

private:
    struct Entry
    {
        Nanoseconds due;
        std::uint64_t key;
        bool operator<(const Entry& other) const noexcept { return due > other.due; }
    };
    std::priority_queue<Entry> m_heap;
};

/// Flows by a key that is never 0 and never reused while events of the old flow may be pending.
template <typename Slot>
class SlotTable
{
public:
    [[nodiscard]] std::uint64_t take()
    {
        if (m_free.empty()) {
            m_free.push_back(static_cast<std::uint32_t>(m_slots.size()));
            m_slots.emplace_back();
        }
        const std::uint32_t at = m_free.back();
        m_free.pop_back();
        m_slots[at].key = (std::uint64_t(++m_generation) << 32) | at;
        return m_slots[at].key;
    }
    void release(std::uint64_t key)
    {
        if (Slot* slot = find(key)) {
            *slot = Slot();
            m_free.push_back(static_cast<std::uint32_t>(key));
        }
    }
    /// Null: gone.
    [[nodiscard]] Slot* find(std::uint64_t key)
    {
        const auto at = static_cast<std::uint32_t>(key);
        return at < m_slots.size() && m_slots[at].key == key ? &m_slots[at] : nullptr;
    }
    [[nodiscard]] std::size_t size() const { return m_slots.size(); }
    /// Returns a slot by index; its key is 0 if it is free.
    [[nodiscard]] Slot& at(std::size_t place) { return m_slots[place]; }

private:
    std::vector<Slot> m_slots;
    std::vector<std::uint32_t> m_free;
    std::uint32_t m_generation = 0;
};

} // namespace millrace::crosstraffic
