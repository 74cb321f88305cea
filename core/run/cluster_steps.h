// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/run/workload_record.h"

#include <string>
#include <vector>

namespace millrace::run {

/// One measured step of the whole cluster.
struct ClusterStep
{
    Nanoseconds begin = Nanoseconds::max(); ///< of the first rank
    Nanoseconds end{0}; ///< of the last rank
    double duration = 0; ///< s, of the slowest rank
    double communication = 0; ///< s, of the rank with the longest communication; NaN: a rank does not report it
    double compute = 0; ///< likewise
    double samples = 0; ///< of all ranks that report them
    int ranks = 0;
    bool ofMembers = false; ///< the ranks are those that took part just then; else all must have finished the step
};

/// Measured steps that every reporting rank finished, in order; without warm-up. Where the members change, those that
/// one of them finished.
struct ClusterSteps
{
    std::vector<ClusterStep> all;
    int reporters = 0; ///< ranks, or processes without a rank, that report steps
    int untimed = 0; ///< further steps that all of them finished, without a time
    bool timedByLines = false; ///< times are from line to line, see monitor::StepClock
    bool buffered = false; ///< … or would be: most lines arrived in batches, so no time is known
    std::vector<double> rates; ///< samples/s of one rank, if the framework prints rates instead of times

    /// Whether the members change: the sums of a step are of all that took part.
    [[nodiscard]] bool areOfMembers() const;
    /// Workers of a step, of so many in the plan; 0: not the same in all steps.
    [[nodiscard]] int workers(int planned) const;
    [[nodiscard]] std::vector<double> column(double ClusterStep::*member) const;
    /// Number of steps that all reporters finished.
    [[nodiscard]] int count() const { return static_cast<int>(all.size()) + untimed; }
    /// Returns the source of the step times, "; …", to be appended to a sentence; empty: from the lines' own figures.
    [[nodiscard]] std::string sourceText() const;
};
[[nodiscard]] ClusterSteps clusterSteps(const WorkloadRecord& record);

} // namespace millrace::run
