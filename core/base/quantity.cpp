// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/quantity.h"

#include "core/base/text.h"
#include "core/base/units.h"

#include <cmath>

namespace millrace {

namespace {

constexpr double largestCount = 9'007'199'254'740'992; // 2^53: doubles are whole numbers up to here

Result<double> parseCount(std::string_view text)
{
    MR_TRY(value, parseDouble(text));
    if (value >= 0 && value <= largestCount && value == std::floor(value))
        return value;
    return fail(ErrorCode::InvalidInput, "not a whole number");
}

Result<double> parseNanoseconds(std::string_view text)
{
    if (const auto bare = parseDouble(text); bare && *bare != 0)
        return fail(ErrorCode::InvalidInput, "a duration needs a unit");
    MR_TRY(duration, parseDuration(text));
    return static_cast<double>(duration.count());
}

} // namespace

Result<double> parseQuantity(Quantity quantity, std::string_view text)
{
    switch (quantity) {
    case Quantity::Count: return parseCount(text);
    case Quantity::Fraction: return parseFraction(text);
    case Quantity::Duration: return parseNanoseconds(text);
    case Quantity::Rate: return parseRate(text);
    case Quantity::Size: {
        MR_TRY(bytes, parseSize(text));
        return static_cast<double>(bytes);
    }
    default: return parseDouble(text);
    }
}

std::string quantityText(Quantity quantity, double value)
{
    switch (quantity) {
    case Quantity::Fraction: return fractionText(value);
    case Quantity::Duration: return durationText(std::chrono::nanoseconds(std::llround(value)));
    case Quantity::Rate: return rateText(value);
    case Quantity::Size: return sizeText(static_cast<std::uint64_t>(value));
    default: return shortest(value);
    }
}

std::string_view quantityWord(Quantity quantity) noexcept
{
    switch (quantity) {
    case Quantity::Number: return "a number";
    case Quantity::Count: return "a whole number";
    case Quantity::Fraction: return "a share";
    case Quantity::Duration: return "a duration";
    case Quantity::Rate: return "a rate";
    case Quantity::Size: return "a size";
    case Quantity::Text: return "a text";
    case Quantity::Boolean: return "true or false";
    }
    return "";
}

} // namespace millrace
