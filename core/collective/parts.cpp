// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/collective/parts.h"

#include "core/base/text.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <functional>
#include <numeric>

namespace millrace::collective {

Result<ShardParts> parseParts(std::string_view text)
{
    ShardParts parts;
    if (trim(text).empty() || trim(text) == equalParts)
        return parts;
    for (const std::string_view each : split(text, ',')) {
        const auto number = parseDouble(trim(each));
        if (!number || !std::isfinite(*number) || *number < 0)
            return fail(ErrorCode::InvalidInput,
                        fmt::format("\"{}\" are no parts: numbers from 0, for example 2,1,1", text));
        parts.push_back(*number);
    }
    const double sum = std::accumulate(parts.begin(), parts.end(), 0.0);
    if (!(sum > 0) || !std::isfinite(sum))
        return fail(ErrorCode::InvalidInput, fmt::format("the parts \"{}\" add up to {}", text, shortest(sum)));
    return parts;
}

std::string partsText(const ShardParts& parts)
{
    std::string text;
    for (const double part : parts)
        text += (text.empty() ? "" : ",") + shortest(part);
    return text;
}

ShardParts partsByRate(std::span<const double> rates)
{
    const auto count = static_cast<double>(rates.size());
    // Of two, each sends all values, whatever the parts are.
    if (rates.size() < 3) {
        ShardParts equal(rates.size(), 1 / count);
        return equal;
    }
    std::vector<double> sorted(rates.begin(), rates.end());
    std::ranges::sort(sorted, std::greater());
    // With the time t, w_i = max(0, (t r_i - 1) / (n - 2)): the fastest k have a part, as many as t leaves one.
    double time = 0, sum = 0;
    for (std::size_t k = 0; k < sorted.size() && (k == 0 || time * sorted[k] > 1); ++k) {
        sum += sorted[k];
        time = (count - 2 + static_cast<double>(k + 1)) / sum;
    }
    ShardParts parts;
    for (const double rate : rates)
        parts.push_back(std::max(0.0, (time * rate - 1) / (count - 2)));
    return parts;
}

} // namespace millrace::collective
