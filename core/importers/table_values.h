// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/issue.h"
#include "core/importers/pandas_columns.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace millrace::importers {

/// Maximum number of table rows kept; later ones are counted.
constexpr std::size_t mostTableRows = 1'000'000;

/// Counts damage in a file, the first with its example.
void countDamage(Issues& issues, const char* kind, std::string example, const std::filesystem::path& file);
/// A number that is an integer, not negative and exact as a double.
[[nodiscard]] std::optional<std::uint64_t> wholeNumber(const PandasValue& value);
/// A text that is just an integer.
[[nodiscard]] std::optional<std::int64_t> integerOf(std::string_view text);

} // namespace millrace::importers
