// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/run/campaign.h"

#include <atomic>
#include <map>
#include <mutex>

namespace millrace::test {

/// Carries out runs without a cluster: every run walks through its states, writes a few series and lines, and ends as
/// the script says. For tests of what goes on around a run.
class FakeRuns
{
public:
    struct Script
    {
        store::RunState end = store::RunState::Done; ///< Done, Failed or Invalid
        int badAttempts = 1'000'000; ///< after so many it is Done after all
        std::string error = "worker 1 on node1 ended by signal 9 (Killed)";
        Nanoseconds time{0}; ///< that the workload takes; ends early when it is cancelled
        int steps = 3;
        std::vector<store::GateResult> gates = {}; ///< of a run that does not end as Done
    };

    Script usual;
    std::map<int, Script> special; ///< by RunRecord::position

    /// Must not outlive this.
    [[nodiscard]] run::RunExecutor executor();
    /// Positions in the order in which they were carried out.
    [[nodiscard]] std::vector<int> made() const;

private:
    Result<run::RunOutcome> execute(const run::RunPlan& plan, const run::RunRef& heading, run::RunSinks sinks,
                                    const JobContext& job);
    Result<void> work(const run::RunRef& heading, run::RunSinks sinks, const Script& script, const JobContext& job);

    mutable std::mutex m_mutex;
    std::vector<int> m_made;
};

} // namespace millrace::test
