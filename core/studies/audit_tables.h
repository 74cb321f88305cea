// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/report/table.h"
#include "core/studies/audit.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace millrace::studies {

/// The tables of an audit, the same in its page, in the window and in exported files.

[[nodiscard]] std::string_view severityWord(Severity severity) noexcept;
[[nodiscard]] std::string evidencePlace(const Evidence& evidence);
[[nodiscard]] std::string auditSummaryText(const Audit& audit);

[[nodiscard]] report::Table findingTable(const Audit& audit);
/// Published vs corrected values.
[[nodiscard]] report::Table findingFigureTable(const Finding& finding);
[[nodiscard]] report::Table evidenceTable(const Finding& finding);
/// Those with this verdict only, if given; `kept`: their positions in the audit.
[[nodiscard]] report::Table claimTable(const Audit& audit, std::optional<ClaimVerdict> verdict = {},
                                       std::vector<std::size_t>* kept = nullptr);
inline constexpr int severityColumn = 1; ///< of findingTable()
inline constexpr int verdictColumn = 2; ///< of claimTable()
/// Findings and claims below each other, for files.
[[nodiscard]] report::Table auditTable(const Audit& audit);

} // namespace millrace::studies
