// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/crosstraffic/flow_set.h"
#include "core/crosstraffic/pacer.h"
#include "core/crosstraffic/traffic_wire.h"

namespace millrace::crosstraffic {

/// Flows over UDP, each from its own port. Datagrams have flow, number and time. The receiver reports every 100 ms and
/// at the end. Without a rate, and at high rates, batches are cut into datagrams by the kernel (UDP_SEGMENT, Linux
/// 4.18), or sent one by one without support.
class UdpFlows final : public FlowSet
{
public:
    UdpFlows(SenderState& state, std::uint32_t run);

    [[nodiscard]] bool mayBegin() const override { return m_active < m_state.descriptors; }
    void begin(std::uint32_t index, Nanoseconds planned) override;
    void ready(std::uint64_t key, std::uint32_t events) override;
    [[nodiscard]] Nanoseconds nextDue() override { return m_due.first(); }
    void run(Nanoseconds now) override;
    void repace(double bitsPerSecond) override;
    void endEndless() override;
    void cut() override;
    [[nodiscard]] std::size_t active() const override { return m_active; }
    [[nodiscard]] FlowTotals totals(bool refresh) override;

private:
    struct Slot
    {
        std::uint64_t key = 0;
        UniqueFd fd;
        std::uint32_t flow = 0;
        bool paced = false;
        bool listening = false; ///< polls for room to write
        bool segments = true; ///< the kernel cuts
        bool over = false; ///< all sent; waits for the last report
        std::uint64_t size = 0; ///< payload; 0: endless
        std::uint64_t sent = 0; ///< payload
        std::uint64_t datagrams = 0;
        DatagramCounts told; ///< by the receiver
        bool answered = false;
        Nanoseconds begun{0};
        Nanoseconds due{0};
        Nanoseconds lastSent{0};
        Nanoseconds giveUp{0};
        Pacer pacer;
    };

    [[nodiscard]] bool open(Slot& slot, const Flow& flow) const;
    void start(Slot& slot);
    void schedule(Slot& slot, Nanoseconds due);
    void listen(Slot& slot, bool forRoom);
    void sendPaced(Slot& slot, Nanoseconds now);
    void sendFast(Slot& slot);
    /// Returns the datagrams sent; 0: no room, or the flow is over or failed.
    [[nodiscard]] int send(Slot& slot, int count);
    [[nodiscard]] std::int64_t sendTogether(Slot& slot, std::size_t bytes, int count);
    std::size_t fill(const Slot& slot, int count, Nanoseconds now);
    void finish(Slot& slot);
    void askForReport(Slot& slot);
    void readReports(Slot& slot);
    void end(Slot& slot, FlowEnd how, std::string error);

    SenderState& m_state;
    std::uint32_t m_run = 0;
    std::size_t m_datagram = 0;
    SlotTable<Slot> m_slots;
    DueQueue m_due;
    std::vector<unsigned char> m_buffer;
    std::size_t m_active = 0;
    FlowTotals m_ended;
};

} // namespace millrace::crosstraffic
