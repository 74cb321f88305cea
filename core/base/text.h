// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace millrace {

[[nodiscard]] constexpr bool isDigit(char c) noexcept
{
    return c >= '0' && c <= '9';
}

/// Splits at a separator; empty pieces are kept, so "a,,b" gives three.
[[nodiscard]] std::vector<std::string_view> split(std::string_view text, char separator);
[[nodiscard]] std::string_view trim(std::string_view text) noexcept;
[[nodiscard]] std::string join(const std::vector<std::string>& parts, std::string_view separator);
/// Converts ASCII letters to lower case, whatever the locale.
[[nodiscard]] std::string lowerCase(std::string_view text);
/// Replaces every `what`, which must not be empty, with `with`.
void replaceAll(std::string& text, std::string_view what, std::string_view with);
/// Parses the whole text as a number; independent of the locale.
[[nodiscard]] Result<double> parseDouble(std::string_view text);
[[nodiscard]] Result<std::int64_t> parseInteger(std::string_view text);
/// Returns the shortest text that parses back to the same double: 0.1, 25, 1e-07.
[[nodiscard]] std::string shortest(double value);
/// Removes \r at the end and ANSI colour sequences anywhere.
[[nodiscard]] std::string cleanLine(std::string_view line);
/// Returns the candidate with the smallest edit distance to `word`, if near enough for a typing error; else empty.
[[nodiscard]] std::string nearest(std::string_view word, const std::vector<std::string>& candidates);
/// "did you mean NAME?", or "known are A, B" if none is near.
[[nodiscard]] std::string suggestion(std::string_view word, const std::vector<std::string>& candidates);

/// Splits a stream of bytes into lines. A line longer than the maximum is returned in pieces of that length.
class LineSplitter
{
public:
    explicit LineSplitter(std::size_t maximum = 1 << 20) : m_maximum(maximum) { }
    /// Appends bytes; complete lines, without \n, go to `lines`.
    void feed(std::string_view bytes, std::vector<std::string>& lines);
    /// Returns the last line if the stream ended without \n.
    void finish(std::vector<std::string>& lines);

private:
    std::size_t m_maximum;
    std::string m_rest;
};

} // namespace millrace
