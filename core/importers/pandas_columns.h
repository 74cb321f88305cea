// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/issue.h"
#include "core/base/job.h"
#include "core/base/result.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <variant>

namespace millrace::importers {

/// A value in a table that pandas wrote: null, a number, or a text.
using PandasValue = std::variant<std::monostate, double, std::string_view>;

/// Called for each value in file order: {column: {index: value}}. A value directly below the table (as in
/// temporal_flow.json) has an empty index. Valid only during the call.
using PandasCell = std::function<void(std::string_view column, std::string_view index, const PandasValue& value)>;

/// Reads a JSON file in pandas' default orientation in memory that does not depend on its size. A truncated or damaged
/// file gives the values before the damage and is counted ("cut-file"); arrays and deeper objects are counted
/// ("other-value"). NotFound, Denied, Cancelled; InvalidInput when the text does not start as a JSON object.
[[nodiscard]] Result<void> readPandasColumns(const std::filesystem::path& file, const PandasCell& cell, Issues& issues,
                                             const JobContext& job = {});

} // namespace millrace::importers
