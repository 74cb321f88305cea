// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/field.h"

#include <cmath>
#include <fmt/format.h>

namespace millrace {

namespace {

/// Bounds of hours and days are shown as hours; whole numbers with all their digits.
std::string boundText(Quantity quantity, double bound)
{
    constexpr double hour = 3.6e12;
    if (quantity == Quantity::Duration && bound >= hour && std::fmod(bound, hour) == 0)
        return fmt::format("{}h", bound / hour);
    if (quantity == Quantity::Count)
        return fmt::format("{:.0f}", bound);
    return quantityText(quantity, bound);
}

} // namespace

std::string rangeText(Quantity quantity, const FieldRange& range, bool zero)
{
    const std::string least = boundText(quantity, range.least);
    std::string text;
    if (std::isinf(range.most)) {
        text = fmt::format("must be {} {}", range.aboveLeast ? "more than" : "at least", least);
    } else {
        const std::string most = boundText(quantity, range.most);
        if (!range.aboveLeast && !range.belowMost)
            text = fmt::format("must be from {} to {}", least, most);
        else
            text = fmt::format("must be {} {} and {} {}", range.aboveLeast ? "more than" : "at least", least,
                               range.belowMost ? "less than" : "at most", most);
    }
    return zero ? text + ", or 0" : text;
}

} // namespace millrace
