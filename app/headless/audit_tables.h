// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/report/table.h"
#include "core/studies/audit.h"

#include <string>
#include <string_view>

namespace millrace::headless {

/// "error", "warning", "note".
[[nodiscard]] std::string_view severityWord(Severity severity) noexcept;
/// "file.csv:12", "file.csv" or a node; empty: nowhere.
[[nodiscard]] std::string placeText(const studies::Evidence& evidence);
/// "multi-cloud: 14 findings (6 errors, 5 warnings, 3 notes); of 179 printed numbers 80 match, 6 do not, …"
[[nodiscard]] std::string summaryText(const studies::Audit& audit);

/// Published numbers beside the right ones.
[[nodiscard]] report::Table figureTable(const studies::Finding& finding);
[[nodiscard]] report::Table evidenceTable(const studies::Finding& finding);
[[nodiscard]] report::Table claimTable(const studies::Audit& audit);
/// The page around its content.
[[nodiscard]] std::string auditPage(const studies::Audit& audit, const std::string& body);

} // namespace millrace::headless
