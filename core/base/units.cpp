// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/units.h"

#include "core/base/text.h"

#include <array>
#include <cmath>
#include <fmt/format.h>
#include <span>

namespace millrace {

namespace {

struct Unit
{
    std::string_view name;
    double factor;
};

constexpr std::array durationUnits = {Unit{"ns", 1},  Unit{"us", 1e3},   Unit{"µs", 1e3},  Unit{"ms", 1e6},
                                      Unit{"s", 1e9}, Unit{"min", 60e9}, Unit{"h", 3600e9}};
constexpr std::array rateUnits = {Unit{"bit", 1},    Unit{"bps", 1},    Unit{"kbit", 1e3}, Unit{"Kbit", 1e3},
                                  Unit{"kbps", 1e3}, Unit{"Mbit", 1e6}, Unit{"mbit", 1e6}, Unit{"Mbps", 1e6},
                                  Unit{"Gbit", 1e9}, Unit{"gbit", 1e9}, Unit{"Gbps", 1e9}, Unit{"Tbit", 1e12}};
constexpr std::array sizeUnits = {
    Unit{"B", 1},     Unit{"kB", 1e3},   Unit{"KB", 1e3},      Unit{"MB", 1e6},         Unit{"GB", 1e9},
    Unit{"TB", 1e12}, Unit{"KiB", 1024}, Unit{"MiB", 1048576}, Unit{"GiB", 1073741824}, Unit{"TiB", 1099511627776}};
constexpr std::array fractionUnits = {Unit{"%", 0.01}};

/// Parses a number and the factor of its unit; `bare` is the factor without unit.
Result<double> parseQuantity(std::string_view text, std::span<const Unit> units, double bare, std::string_view example)
{
    const Error error = fail(ErrorCode::InvalidInput, fmt::format("\"{}\" cannot be read; write {}", text, example));
    const std::string_view all = trim(text);
    std::size_t end = 0;
    while (end < all.size()
           && (std::string_view("0123456789.+-").find(all[end]) != std::string_view::npos
               || ((all[end] == 'e' || all[end] == 'E') && end + 1 < all.size() && end > 0
                   && std::string_view("0123456789+-").find(all[end + 1]) != std::string_view::npos)))
        ++end;
    const auto number = parseDouble(all.substr(0, end));
    if (!number || !std::isfinite(*number) || *number < 0)
        return error;
    const std::string_view name = trim(all.substr(end));
    if (name.empty())
        return *number * bare;
    for (const Unit& unit : units)
        if (name == unit.name)
            return *number * unit.factor;
    return error;
}

std::string scaled(double value, std::span<const Unit> units)
{
    for (const Unit& unit : units)
        if (value >= unit.factor) {
            const double number = value / unit.factor;
            const int digits = number >= 99.95 ? 0 : number >= 9.995 ? 1 : 2;
            return fmt::format("{:.{}f} {}", number, digits, unit.name);
        }
    return fmt::format("{:.3g} {}", value / units.back().factor, units.back().name);
}

/// Picks the largest unit in which the value has at most three decimals, so that the text is short and exact.
std::string exact(double value, std::span<const Unit> unitsDescending)
{
    for (const Unit& unit : unitsDescending) {
        const double number = value / unit.factor;
        if (number >= 1 && std::abs(number * 1000 - std::round(number * 1000)) < 1e-9 && shortest(number).size() <= 8)
            return shortest(number) + std::string(unit.name);
    }
    return shortest(value / unitsDescending.back().factor) + std::string(unitsDescending.back().name);
}

} // namespace

Result<std::chrono::nanoseconds> parseDuration(std::string_view text)
{
    MR_TRY(value, parseQuantity(text, durationUnits, 1e9, "a duration like 10ms, 250us or 1.5s"));
    if (value > 9.2e18)
        return fail(ErrorCode::InvalidInput, fmt::format("\"{}\" is longer than 292 years", text));
    return std::chrono::nanoseconds(std::llround(value));
}

Result<double> parseRate(std::string_view text)
{
    std::string_view body = trim(text);
    if (body.ends_with("/s"))
        body.remove_suffix(2);
    return parseQuantity(body, rateUnits, 1, "a rate like 100Mbit or 1Gbit");
}

Result<std::uint64_t> parseSize(std::string_view text)
{
    MR_TRY(value, parseQuantity(text, sizeUnits, 1, "a size like 1500, 64KiB or 2.5MB"));
    if (value > 9.2e18)
        return fail(ErrorCode::InvalidInput, fmt::format("\"{}\" is too large", text));
    return static_cast<std::uint64_t>(std::llround(value));
}

Result<double> parseFraction(std::string_view text)
{
    MR_TRY(value, parseQuantity(text, fractionUnits, 1, "a share like 1% or 0.01"));
    if (value > 1)
        return fail(ErrorCode::InvalidInput,
                    fmt::format("\"{}\" is more than 100 %; write a share like 1% or 0.01", text));
    return value;
}

std::string durationText(std::chrono::nanoseconds duration)
{
    if (duration.count() == 0)
        return "0";
    constexpr std::array units = {Unit{"s", 1e9}, Unit{"ms", 1e6}, Unit{"us", 1e3}, Unit{"ns", 1}};
    return exact(static_cast<double>(duration.count()), units);
}

std::string rateText(double bitsPerSecond)
{
    if (bitsPerSecond == 0)
        return "0";
    constexpr std::array units = {Unit{"Gbit", 1e9}, Unit{"Mbit", 1e6}, Unit{"kbit", 1e3}, Unit{"bit", 1}};
    return exact(bitsPerSecond, units);
}

std::string sizeText(std::uint64_t bytes)
{
    for (const auto& [name, shift] : {std::pair("GiB", 30), std::pair("MiB", 20), std::pair("KiB", 10)})
        if (bytes >> shift != 0 && (bytes & ((std::uint64_t(1) << shift) - 1)) == 0)
            return fmt::format("{}{}", bytes >> shift, name);
    return fmt::format("{}", bytes);
}

std::string fractionText(double fraction)
{
    // Hides the rounding error of the multiplication: 0.07 × 100 is 7.000000000000001.
    for (int digits = 1; digits <= 17; ++digits) {
        const auto rounded = parseDouble(fmt::format("{:.{}g}", fraction * 100, digits));
        const std::string number = shortest(rounded.value_or(0));
        const auto back = parseFraction(number + "%");
        if (back && *back == fraction)
            return number + "%";
    }
    return shortest(fraction);
}

std::string humanRate(double bitsPerSecond)
{
    constexpr std::array units = {Unit{"Tbit/s", 1e12}, Unit{"Gbit/s", 1e9}, Unit{"Mbit/s", 1e6}, Unit{"kbit/s", 1e3},
                                  Unit{"bit/s", 1}};
    return scaled(bitsPerSecond, units);
}

std::string humanDuration(std::chrono::nanoseconds duration)
{
    using namespace std::chrono;
    if (duration < seconds(120)) {
        constexpr std::array units = {Unit{"s", 1e9}, Unit{"ms", 1e6}, Unit{"µs", 1e3}, Unit{"ns", 1}};
        return scaled(static_cast<double>(duration.count()), units);
    }
    const auto total = duration_cast<seconds>(duration).count();
    if (total < 7200)
        return fmt::format("{} min {:02} s", total / 60, total % 60);
    if (total < 172800)
        return fmt::format("{} h {:02} min", total / 3600, total / 60 % 60);
    return fmt::format("{} d {:02} h", total / 86400, total / 3600 % 24);
}

std::string humanSize(double bytes)
{
    constexpr std::array units = {Unit{"TiB", 1099511627776}, Unit{"GiB", 1073741824}, Unit{"MiB", 1048576},
                                  Unit{"KiB", 1024}, Unit{"B", 1}};
    return scaled(bytes, units);
}

} // namespace millrace
