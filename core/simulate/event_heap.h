// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstdint>
#include <limits>
#include <vector>

namespace millrace::simulate {

/// Events that are closer to each other, relative to the time, are one instant: symmetric ones differ by rounding only,
/// and the shares are worked out once.
inline constexpr double instant = 1e-12;

/// Binary heap of the next time of numbered things, each of which is in it once at most and may be moved.
class EventHeap
{
public:
    explicit EventHeap(std::size_t things) : m_places(things, nowhere) { }

    /// At least so many things from now on.
    void grow(std::size_t things)
    {
        if (things > m_places.size())
            m_places.resize(things, nowhere);
    }
    [[nodiscard]] bool empty() const noexcept { return m_heap.empty(); }
    [[nodiscard]] bool has(std::uint32_t thing) const { return m_places[thing] != nowhere; }
    [[nodiscard]] double time() const { return m_heap.front().time; }
    [[nodiscard]] std::uint32_t thing() const { return m_heap.front().thing; }
    /// Adds a thing, or moves it to another time.
    void set(std::uint32_t thing, double time)
    {
        std::size_t place = m_places[thing];
        if (place == nowhere) {
            place = m_heap.size();
            m_heap.push_back({});
        }
        m_heap[place] = {time, thing};
        settle(place);
    }
    void remove(std::uint32_t thing)
    {
        if (!has(thing))
            return;
        const std::size_t place = m_places[thing];
        m_places[thing] = nowhere;
        const Entry last = m_heap.back();
        m_heap.pop_back();
        if (place == m_heap.size())
            return;
        m_heap[place] = last;
        settle(place);
    }

private:
    static constexpr std::uint32_t nowhere = std::numeric_limits<std::uint32_t>::max();
    struct Entry
    {
        double time = 0;
        std::uint32_t thing = 0;
    };

    void put(std::size_t place, const Entry& entry)
    {
        m_heap[place] = entry;
        m_places[entry.thing] = static_cast<std::uint32_t>(place);
    }
    void settle(std::size_t place)
    {
        const Entry entry = m_heap[place];
        while (place > 0 && entry.time < m_heap[(place - 1) / 2].time) {
            put(place, m_heap[(place - 1) / 2]);
            place = (place - 1) / 2;
        }
        for (;;) {
            std::size_t child = 2 * place + 1;
            if (child + 1 < m_heap.size() && m_heap[child + 1].time < m_heap[child].time)
                ++child;
            if (child >= m_heap.size() || m_heap[child].time >= entry.time)
                break;
            put(place, m_heap[child]);
            place = child;
        }
        put(place, entry);
    }

    std::vector<Entry> m_heap;
    std::vector<std::uint32_t> m_places; ///< in the heap, by thing
};

} // namespace millrace::simulate
