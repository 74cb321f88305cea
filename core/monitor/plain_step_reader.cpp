// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/monitor/plain_step_reader.h"

#include "core/base/text.h"
#include "core/monitor/line_pattern.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace millrace::monitor {
namespace {

constexpr std::array<std::string_view, 3> stepWords = {"step", "iteration", "iter"};
constexpr double longestPlainStep = 1e6; // s; more is damage

char lower(char c) noexcept
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool takeStepWord(std::string_view& rest) noexcept
{
    for (const std::string_view word : stepWords)
        if (rest.size() > word.size() && std::ranges::equal(rest.substr(0, word.size()), word, {}, lower)) {
            rest.remove_prefix(word.size());
            return true;
        }
    return false;
}

std::string_view takeDigits(std::string_view& rest) noexcept
{
    const std::size_t end = std::min(rest.find_first_not_of("0123456789"), rest.size());
    const std::string_view digits = rest.substr(0, end);
    rest.remove_prefix(end);
    return digits;
}

/// Returns the number after a word, "took 0.25 s"; the text after it stays in `rest`.
std::optional<double> numberAfter(std::string_view& rest, std::string_view word)
{
    const std::size_t at = rest.find(word);
    if (at == rest.npos)
        return std::nullopt;
    rest.remove_prefix(at + word.size());
    rest.remove_prefix(std::min(rest.find_first_not_of(" :="), rest.size()));
    const std::size_t end = std::min(rest.find_first_not_of("0123456789.eE+-"), rest.size());
    const auto number = parseDouble(rest.substr(0, end));
    rest.remove_prefix(end);
    return number && std::isfinite(*number) ? std::optional(*number) : std::nullopt;
}

std::optional<Nanoseconds> tookIn(std::string_view rest)
{
    const auto number = numberAfter(rest, "took");
    if (!number || *number < 0 || *number > longestPlainStep)
        return std::nullopt;
    rest = trim(rest);
    const std::string_view unit = rest.substr(0, rest.find_first_of(" ,;:)"));
    const double factor = unit == "s" || unit == "sec" || unit == "seconds" ? 1e9 : unit == "ms" ? 1e6 : 0;
    return factor > 0 ? std::optional(Nanoseconds(std::llround(*number * factor))) : std::nullopt;
}

} // namespace

LineOutcome PlainStepReader::read(std::string_view body, const EventOrigin& origin)
{
    std::string_view rest = body;
    if (!takeStepWord(rest))
        return UnknownLine{};
    const std::size_t gap = rest.find_first_not_of(" :=#");
    if (gap == 0 || gap == rest.npos || gap > 4)
        return UnknownLine{};
    rest.remove_prefix(gap);
    const std::string_view digits = takeDigits(rest);
    if (digits.empty() || digits.size() > 9)
        return UnknownLine{};
    if (rest.starts_with('/')) {
        rest.remove_prefix(1);
        (void)takeDigits(rest);
    }
    if (!rest.empty() && std::string_view(" ,:;)|").find(rest.front()) == std::string_view::npos)
        return UnknownLine{};
    IterationEvent event;
    event.origin = origin;
    event.iteration = parseInteger(digits).value_or(0);
    event.duration = tookIn(rest);
    event.loss = numberAfter(rest, "loss");
    return LogEvent(std::move(event));
}

} // namespace millrace::monitor
