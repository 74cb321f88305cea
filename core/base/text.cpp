// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/text.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <numeric>

namespace millrace {

namespace {

bool isSpace(char c) noexcept
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f';
}

template <typename Number>
Result<Number> parseNumber(std::string_view text, std::string_view kind)
{
    const std::string_view body = !text.empty() && text.front() == '+' ? text.substr(1) : text;
    Number value{};
    const auto [end, code] = std::from_chars(body.data(), body.data() + body.size(), value);
    if (code != std::errc() || end != body.data() + body.size() || body.empty())
        return fail(ErrorCode::InvalidInput, fmt::format("\"{}\" is not {}", text, kind));
    return value;
}

std::size_t editDistance(std::string_view a, std::string_view b)
{
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t(0));
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i + 1;
        for (std::size_t j = 0; j < b.size(); ++j) {
            const std::size_t above = row[j + 1];
            row[j + 1] = std::min({above + 1, row[j] + 1, diagonal + (a[i] == b[j] ? 0u : 1u)});
            diagonal = above;
        }
    }
    return row.back();
}

} // namespace

std::vector<std::string_view> split(std::string_view text, char separator)
{
    std::vector<std::string_view> parts;
    std::size_t begin = 0;
    for (;;) {
        const std::size_t end = text.find(separator, begin);
        parts.push_back(text.substr(begin, end - begin));
        if (end == std::string_view::npos)
            return parts;
        begin = end + 1;
    }
}

std::string_view trim(std::string_view text) noexcept
{
    while (!text.empty() && isSpace(text.front()))
        text.remove_prefix(1);
    while (!text.empty() && isSpace(text.back()))
        text.remove_suffix(1);
    return text;
}

std::string join(const std::vector<std::string>& parts, std::string_view separator)
{
    return fmt::format("{}", fmt::join(parts, separator));
}

std::string lowerCase(std::string_view text)
{
    std::string lower(text);
    std::ranges::transform(lower, lower.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    return lower;
}

void replaceAll(std::string& text, std::string_view what, std::string_view with)
{
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size()))
        text.replace(at, what.size(), with);
}

Result<double> parseDouble(std::string_view text)
{
    return parseNumber<double>(text, "a number");
}

Result<std::int64_t> parseInteger(std::string_view text)
{
    return parseNumber<std::int64_t>(text, "a whole number");
}

std::string shortest(double value)
{
    return fmt::format("{}", value);
}

std::string cleanLine(std::string_view line)
{
    while (!line.empty() && (line.back() == '\r' || line.back() == '\n'))
        line.remove_suffix(1);
    std::string clean;
    clean.reserve(line.size());
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (line[i] != '\x1b' || i + 1 >= line.size() || line[i + 1] != '[') {
            clean += line[i];
            continue;
        }
        std::size_t end = i + 2;
        while (end < line.size() && (line[end] == ';' || (line[end] >= '0' && line[end] <= '9')))
            ++end;
        if (end < line.size() && ((line[end] >= 'A' && line[end] <= 'Z') || (line[end] >= 'a' && line[end] <= 'z')))
            i = end;
        else
            clean += line[i];
    }
    return clean;
}

std::string nearest(std::string_view word, const std::vector<std::string>& candidates)
{
    const std::string lower = lowerCase(word);
    std::string best;
    std::size_t bestDistance = std::max<std::size_t>(1, word.size() / 3) + 1;
    for (const auto& candidate : candidates) {
        const std::size_t distance = editDistance(lower, lowerCase(candidate));
        if (distance < bestDistance) {
            bestDistance = distance;
            best = candidate;
        }
    }
    return best;
}

std::string suggestion(std::string_view word, const std::vector<std::string>& candidates)
{
    const std::string near = nearest(word, candidates);
    return near.empty() ? "known are " + join(candidates, ", ") : "did you mean " + near + "?";
}

void LineSplitter::feed(std::string_view bytes, std::vector<std::string>& lines)
{
    while (!bytes.empty()) {
        const std::size_t end = bytes.find('\n');
        std::string_view piece = bytes.substr(0, end);
        while (m_rest.size() + piece.size() > m_maximum) {
            const std::size_t room = m_maximum - m_rest.size();
            m_rest += piece.substr(0, room);
            piece.remove_prefix(room);
            lines.push_back(std::move(m_rest));
            m_rest.clear();
        }
        m_rest += piece;
        if (end == std::string_view::npos)
            return;
        lines.push_back(std::move(m_rest));
        m_rest.clear();
        bytes.remove_prefix(end + 1);
    }
}

void LineSplitter::finish(std::vector<std::string>& lines)
{
    if (!m_rest.empty())
        lines.push_back(std::move(m_rest));
    m_rest.clear();
}

} // namespace millrace
