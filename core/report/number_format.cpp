// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/number_format.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <vector>

namespace millrace::report {

namespace {

struct Prefixed
{
    std::string_view unit;
    double factor;
};

constexpr std::array timeUnits = {Prefixed{"s", 1}, Prefixed{"ms", 1e-3}, Prefixed{"µs", 1e-6}, Prefixed{"ns", 1e-9}};
constexpr std::array rateUnits = {Prefixed{"Tbit/s", 1e12}, Prefixed{"Gbit/s", 1e9}, Prefixed{"Mbit/s", 1e6},
                                  Prefixed{"kbit/s", 1e3}, Prefixed{"bit/s", 1}};
constexpr std::array byteRateUnits = {Prefixed{"TB/s", 1e12}, Prefixed{"GB/s", 1e9}, Prefixed{"MB/s", 1e6},
                                      Prefixed{"kB/s", 1e3}, Prefixed{"B/s", 1}};
constexpr std::array operationRateUnits = {Prefixed{"TFLOP/s", 1e12}, Prefixed{"GFLOP/s", 1e9},
                                           Prefixed{"MFLOP/s", 1e6}, Prefixed{"FLOP/s", 1}};
constexpr std::array sizeUnits = {Prefixed{"TiB", 1099511627776}, Prefixed{"GiB", 1073741824}, Prefixed{"MiB", 1048576},
                                  Prefixed{"KiB", 1024}, Prefixed{"B", 1}};
constexpr std::array gigabyteUnits = {Prefixed{"GB", 1}, Prefixed{"MB", 1e-3}, Prefixed{"kB", 1e-6},
                                      Prefixed{"B", 1e-9}};
constexpr std::array megabyteUnits = {Prefixed{"MB", 1}, Prefixed{"kB", 1e-3}, Prefixed{"B", 1e-6}};
constexpr std::array driftUnits = {Prefixed{"ppm", 1e-6}};
constexpr std::array shareUnits = {Prefixed{"%", 0.01}};

std::span<const Prefixed> prefixesOf(std::string_view unit)
{
    if (unit == "s")
        return timeUnits;
    if (unit == "bit/s")
        return rateUnits;
    if (unit == "B/s")
        return byteRateUnits;
    if (unit == "FLOP/s")
        return operationRateUnits;
    if (unit == "B")
        return sizeUnits;
    if (unit == "s/s")
        return driftUnits;
    if (unit == "share")
        return shareUnits;
    return {};
}

constexpr int mostDecimals = 6;

int decimalsFor(double magnitude, int digits)
{
    if (!(magnitude > 0))
        return 0;
    return std::clamp(digits - 1 - static_cast<int>(std::floor(std::log10(magnitude))), 0, mostDecimals);
}

double typicalMagnitude(std::span<const double> values)
{
    std::vector<double> magnitudes;
    for (const double value : values)
        if (std::isfinite(value) && value != 0)
            magnitudes.push_back(std::abs(value));
    if (magnitudes.empty())
        return 0;
    const auto middle = magnitudes.begin() + static_cast<std::ptrdiff_t>(magnitudes.size() / 2);
    std::nth_element(magnitudes.begin(), middle, magnitudes.end());
    return *middle;
}

} // namespace

namespace {

NumberFormat prefixAmong(std::span<const Prefixed> prefixes, double magnitude, std::string_view unit)
{
    if (prefixes.empty())
        return {1, std::string(unit), 0};
    if (!(magnitude > 0)) // the unit itself, or its substitute
        for (const Prefixed& prefix : prefixes)
            if (prefix.unit == unit)
                return {prefix.factor, std::string(prefix.unit), 0};
    for (const Prefixed& prefix : prefixes)
        if (magnitude >= prefix.factor * 0.9995)
            return {prefix.factor, std::string(prefix.unit), 0};
    return {prefixes.back().factor, std::string(prefixes.back().unit), 0};
}

/// A single number may use a smaller unit than its column in all rows.
std::span<const Prefixed> singlePrefixesOf(std::string_view unit)
{
    if (unit == "GB")
        return gigabyteUnits;
    return unit == "MB" ? std::span<const Prefixed>(megabyteUnits) : prefixesOf(unit);
}

} // namespace

NumberFormat prefixFor(double magnitude, std::string_view unit)
{
    return prefixAmong(prefixesOf(unit), magnitude, unit);
}

NumberFormat formatFor(std::span<const double> values, std::string_view unit, int digits)
{
    const double magnitude = typicalMagnitude(values);
    NumberFormat format = prefixFor(magnitude, unit);
    const bool whole = format.divisor == 1 && std::ranges::all_of(values, [](double value) {
                           return !std::isfinite(value) || value == std::floor(value);
                       });
    format.decimals = whole ? 0 : decimalsFor(magnitude / format.divisor, digits);
    return format;
}

std::string numberText(double value, const NumberFormat& format)
{
    if (std::isnan(value))
        return std::string(unknownText);
    const double scaled = value / format.divisor;
    if (!std::isfinite(scaled))
        return scaled > 0 ? "∞" : "-∞";
    if (scaled == 0)
        return fmt::format("{:.{}f}", 0.0, format.decimals);
    const double smallest = std::pow(10.0, -format.decimals);
    if (std::abs(scaled) < smallest / 2 && format.decimals == mostDecimals)
        return fmt::format("{:.3g}", scaled);
    if (std::abs(scaled) < smallest / 2)
        return fmt::format("{}{:.{}f}", scaled > 0 ? "<" : ">-", smallest, format.decimals);
    if (std::abs(scaled) >= 1e15)
        return fmt::format("{:.4g}", scaled);
    return fmt::format("{:.{}f}", scaled, format.decimals);
}

std::string quantityText(double value, std::string_view unit)
{
    if (!std::isfinite(value))
        return std::isnan(value) ? std::string(unknownText) : numberText(value, {});
    const NumberFormat prefix = prefixAmong(singlePrefixesOf(unit), std::abs(value), unit);
    const double scaled = value / prefix.divisor;
    const std::string number = fmt::format("{:.3g}", scaled);
    // Large numbers without a prefix are written out; tiny ones keep their power of ten.
    const bool large = number.find('e') != std::string::npos && std::abs(scaled) >= 1;
    const std::string plain = large ? numberText(value, {prefix.divisor, {}, 0}) : number;
    return prefix.unit.empty() ? plain : plain + " " + prefix.unit;
}

} // namespace millrace::report
