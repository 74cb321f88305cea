// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/report/table.h"
#include "core/studies/audit.h"

#include <string>
#include <string_view>

namespace millrace::studies {

/// The parts of an audit in English, as the command line and the page show them.

/// "error", "warning", "note".
[[nodiscard]] std::string_view severityWord(Severity severity) noexcept;
/// "file.csv:12", "file.csv" or a node; empty: nowhere.
[[nodiscard]] std::string evidencePlace(const Evidence& evidence);
/// "multi-cloud: 14 findings (6 errors, 5 warnings, 3 notes); of 179 printed numbers 80 match, 6 do not, …"
[[nodiscard]] std::string auditSummaryText(const Audit& audit);

/// Published and corrected numbers.
[[nodiscard]] report::Table auditFigureTable(const Finding& finding);
[[nodiscard]] report::Table evidenceTable(const Finding& finding);
[[nodiscard]] report::Table claimTable(const Audit& audit);

} // namespace millrace::studies
