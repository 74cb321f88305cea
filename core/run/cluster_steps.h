// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/run/workload_run.h"

#include <string>
#include <vector>

namespace millrace::run {

/// One measured step of the whole cluster.
struct ClusterStep
{
    Nanoseconds begin = Nanoseconds::max(); ///< of the first rank
    Nanoseconds end{0}; ///< of the last rank
    double duration = 0; ///< s, of the slowest rank
    double communication = 0; ///< s, of the rank that communicated longest; NaN: a rank does not say
    double compute = 0; ///< likewise
    double samples = 0; ///< of all ranks that say
    int ranks = 0;
};

/// The measured steps that every rank finished of those that report steps, in order; without warm-up.
struct ClusterSteps
{
    std::vector<ClusterStep> all;
    int reporters = 0; ///< ranks, or processes that tell no rank, that report steps
    int untimed = 0; ///< further steps that all of them finished, without a time
    bool timedByLines = false; ///< times are from line to line, see monitor::StepClock
    bool buffered = false; ///< … or would be: most lines came many at once, so no time is known
    std::vector<double> rates; ///< samples/s of one rank, where the framework prints rates instead of times

    [[nodiscard]] std::vector<double> column(double ClusterStep::*member) const;
    /// Steps that all reporters finished.
    [[nodiscard]] int count() const { return static_cast<int>(all.size()) + untimed; }
    /// Where the step times come from, "; …", to be added to a sentence; empty: from the lines' own figures.
    [[nodiscard]] std::string sourceText() const;
};
[[nodiscard]] ClusterSteps clusterSteps(const WorkloadRecord& record);

} // namespace millrace::run
