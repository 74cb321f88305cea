// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/clock.h"

#include <array>
#include <cstdint>
#include <string_view>

namespace millrace::monitor {

inline constexpr std::int64_t mostSteps = 1'000'000'000; ///< of a job; larger numbers in a log are damage

/// Matched fields of a pattern, parsed as numbers. A text that is not a number of the wanted kind, or too large, gives
/// 0 and sets failed().
class Captures
{
public:
    void clear() noexcept { m_count = 0; }
    /// Returns false if there are too many.
    bool add(std::string_view text) noexcept;

    [[nodiscard]] std::size_t size() const noexcept { return m_count; }
    [[nodiscard]] std::string_view text(std::size_t index) const noexcept { return m_texts[index]; }
    [[nodiscard]] int integer(std::size_t index) noexcept;
    [[nodiscard]] std::int64_t longInteger(std::size_t index) noexcept;
    [[nodiscard]] double number(std::size_t index) noexcept;
    /// A number of seconds.
    [[nodiscard]] Nanoseconds seconds(std::size_t index) noexcept;
    /// Go's format: "1m56.5s", "40.12ms", "3µs".
    [[nodiscard]] Nanoseconds duration(std::size_t index) noexcept;
    /// Bytes per second: "119.70 MiB/s", "7.62GiB/s".
    [[nodiscard]] double rate(std::size_t index) noexcept;
    [[nodiscard]] bool failed() const noexcept { return m_failed; }

private:
    std::array<std::string_view, 8> m_texts;
    std::size_t m_count = 0;
    bool m_failed = false;
};

/// Matches a whole line in time linear in its length, without recursion. In the pattern, {d} is an unsigned integer,
/// {i} a signed one, {f} digits and points, {g} any decimal number, inf or nan, {w} text without blanks up to the next
/// literal, {t} any text up to the next literal (both at least one byte), {r} the rest of the line; everything else is
/// literal.
[[nodiscard]] bool matchLine(std::string_view pattern, std::string_view line, Captures& captures) noexcept;

/// Parses a duration in Go's format. Returns false for anything else.
[[nodiscard]] bool readGoDuration(std::string_view text, Nanoseconds& duration) noexcept;
/// Parses both spellings of byte rates: with and without a blank, units B/s, KB/s … and KiB/s …. Returns false for
/// anything else.
[[nodiscard]] bool readByteRate(std::string_view text, double& bytesPerSecond) noexcept;

} // namespace millrace::monitor
