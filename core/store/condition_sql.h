// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/store/result_sql.h"
#include "core/store/run_condition.h"

namespace millrace::store {

/// Returns the condition as an expression on runs r.
[[nodiscard]] SqlPiece conditionSql(const RunCondition& condition);

} // namespace millrace::store
