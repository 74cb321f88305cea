// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace millrace {

/// Quantities as written in project files and on command lines. A bare number is in the base unit.

/// "10ms", "250 us", "1.5s", "2min", "0". Never negative.
[[nodiscard]] Result<std::chrono::nanoseconds> parseDuration(std::string_view text);
/// Bits per second: "1Gbit", "100 Mbit/s", "2.5Gbps", "0" (unlimited). SI prefixes. Never negative.
[[nodiscard]] Result<double> parseRate(std::string_view text);
/// Bytes: "64KiB", "2.5MB", "1500". SI and IEC prefixes are distinguished. Never negative.
[[nodiscard]] Result<std::uint64_t> parseSize(std::string_view text);
/// A fraction from 0 to 1: "1%", "0.05 %", "0.01".
[[nodiscard]] Result<double> parseFraction(std::string_view text);

/// Canonical texts, which parse back to the same value: "10ms", "1Gbit", "64KiB", "1%".
[[nodiscard]] std::string durationText(std::chrono::nanoseconds duration);
[[nodiscard]] std::string rateText(double bitsPerSecond);
[[nodiscard]] std::string sizeText(std::uint64_t bytes);
[[nodiscard]] std::string fractionText(double fraction);

/// Rounded to three significant digits for display: "1.25 Gbit/s", "12.3 ms", "97.6 MiB". Do not parse.
[[nodiscard]] std::string humanRate(double bitsPerSecond);
[[nodiscard]] std::string humanDuration(std::chrono::nanoseconds duration);
[[nodiscard]] std::string humanSize(double bytes);

} // namespace millrace
