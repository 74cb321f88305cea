// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "app/headless/command.h"
#include "core/report/table.h"

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace millrace::headless {

/// Prints tables and what is to be said below them; with --json, `json` with the member "tables" instead.
[[nodiscard]] Result<void> showTables(const std::vector<report::Table>& tables, nlohmann::ordered_json json,
                                      const std::string& below, const Environment& environment);

} // namespace millrace::headless
