// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/grid/level.h"

#include "core/base/json_fields.h"
#include "core/base/text.h"
#include "core/base/units.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

namespace millrace::grid {

namespace {

constexpr double largestCount = 9'007'199'254'740'992; // 2^53: doubles are whole numbers up to here

constexpr std::array factorTable = {
    KnownFactor{"framework", Quantity::Text, "builtin"},
    KnownFactor{"backend", Quantity::Text, "gloo"},
    KnownFactor{"model", Quantity::Text, "resnet50"},
    KnownFactor{"batch", Quantity::Count, "32"},
    KnownFactor{"strategy", Quantity::Text, "RING"},
    KnownFactor{"optimizer", Quantity::Text, "sgd"},
    KnownFactor{"loss", Quantity::Fraction, "1% or 0.01"},
    KnownFactor{"delay", Quantity::Duration, "10ms or 250us"},
    KnownFactor{"jitter", Quantity::Duration, "1ms or 250us"},
    KnownFactor{"rate", Quantity::Rate, "100Mbit, 1Gbit or 0 for no limit"},
    KnownFactor{"queue", Quantity::Size, "64KiB or 150000"},
    KnownFactor{"nic_rate", Quantity::Rate, "1Gbit or 0 for no limit"},
    KnownFactor{"workers", Quantity::Count, "4"},
    KnownFactor{"congestion_control", Quantity::Text, "cubic"},
    KnownFactor{"cross_traffic", Quantity::Text, "none"},
    KnownFactor{"cross_rate", Quantity::Rate, "100Mbit or 1Gbit"},
    KnownFactor{"cross_slowdown", Quantity::Fraction, "10% or 0.1"},
    KnownFactor{"compute_time", Quantity::Duration, "10ms or 250us"},
    KnownFactor{"compute_jitter", Quantity::Fraction, "10% or 0.1"},
    KnownFactor{"device_flops", Quantity::Number, "1e13"},
    KnownFactor{"bottleneck_rate", Quantity::Rate, "100Mbit or 1Gbit"},
    KnownFactor{"bottleneck_queue", Quantity::Size, "64KiB or 150000"},
    KnownFactor{"mode", Quantity::Text, "packet"},
    KnownFactor{"mtu", Quantity::Count, "1500"},
    KnownFactor{"steps", Quantity::Count, "20"},
    KnownFactor{"warmup_steps", Quantity::Count, "2"},
    KnownFactor{"verify_every", Quantity::Count, "5"},
    KnownFactor{"deadline", Quantity::Duration, "10s"},
};

/// 0.7 % is 0.7 × 0.01 = 0.006999999999999999; rounding makes it the same level as 0.007.
double rounded(double value)
{
    return parseDouble(fmt::format("{:.14g}", value)).value_or(value);
}

std::string_view exampleFor(Quantity quantity, std::string_view name)
{
    if (const KnownFactor* known = findKnownFactor(name))
        return known->example;
    switch (quantity) {
    case Quantity::Number: return "12.5";
    case Quantity::Count: return "8";
    case Quantity::Fraction: return "1% or 0.01";
    case Quantity::Duration: return "10ms";
    case Quantity::Rate: return "1Gbit";
    case Quantity::Size: return "64KiB";
    case Quantity::Boolean: return "true or false";
    case Quantity::Text: break;
    }
    return "a text";
}

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

Result<double> parseNumberLevel(Quantity quantity, std::string_view text)
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

} // namespace

double Level::number() const noexcept
{
    const double* number = std::get_if<double>(&value);
    return number ? *number : 0;
}

Level numberLevel(Quantity quantity, double value)
{
    value += 0.0; // -0 becomes 0
    switch (quantity) {
    case Quantity::Fraction: value = rounded(value); return {value, fmt::format("{:.14g}%", value * 100)};
    case Quantity::Rate: value = rounded(value); return {value, rateText(value)};
    case Quantity::Duration: return {value, durationText(std::chrono::nanoseconds(std::llround(value)))};
    case Quantity::Size: return {value, sizeText(static_cast<std::uint64_t>(value))};
    default: return {value, shortest(value)};
    }
}

Level textLevel(std::string text)
{
    return {text, text};
}

Level booleanLevel(bool value)
{
    return {value, value ? "true" : "false"};
}

Result<Level> parseLevel(Quantity quantity, std::string_view text, std::string_view name)
{
    const std::string_view body = trim(text);
    if (quantity == Quantity::Text)
        return textLevel(std::string(text));
    if (quantity == Quantity::Boolean && (body == "true" || body == "false"))
        return booleanLevel(body == "true");
    if (quantity != Quantity::Boolean)
        if (const auto number = parseNumberLevel(quantity, body); number && std::isfinite(*number))
            return numberLevel(quantity, *number);
    std::string words(name);
    std::ranges::replace(words, '_', ' ');
    const bool vowel = !words.empty() && std::string_view("aeiou").find(words.front()) != std::string_view::npos;
    return fail(ErrorCode::InvalidInput,
                fmt::format("{} is not {} {}; write {}", briefJson(Json(text)), vowel ? "an" : "a", words,
                            exampleFor(quantity, name)));
}

std::span<const KnownFactor> knownFactors() noexcept
{
    return factorTable;
}

const KnownFactor* findKnownFactor(std::string_view name) noexcept
{
    const auto found = std::ranges::find(factorTable, name, &KnownFactor::name);
    return found == factorTable.end() ? nullptr : &*found;
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

} // namespace millrace::grid
