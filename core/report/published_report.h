// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/report/published_figure.h"
#include "core/report/table.h"

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace millrace::report {

/// Published and corrected numbers, one row each.
[[nodiscard]] Table publishedTable(std::string title, const PublishedFigures& figures);
/// The table for display, followed by the definition of each figure and the reason for the difference. `width`: columns
/// of the terminal, 0: no limit.
[[nodiscard]] std::string publishedText(std::string title, const PublishedFigures& figures, std::size_t width = 0);
/// [{"name", "subject", "unit", "published", "right", "difference", "relative", "definition", "right_definition",
/// "remark"}]; unknown numbers are null.
[[nodiscard]] nlohmann::ordered_json publishedJson(const PublishedFigures& figures);

} // namespace millrace::report
