// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/monitor/link_blame.h"

#include <vector>

namespace millrace::monitor {

/// What all detectors share: remembers the last steps and what the links did, and completes an alarm by what they
/// tell. One thread; memory for `window` steps and of each link as LinkBlame says.
class SlowdownEvidence
{
public:
    explicit SlowdownEvidence(int ranks);
    void take(const StepSight& step);
    void take(const LinkSight& sight) { m_links.take(sight); }
    /// Fills in wall times and the sentence; of a raise also, where they are missing, size (median of the iterations
    /// since the onset ÷ median of those before − 1), workers and link. Workers are named when their own computing grew
    /// by half of what the iterations grew; else the link that LinkBlame finds.
    void complete(Alarm& alarm) const;

    static constexpr std::size_t window = 256;

private:
    struct Step
    {
        std::int64_t iteration = 0;
        Nanoseconds wall{0};
        double time = 0;
    };
    [[nodiscard]] Nanoseconds wallOf(std::int64_t iteration) const;
    /// Median of what `value(position in the rings)` gives for the steps before, or since the onset.
    template <typename Value>
    [[nodiscard]] double medianOf(std::int64_t onset, bool since, Value value) const;
    [[nodiscard]] std::vector<int> slowWorkers(const Alarm& alarm) const;
    void blame(Alarm& alarm, std::string& why) const;

    std::size_t m_ranks;
    std::vector<Step> m_steps; ///< a ring
    std::vector<double> m_compute; ///< by position in the ring × rank
    std::size_t m_next = 0;
    LinkBlame m_links;
};

} // namespace millrace::monitor
