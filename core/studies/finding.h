// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/unknown.h"
#include "core/studies/audit.h"
#include "core/studies/audit_runs.h"

namespace millrace::studies {

/// A finding under construction.
[[nodiscard]] Finding makeFinding(std::string name, std::string title, Severity severity);
/// Counts a piece of evidence, and lists it while there is room.
void addEvidence(Finding& finding, const AuditedRun& run, std::string node, std::string file, std::uint64_t line,
                 std::string text);
/// Appends a finding that has evidence.
void addFinding(Audit& audit, Finding finding);
/// Most severe first; within a severity, most evidence first.
void sortFindings(std::vector<Finding>& findings);

/// Issues of these kinds that the import counted in files and runs, as evidence with their lines.
void addIssueEvidence(Finding& finding, const AuditRuns& runs, std::string_view kind);
/// The line number in a place like "file.csv:12", "file.csv: line 12" or "line 12, column b"; 0: none.
[[nodiscard]] std::uint64_t lineOf(std::string_view where) noexcept;

/// The minimum and maximum of numbers, ignoring NaN.
struct Range
{
    double least = unknown;
    double most = unknown;
    std::size_t count = 0;

    void add(double value) noexcept;
};
/// "0.50 to 0.86", or "0.50" when both ends format alike; "–" for none.
[[nodiscard]] std::string rangeText(const Range& range, int decimals, double factor = 1);

/// A count with its word: "1 run", "3 runs".
[[nodiscard]] std::string countText(std::size_t count, std::string_view singular);

} // namespace millrace::studies
