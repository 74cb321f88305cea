// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/unknown.h"
#include "core/studies/audit.h"
#include "core/studies/audit_runs.h"

namespace millrace::studies {

/// A finding while it is put together.
[[nodiscard]] Finding makeFinding(std::string name, std::string title, Severity severity);
/// Counts a place, and lists it while there is room.
void addEvidence(Finding& finding, const AuditedRun& run, std::string node, std::string file, std::uint64_t line,
                 std::string text);
/// Appends a finding that rests on something.
void addFinding(Audit& audit, Finding finding);
/// The gravest first, in each degree those with the most evidence first.
void sortFindings(std::vector<Finding>& findings);

/// Issues of these kinds that the import counted in files and runs, as evidence with their lines.
void addIssueEvidence(Finding& finding, const AuditRuns& runs, std::string_view kind);
/// The line in a place like "file.csv:12", "file.csv: line 12" or "line 12, column b"; 0: there is none.
[[nodiscard]] std::uint64_t lineOf(std::string_view where) noexcept;

/// The smallest and the largest of numbers, NaN left out.
struct Range
{
    double least = unknown;
    double most = unknown;
    std::size_t count = 0;

    void add(double value) noexcept;
};
/// "0.50 to 0.86", or "0.50" when both ends look the same; "–" for none.
[[nodiscard]] std::string rangeText(const Range& range, int decimals, double factor = 1);

/// A count with its word: "1 run", "3 runs".
[[nodiscard]] std::string countText(std::size_t count, std::string_view singular);

// One for each study, in the file of its name. Append findings and notes; errors are those of the store, and Cancelled.
[[nodiscard]] Result<void> auditMultiCloud(AuditRuns& runs, Audit& audit, const JobContext& job);
[[nodiscard]] Result<void> auditFlumen(AuditRuns& runs, Audit& audit, const JobContext& job);
[[nodiscard]] Result<void> auditTum(AuditRuns& runs, Audit& audit, const JobContext& job);
[[nodiscard]] Result<void> auditKungfu(AuditRuns& runs, Audit& audit, const JobContext& job);

} // namespace millrace::studies
