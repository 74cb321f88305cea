// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/monitor/line_pattern.h"

#include "core/base/text.h"

#include <charconv>
#include <cmath>
#include <limits>

namespace millrace::monitor {
namespace {

bool isBlank(char c) noexcept
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

std::size_t digitsAt(std::string_view text, std::size_t at) noexcept
{
    std::size_t end = at;
    while (end < text.size() && isDigit(text[end]))
        ++end;
    return end - at;
}

/// Length of [-+]?(digits(.digits?)?(e[-+]?digits)?|inf|nan), 0 if there is none.
std::size_t decimalLength(std::string_view text) noexcept
{
    std::size_t at = !text.empty() && (text[0] == '-' || text[0] == '+') ? 1 : 0;
    if (const auto word = text.substr(at, 3); word == "inf" || word == "nan")
        return at + 3;
    const std::size_t whole = digitsAt(text, at);
    if (whole == 0)
        return 0;
    at += whole;
    if (at < text.size() && text[at] == '.')
        at += 1 + digitsAt(text, at + 1);
    if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
        const std::size_t sign = at + 1 < text.size() && (text[at + 1] == '-' || text[at + 1] == '+') ? 1 : 0;
        if (const std::size_t exponent = digitsAt(text, at + 1 + sign); exponent > 0)
            at += 1 + sign + exponent;
    }
    return at;
}

std::size_t numberLength(char kind, std::string_view text) noexcept
{
    if (kind == 'g')
        return decimalLength(text);
    if (kind == 'f') {
        std::size_t end = 0;
        while (end < text.size() && (isDigit(text[end]) || text[end] == '.'))
            ++end;
        return end;
    }
    const std::size_t sign = kind == 'i' && !text.empty() && text[0] == '-' ? 1 : 0;
    const std::size_t digits = digitsAt(text, sign);
    return digits == 0 ? 0 : sign + digits;
}

/// Length of the text up to `literal`, or to the end if the literal is empty.
std::size_t textLength(char kind, std::string_view text, std::string_view literal) noexcept
{
    std::size_t length = text.size();
    if (!literal.empty()) {
        length = text.find(literal, 1);
        if (text.empty() || length == text.npos)
            return 0;
    }
    if (kind == 'w') {
        for (const char c : text.substr(0, length)) {
            if (isBlank(c))
                return 0;
        }
    }
    return length;
}

template <typename T>
bool readWhole(std::string_view text, T& value) noexcept
{
    if (text.starts_with('+'))
        text.remove_prefix(1);
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size();
}

bool unitNanoseconds(std::string_view unit, double& nanoseconds) noexcept
{
    struct Unit
    {
        std::string_view name;
        double nanoseconds;
    };
    for (const Unit& each : {Unit{"ns", 1},
                             {"us", 1e3},
                             {"\u00b5s", 1e3},
                             {"\u03bcs", 1e3},
                             {"ms", 1e6},
                             {"s", 1e9},
                             {"m", 60e9},
                             {"h", 3600e9}}) {
        if (each.name == unit) {
            nanoseconds = each.nanoseconds;
            return true;
        }
    }
    return false;
}

} // namespace

bool Captures::add(std::string_view text) noexcept
{
    if (m_count == m_texts.size())
        return false;
    m_texts[m_count++] = text;
    return true;
}

std::int64_t Captures::longInteger(std::size_t index) noexcept
{
    std::int64_t value = 0;
    if (readWhole(m_texts[index], value))
        return value;
    m_failed = true;
    return 0;
}

int Captures::integer(std::size_t index) noexcept
{
    const std::int64_t value = longInteger(index);
    if (value >= std::numeric_limits<int>::min() && value <= std::numeric_limits<int>::max())
        return static_cast<int>(value);
    m_failed = true;
    return 0;
}

double Captures::number(std::size_t index) noexcept
{
    double value = 0;
    if (readWhole(m_texts[index], value))
        return value;
    m_failed = true;
    return 0;
}

Nanoseconds Captures::seconds(std::size_t index) noexcept
{
    const double value = number(index) * 1e9;
    if (std::abs(value) < 9e18)
        return Nanoseconds(std::llround(value));
    m_failed = true;
    return Nanoseconds(0);
}

Nanoseconds Captures::duration(std::size_t index) noexcept
{
    Nanoseconds value(0);
    m_failed |= !readGoDuration(m_texts[index], value);
    return value;
}

double Captures::rate(std::size_t index) noexcept
{
    double value = 0;
    m_failed |= !readByteRate(m_texts[index], value);
    return value;
}

bool matchLine(std::string_view pattern, std::string_view line, Captures& captures) noexcept
{
    captures.clear();
    while (!pattern.empty()) {
        const std::size_t brace = pattern.find('{');
        const std::string_view literal = pattern.substr(0, brace);
        if (!line.starts_with(literal))
            return false;
        line.remove_prefix(literal.size());
        if (brace == pattern.npos)
            break;
        const char kind = pattern[brace + 1];
        pattern.remove_prefix(brace + 3);
        if (kind == 'r')
            return captures.add(line);
        const bool isText = kind == 'w' || kind == 't';
        const std::size_t length =
            isText ? textLength(kind, line, pattern.substr(0, pattern.find('{'))) : numberLength(kind, line);
        if (length == 0 || !captures.add(line.substr(0, length)))
            return false;
        line.remove_prefix(length);
    }
    return line.empty();
}

bool readGoDuration(std::string_view text, Nanoseconds& duration) noexcept
{
    double total = 0;
    if (text.empty())
        return false;
    while (!text.empty()) {
        const std::size_t length = numberLength('f', text);
        double value = 0;
        if (length == 0 || !readWhole(text.substr(0, length), value))
            return false;
        text.remove_prefix(length);
        std::size_t unit = 0;
        while (unit < text.size() && !isDigit(text[unit]))
            ++unit;
        double nanoseconds = 0;
        if (!unitNanoseconds(text.substr(0, unit), nanoseconds))
            return false;
        total += value * nanoseconds;
        text.remove_prefix(unit);
    }
    if (!(total < 9e18))
        return false;
    duration = Nanoseconds(std::llround(total));
    return true;
}

bool readByteRate(std::string_view text, double& bytesPerSecond) noexcept
{
    const std::size_t length = numberLength('f', text);
    double value = 0;
    if (length == 0 || !readWhole(text.substr(0, length), value))
        return false;
    text.remove_prefix(length);
    if (text.starts_with(' '))
        text.remove_prefix(1);
    constexpr std::string_view prefixes = "KMGT";
    double factor = 1;
    if (const std::size_t prefix = text.empty() ? text.npos : prefixes.find(text[0]); prefix != text.npos) {
        text.remove_prefix(1);
        const bool binary = text.starts_with('i');
        text.remove_prefix(binary ? 1 : 0);
        factor = std::pow(binary ? 1024.0 : 1000.0, static_cast<double>(prefix + 1));
    }
    bytesPerSecond = value * factor;
    return text == "B/s";
}

} // namespace millrace::monitor
