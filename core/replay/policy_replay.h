// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/policy/policy.h"
#include "core/run/workload_record.h"

#include <string>
#include <vector>

namespace millrace::replay {

/// The steps of a run as policies see them.
struct PolicySteps
{
    struct Step
    {
        policy::Observation observation;
        std::vector<int> members; ///< their ranks in the log, in the order of the observation
    };
    std::vector<Step> steps; ///< in order
    std::int64_t incomplete = 0; ///< further steps, of which a worker's times are missing
};

/// From the lines of all workers. Strategy and batch of each step follow the decisions that were made in the run. Runs
/// without communication times have steps for the policies that need none.
[[nodiscard]] PolicySteps policySteps(const run::WorkloadRecord& record);

/// What policies decide over the steps of a run. Nothing is carried out: each step is as it was. Where the first rank
/// changed, each of them decides by the steps that it took part in, as in the run.
struct PolicyReplay
{
    struct Decided
    {
        std::int64_t step = 0;
        policy::Decision decision;
    };
    std::vector<Decided> decisions;
    std::int64_t steps = 0;
    std::int64_t incomplete = 0;
};
[[nodiscard]] PolicyReplay replayPolicies(const PolicySteps& steps, const std::vector<policy::PolicySpec>& policies);

/// A decision of the run or of the replay, or the same one of both.
struct ComparedDecision
{
    std::int64_t step = 0;
    std::optional<policy::Decision> live;
    std::optional<policy::Decision> replayed;

    [[nodiscard]] bool isSame() const { return live && replayed && live->isSameChange(*replayed); }
};
/// By step.
[[nodiscard]] std::vector<ComparedDecision> compareDecisions(const PolicyReplay& replay,
                                                             const std::vector<monitor::DecisionEvent>& live);

} // namespace millrace::replay
