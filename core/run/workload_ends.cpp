// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/workload_run.h"

#include <algorithm>
#include <fmt/format.h>

// How the processes of a workload end, and who is to blame when they fail.

namespace millrace::run {

bool WorkloadRun::workEnded() const
{
    return std::ranges::all_of(m_processes, [](const Process& process) {
        return process.plan->purpose == launch::Purpose::Service || process.exit.has_value();
    });
}

bool WorkloadRun::hasFailed(const Process& process)
{
    return process.exit && !process.exit->succeeded() && !process.stopped;
}

bool WorkloadRun::anyFailed() const
{
    return std::ranges::any_of(m_processes, hasFailed);
}

bool WorkloadRun::onlyBlamedGoOn() const
{
    return std::ranges::all_of(m_processes, [this](const Process& process) {
        return process.plan->purpose == launch::Purpose::Service || process.exit.has_value()
            || std::ranges::any_of(m_record.failures, [&process](const monitor::FailureEvent& failed) {
                   return std::ranges::count(failed.peers, process.plan->rank) > 0;
               });
    });
}

Error WorkloadRun::failure() const
{
    // A worker that died says nothing; the others blame it. So a process that a signal ended comes first.
    for (const Process& process : m_processes)
        if (hasFailed(process) && process.exit->signal != 0)
            return fail(
                ErrorCode::PeerFailed,
                fmt::format("{} on {} ended by {}", process.plan->label, process.plan->node, exitText(*process.exit)));
    if (!m_record.failures.empty()) {
        const monitor::FailureEvent& first = m_record.failures.front();
        return fail(ErrorCode::PeerFailed, fmt::format("worker {} said: {}", first.origin.rank, first.what));
    }
    for (const Process& process : m_processes)
        if (hasFailed(process))
            return fail(ErrorCode::PeerFailed,
                        fmt::format("{} on {} ended with {}; its last words: {}", process.plan->label,
                                    process.plan->node, exitText(*process.exit),
                                    process.lastErrors.empty() ? "none" : process.lastErrors));
    return fail(ErrorCode::Internal, "the workload failed for an unknown reason");
}

} // namespace millrace::run
