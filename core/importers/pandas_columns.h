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

/// Called for each value in the order of the file: {column: {index: value}}. A value directly below the table (as in
/// temporal_flow.json) has an empty index. Valid during the call only.
using PandasCell = std::function<void(std::string_view column, std::string_view index, const PandasValue& value)>;

/// Reads a JSON file of pandas' default orientation in memory that does not depend on its size. A file that is cut or
/// damaged gives what comes before and is counted ("cut-file"); arrays and deeper objects are counted ("other-value").
/// NotFound, Denied, Cancelled; InvalidInput when the text does not begin as a JSON object.
[[nodiscard]] Result<void> readPandasColumns(const std::filesystem::path& file, const PandasCell& cell, Issues& issues,
                                             const JobContext& job = {});
/// The same for a text, for JSON within JSON.
[[nodiscard]] bool readPandasText(std::string_view text, const PandasCell& cell);

} // namespace millrace::importers
