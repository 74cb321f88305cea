// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/report/table.h"
#include "core/studies/audit.h"

#include <QString>

#include <array>
#include <optional>

namespace millrace::ui {

/// The parts of an audit as tables, with headings in the user's language. Row n is the audit's entry n.

/// Title, severity, number of pieces of evidence, sentence.
[[nodiscard]] report::Table findingTable(const studies::Audit& audit);
/// Published and corrected numbers.
[[nodiscard]] report::Table valueTable(const studies::Finding& finding);
/// Run, node, file, line, text.
[[nodiscard]] report::Table evidenceTable(const studies::Finding& finding);
/// All claims, or those of one verdict; `kept` gets the positions of the rows in the audit.
[[nodiscard]] report::Table claimTable(const studies::Audit& audit, std::optional<studies::ClaimVerdict> verdict = {},
                                       std::vector<std::size_t>* kept = nullptr);
/// Index of the verdict column in claimTable().
inline constexpr int verdictColumn = 2;

/// Claims by verdict: match, mismatch, not decided.
[[nodiscard]] std::array<int, 3> verdictCounts(const studies::Audit& audit);
/// "2 errors · 3 warnings · 24 claims: 10 match, 3 do not, 11 not decided".
[[nodiscard]] QString auditSummary(const studies::Audit& audit);

/// Findings followed by claims, one row each, with their numbers.
[[nodiscard]] report::Table auditTable(const studies::Audit& audit);

} // namespace millrace::ui
