// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/run_ending.h"

#include "core/run/gate.h"

#include <fmt/format.h>

namespace millrace::run {

namespace {

using store::RunState;

Error gateError(const std::vector<store::GateResult>& gates)
{
    std::string text;
    for (const store::GateResult& gate : gates)
        if (gate.verdict == store::Verdict::Fail)
            text += fmt::format("{}{}{}{}: {}", text.empty() ? "" : "; ", gate.name, gate.subject.empty() ? "" : " ",
                                gate.subject, gate.sentence);
    return fail(ErrorCode::GateNotMet, text);
}

/// Writes the outcome. All data of the run is on the disk before its final state is.
Result<void> storeOutcome(const RunRef& heading, RunSinks sinks, const RunOutcome& outcome)
{
    MR_CHECK(sinks.writer.finishRun(heading.run));
    MR_CHECK(sinks.repository.saveMetrics(heading.run, outcome.metrics));
    MR_CHECK(sinks.repository.saveGates(heading.run, outcome.gates));
    if (outcome.state == RunState::Done)
        return sinks.repository.transition(heading.run, RunState::Done);
    return sinks.repository.end(heading.run, outcome.state, outcome.error);
}

} // namespace

Result<RunOutcome> endRun(const RunPlan& plan, const RunRef& heading, RunSinks sinks, RunOutcome& outcome,
                          const Result<void>& executed, const std::function<std::vector<Error>()>& undo,
                          const JobContext& job)
{
    if (!executed) {
        outcome.error = executed.error();
        outcome.state =
            job.cancelled() || outcome.error.code == ErrorCode::Cancelled ? RunState::Cancelled : RunState::Failed;
    } else if (plan.gate.enabled && anyFailed(outcome.gates)) {
        outcome.state = RunState::Invalid;
        outcome.error = gateError(outcome.gates);
    } else {
        outcome.state = RunState::Done;
    }
    for (const Error& error : undo())
        sinks.observer.notice(error.text());
    MR_CHECK(storeOutcome(heading, sinks, outcome));
    sinks.observer.runMoved(heading, outcome.state);
    sinks.observer.runEnded(heading, outcome);
    return std::move(outcome);
}

} // namespace millrace::run
