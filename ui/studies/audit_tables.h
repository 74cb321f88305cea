// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/report/table.h"
#include "core/studies/audit.h"

#include <QString>

#include <array>

namespace millrace::ui {

/// A table of an audit (core/studies/audit_tables.h) in the user's language.
[[nodiscard]] report::Table shownAuditTable(report::Table table);
/// By ClaimVerdict.
[[nodiscard]] std::array<int, 3> verdictCounts(const studies::Audit& audit);
[[nodiscard]] QString auditSummary(const studies::Audit& audit);

} // namespace millrace::ui
