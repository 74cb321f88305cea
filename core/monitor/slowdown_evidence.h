// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/monitor/link_blame.h"

#include <optional>
#include <vector>

namespace millrace::monitor {

/// Evidence shared by all detectors: keeps the last steps and samples of links and nodes, and completes an alarm from
/// them. One thread; memory for `window` steps and, of each link and node, as LinkBlame.
class SlowdownEvidence
{
public:
    explicit SlowdownEvidence(int ranks);
    void take(const StepSight& step);
    void take(const LinkSample& sight) { m_links.take(sight); }
    void take(const NodeSight& sight) { m_links.take(sight); }
    /// Fills in wall times and the sentence; of a raise also the cause and, if missing, the size (median of the
    /// iterations since the onset ÷ median of those before − 1).
    void complete(Alarm& alarm) const;
    /// Determines the cause of a raise that is otherwise complete, and adds it to the sentence. In this order: workers
    /// stopped by a signal, workers with more computation, load and losses found by LinkBlame, workers that waited for
    /// a processor, and round trips. Workers must explain half of the growth of the iterations (stops, which are
    /// sampled: 0.3 of it). Replaces the previous cause, so it may be called again with more evidence.
    void blame(Alarm& alarm) const;

    static constexpr std::size_t window = 256;

private:
    struct Step
    {
        std::int64_t iteration = 0;
        Nanoseconds wall{0};
        double time = 0;
    };
    [[nodiscard]] Nanoseconds wallOf(std::int64_t iteration) const;
    /// Median of `value(position in the rings)` over the steps before, or since the onset.
    template <typename Value>
    [[nodiscard]] double medianOf(std::int64_t onset, bool since, Value value) const;
    /// Iterations before and since the onset, s.
    struct Growth
    {
        double before = 0;
        double since = 0;
        [[nodiscard]] double by() const { return since - before; }
    };
    [[nodiscard]] Growth growthOf(const Alarm& alarm) const;
    [[nodiscard]] std::optional<Blame> stoppedWorkers(const Alarm& alarm, const Growth& growth) const;
    [[nodiscard]] std::optional<Blame> starvedWorkers(const Alarm& alarm, const Growth& growth) const;
    [[nodiscard]] std::optional<Blame> slowWorkers(const Alarm& alarm, const Growth& growth) const;
    [[nodiscard]] Blame find(const Alarm& alarm) const;

    std::size_t m_ranks;
    std::vector<Step> m_steps; ///< a ring
    std::vector<double> m_compute; ///< by position in the ring × rank
    std::size_t m_next = 0;
    LinkBlame m_links;
};

} // namespace millrace::monitor
