// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/monitor/flat_json.h"

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>

namespace millrace::monitor {
namespace {

class Cursor
{
public:
    explicit Cursor(std::string_view text) noexcept : m_text(text) { }

    void skipBlanks() noexcept
    {
        while (!m_text.empty() && (m_text[0] == ' ' || m_text[0] == '\t'))
            m_text.remove_prefix(1);
    }
    bool take(char c) noexcept
    {
        skipBlanks();
        if (!m_text.starts_with(c))
            return false;
        m_text.remove_prefix(1);
        return true;
    }
    /// Takes a string with its quotes; empty: none, or unterminated.
    std::string_view takeString() noexcept
    {
        skipBlanks();
        return cut(stringLength(0));
    }
    std::string_view takeValue() noexcept
    {
        skipBlanks();
        if (m_text.starts_with('"'))
            return cut(stringLength(0));
        if (m_text.starts_with('{') || m_text.starts_with('['))
            return cut(nestedLength());
        return cut(std::min(m_text.find_first_of(",} \t"), m_text.size()));
    }
    bool atEnd() noexcept
    {
        skipBlanks();
        return m_text.empty();
    }

private:
    std::string_view cut(std::size_t length) noexcept
    {
        const std::string_view piece = m_text.substr(0, length);
        m_text.remove_prefix(length);
        return piece;
    }
    std::size_t stringLength(std::size_t at) const noexcept
    {
        if (at >= m_text.size() || m_text[at] != '"')
            return 0;
        for (std::size_t i = at + 1; i < m_text.size(); ++i) {
            if (m_text[i] == '"')
                return i + 1 - at;
            if (static_cast<unsigned char>(m_text[i]) < 0x20)
                return 0;
            if (m_text[i] == '\\')
                ++i;
        }
        return 0;
    }
    std::size_t nestedLength() const noexcept
    {
        std::size_t depth = 0;
        for (std::size_t i = 0; i < m_text.size(); ++i) {
            const char c = m_text[i];
            if (c == '"') {
                const std::size_t length = stringLength(i);
                if (length == 0)
                    return 0;
                i += length - 1;
            }
            depth += c == '{' || c == '[' ? 1 : 0;
            depth -= c == '}' || c == ']' ? 1 : 0;
            if (depth == 0)
                return i + 1;
        }
        return 0;
    }

    std::string_view m_text;
};

template <typename T>
std::optional<T> readNumber(std::string_view text) noexcept
{
    T value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool isWhole = error == std::errc() && end == text.data() + text.size();
    const bool isJson = text.size() >= 1 && (text.back() >= '0' && text.back() <= '9');
    return isWhole && isJson ? std::optional<T>(value) : std::nullopt;
}

bool isSimple(std::string_view value) noexcept
{
    return value.front() == '"' || value == "true" || value == "false" || value == "null"
        || readNumber<double>(value).has_value();
}

std::optional<std::string> unquoted(std::string_view value)
{
    if (value.find('\\') == value.npos)
        return std::string(value.substr(1, value.size() - 2));
    const auto parsed = nlohmann::json::parse(value, nullptr, false);
    return parsed.is_string() ? std::optional(parsed.get<std::string>()) : std::nullopt;
}

} // namespace

bool FlatJson::read(std::string_view text) noexcept
{
    m_count = 0;
    Cursor cursor(text);
    if (!cursor.take('{'))
        return false;
    if (cursor.take('}'))
        return cursor.atEnd();
    for (;;) {
        const std::string_view name = cursor.takeString();
        if (name.empty() || !cursor.take(':') || m_count == m_fields.size())
            return false;
        const std::string_view value = cursor.takeValue();
        if (value.empty() || (value.front() != '{' && value.front() != '[' && !isSimple(value)))
            return false;
        m_fields[m_count++] = Field{name.substr(1, name.size() - 2), value};
        if (cursor.take(','))
            continue;
        return cursor.take('}') && cursor.atEnd();
    }
}

std::optional<std::int64_t> FlatJson::integer(std::string_view name) const noexcept
{
    const Field* field = find(name);
    return field ? readNumber<std::int64_t>(field->value) : std::nullopt;
}

std::optional<double> FlatJson::number(std::string_view name) const noexcept
{
    const Field* field = find(name);
    return field ? readNumber<double>(field->value) : std::nullopt;
}

std::optional<bool> FlatJson::boolean(std::string_view name) const noexcept
{
    const Field* field = find(name);
    if (!field || (field->value != "true" && field->value != "false"))
        return std::nullopt;
    return field->value == "true";
}

std::optional<std::string> FlatJson::text(std::string_view name) const
{
    const Field* field = find(name);
    return field && field->value.front() == '"' ? unquoted(field->value) : std::nullopt;
}

std::vector<std::int64_t> FlatJson::integers(std::string_view name) const
{
    std::vector<std::int64_t> values;
    const Field* field = find(name);
    if (!field || field->value.front() != '[')
        return values;
    std::string_view inside = field->value.substr(1, field->value.size() - 2);
    while (!inside.empty()) {
        const std::size_t comma = std::min(inside.find(','), inside.size());
        if (const auto value = readNumber<std::int64_t>(inside.substr(0, comma)))
            values.push_back(*value);
        inside.remove_prefix(std::min(comma + 1, inside.size()));
    }
    return values;
}

std::vector<std::pair<std::string, std::string>> FlatJson::rest(const std::vector<std::string_view>& without) const
{
    std::vector<std::pair<std::string, std::string>> pairs;
    for (const Field& field : std::span(m_fields).first(m_count)) {
        if (field.value.front() == '{' || field.value.front() == '[' || std::ranges::count(without, field.name) > 0)
            continue;
        const bool isText = field.value.front() == '"';
        pairs.emplace_back(field.name, isText ? unquoted(field.value).value_or("") : std::string(field.value));
    }
    return pairs;
}

const FlatJson::Field* FlatJson::find(std::string_view name) const noexcept
{
    const auto all = std::span(m_fields).first(m_count);
    const auto field = std::ranges::find(all, name, &Field::name);
    return field == all.end() ? nullptr : &*field;
}

} // namespace millrace::monitor
