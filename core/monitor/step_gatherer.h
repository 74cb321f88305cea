// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/monitor/detector.h"
#include "core/monitor/iteration_event.h"

#include <map>
#include <vector>

namespace millrace::monitor {

/// Joins the reports of the ranks about the same iteration. Returns an iteration when all ranks have reported it, or
/// when one that is `patience` later has begun, then with NaN for the missing ones; ranks missing three times in a row
/// are not waited for until they report again. Iterations come out in order; late reports are counted and discarded. A
/// restart of the numbers far below means a new session. Warm-up is left out. Without a duration the time per sample is
/// used, which grows by the same share. One thread.
class StepGatherer
{
public:
    explicit StepGatherer(int ranks);
    [[nodiscard]] std::vector<StepSight> take(const IterationEvent& event);
    /// Returns the incomplete ones, at the end of the job.
    [[nodiscard]] std::vector<StepSight> rest();
    [[nodiscard]] std::int64_t late() const noexcept { return m_late; } ///< discarded events

    static constexpr std::int64_t patience = 16;
    static constexpr std::size_t mostOpen = 64;

private:
    struct Open
    {
        StepSight sight;
        std::vector<bool> told;
    };
    [[nodiscard]] bool isComplete(const Open& open) const;
    void handOn(std::vector<StepSight>& out);
    Open& open(std::int64_t iteration);

    std::size_t m_ranks;
    std::map<std::int64_t, Open> m_open;
    std::vector<int> m_missing; ///< by rank: consecutive iterations without it
    std::int64_t m_next = 0; ///< first iteration that was not yet returned
    std::int64_t m_late = 0;
};

} // namespace millrace::monitor
