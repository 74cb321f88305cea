// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/importers/table_values.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace millrace::importers {

void countDamage(Issues& issues, const char* kind, std::string example, const std::filesystem::path& file)
{
    const auto known = std::ranges::find(issues, kind, &Issue::kind);
    if (known != issues.end())
        ++known->count;
    else
        issues.push_back({kind, Severity::Warning, 1, std::move(example), file.filename().string()});
}

std::optional<std::uint64_t> wholeNumber(const PandasValue& value)
{
    const double* number = std::get_if<double>(&value);
    if (number == nullptr || !(*number >= 0) || *number > 9e15 || std::floor(*number) != *number)
        return std::nullopt;
    return static_cast<std::uint64_t>(*number);
}

std::optional<std::int64_t> integerOf(std::string_view text)
{
    std::int64_t value = 0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (code != std::errc() || end != text.data() + text.size() || text.empty())
        return std::nullopt;
    return value;
}

} // namespace millrace::importers
