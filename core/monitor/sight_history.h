// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/clock.h"

#include <cstddef>
#include <vector>

namespace millrace::monitor {

/// The last sights of one link or node, and what older ones add up to. `Sums` has add(const Sight&, double span), where
/// `span` is the time since the sight before in s, and fade(double) for all its members.
template <typename Sight, typename Sums>
class SightHistory
{
public:
    static constexpr std::size_t window = 128; ///< sights remembered
    static constexpr double forgetting = 0.99; ///< weight of older ones, for each further one

    struct Split
    {
        Sums before;
        Sums since;
    };

    void take(const Sight& sight)
    {
        const double span = m_last > Nanoseconds(0) ? std::chrono::duration<double>(sight.wall - m_last).count() : 0;
        m_last = sight.wall;
        const Entry entry{sight, span > 0 && span < longestSpan ? span : 0};
        if (m_ring.size() < window) {
            m_ring.push_back(entry);
            return;
        }
        m_old.fade(forgetting);
        m_old.add(m_ring[m_next].sight, m_ring[m_next].span);
        m_ring[m_next] = entry;
        m_next = (m_next + 1) % window;
    }
    [[nodiscard]] Split split(Nanoseconds onset) const
    {
        Split split{m_old, {}};
        for (const Entry& entry : m_ring)
            (entry.sight.wall < onset ? split.before : split.since).add(entry.sight, entry.span);
        return split;
    }

private:
    static constexpr double longestSpan = 10; // s; a longer one is a pause of the sampling
    struct Entry
    {
        Sight sight;
        double span = 0;
    };
    std::vector<Entry> m_ring;
    std::size_t m_next = 0;
    Sums m_old;
    Nanoseconds m_last{0};
};

} // namespace millrace::monitor
