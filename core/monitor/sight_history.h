// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/clock.h"

#include <cstddef>
#include <vector>

namespace millrace::monitor {

/// Samples of one link or node: the last ones individually, older ones summed in buckets that get wider with age, so
/// that the time before an onset can be separated from the time since, however late the alarm is. `Sums` has add(const
/// Sight&, double span), where `span` is the time since the previous sample in s, and merge(const Sums&).
template <typename Sight, typename Sums>
class SightHistory
{
public:
    static constexpr std::size_t window = 128; ///< samples kept individually
    static constexpr std::size_t bucketSights = 16; ///< of a new bucket
    static constexpr std::size_t mostBuckets = 64;

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
        age(m_ring[m_next]);
        m_ring[m_next] = entry;
        m_next = (m_next + 1) % window;
    }

    [[nodiscard]] Split split(Nanoseconds onset) const
    {
        Split split;
        for (const Bucket& bucket : m_buckets)
            if (bucket.last < onset)
                split.before.merge(bucket.sums);
            else if (bucket.first >= onset)
                split.since.merge(bucket.sums);
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
    struct Bucket
    {
        Nanoseconds first{0};
        Nanoseconds last{0};
        std::size_t count = 0;
        Sums sums;
    };

    void age(const Entry& entry)
    {
        if (m_buckets.empty() || m_buckets.back().count >= bucketSights) {
            if (m_buckets.size() >= mostBuckets)
                halve();
            m_buckets.push_back({entry.sight.wall, {}, 0, {}});
        }
        Bucket& newest = m_buckets.back();
        newest.last = entry.sight.wall;
        newest.sums.add(entry.sight, entry.span);
        ++newest.count;
    }

    void halve()
    {
        for (std::size_t i = 0; 2 * i + 1 < m_buckets.size(); ++i) {
            Bucket merged = m_buckets[2 * i];
            merged.last = m_buckets[2 * i + 1].last;
            merged.count += m_buckets[2 * i + 1].count;
            merged.sums.merge(m_buckets[2 * i + 1].sums);
            m_buckets[i] = merged;
        }
        m_buckets.resize(m_buckets.size() / 2);
    }

    std::vector<Entry> m_ring;
    std::size_t m_next = 0;
    std::vector<Bucket> m_buckets; ///< by time
    Nanoseconds m_last{0};
};

} // namespace millrace::monitor
