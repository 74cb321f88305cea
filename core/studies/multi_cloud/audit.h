// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/studies/finding.h"

namespace millrace::studies::multi_cloud {

/// Parts of the audit of the multi-cloud study, by subject.

/// Clocks, counted samples and arithmetic: whether the published throughput of a single machine is right.
void auditBaselines(const AuditRuns& runs, Audit& audit);
/// Epochs, averaging rounds and the traffic of peers.
[[nodiscard]] Result<void> auditRounds(AuditRuns& runs, Audit& audit, const JobContext& job);
/// Bytes that hosts log, and profiles of links.
[[nodiscard]] Result<void> auditNetwork(AuditRuns& runs, Audit& audit, const JobContext& job);
/// Costs, units and errors in the files themselves.
void auditCosts(const AuditRuns& runs, Audit& audit);

[[nodiscard]] inline bool isBaseline(const AuditedRun& run)
{
    return run.level("kind") == "baseline";
}
[[nodiscard]] inline bool isHivemind(const AuditedRun& run)
{
    return run.level("kind") == "hivemind";
}

/// Whether a figure or a number of the publication uses the run. A study whose runs do not record it counts as entirely
/// published.
[[nodiscard]] inline bool isPublished(const AuditedRun& run)
{
    return run.level("published") != "no";
}
/// " The same applies to 12 runs that no publication uses."; empty for none.
[[nodiscard]] std::string othersText(std::size_t others);
/// "CONV on T4: text", or only the text without a head.
[[nodiscard]] std::string headed(const std::string& head, const std::string& text);

} // namespace millrace::studies::multi_cloud
