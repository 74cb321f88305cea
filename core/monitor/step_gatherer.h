// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/monitor/detector.h"
#include "core/monitor/iteration_event.h"

#include <map>
#include <vector>

namespace millrace::monitor {

/// Puts together what the ranks tell about the same iteration. An iteration is handed on when all ranks have told it,
/// or when one that is `patience` later has begun, then with NaN for the missing ones; ranks that lacked three times
/// running are not waited for until they are heard again. Iterations come out in order; what comes after its iteration
/// went out is counted and thrown away. Numbers that begin anew far below mean a new session. Warm-up is left out.
/// Without a duration the time for one sample stands in, which grows by the same share. One thread.
class StepGatherer
{
public:
    explicit StepGatherer(int ranks);
    [[nodiscard]] std::vector<StepSight> take(const IterationEvent& event);
    /// What is still incomplete, at the end of the job.
    [[nodiscard]] std::vector<StepSight> rest();
    [[nodiscard]] std::int64_t late() const noexcept { return m_late; } ///< events thrown away

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
    std::vector<int> m_missing; ///< by rank: iterations running that went out without it
    std::int64_t m_next = 0; ///< the first iteration that has not gone out
    std::int64_t m_late = 0;
};

} // namespace millrace::monitor
