// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/run/workload_run.h"

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
    int reporters = 0; ///< ranks that report steps
    std::vector<double> rates; ///< samples/s of one rank, where the framework prints rates instead of times

    [[nodiscard]] std::vector<double> column(double ClusterStep::*member) const;
};
[[nodiscard]] ClusterSteps clusterSteps(const WorkloadRecord& record);

} // namespace millrace::run
