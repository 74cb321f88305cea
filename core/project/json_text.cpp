// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/project/json_text.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <set>

namespace millrace::project {

namespace {

constexpr std::size_t widest = 120;
constexpr int deepest = 64;

struct Place
{
    std::size_t line = 1;
    std::size_t column = 1;
};

Place placeOf(std::string_view text, std::size_t offset)
{
    const std::string_view before = text.substr(0, std::min(offset, text.size()));
    const std::size_t start = before.rfind('\n');
    return {static_cast<std::size_t>(std::ranges::count(before, '\n')) + 1,
            before.size() - (start == std::string_view::npos ? 0 : start + 1) + 1};
}

Error failAt(std::string_view text, std::size_t offset, std::string_view sentence)
{
    const Place place = placeOf(text, offset);
    return fail(ErrorCode::Corrupt, fmt::format("line {}, column {}: {}", place.line, place.column, sentence));
}

/// Rejects nesting that would exhaust the stack later; strings are skipped.
Result<void> checkDepth(std::string_view text)
{
    int depth = 0;
    bool inString = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (inString) {
            if (c == '\\')
                ++i;
            else if (c == '"')
                inString = false;
        } else if (c == '"') {
            inString = true;
        } else if (c == '{' || c == '[') {
            if (++depth > deepest)
                return failAt(text, i, fmt::format("nested deeper than {} levels", deepest));
        } else if (c == '}' || c == ']') {
            --depth;
        }
    }
    return {};
}

/// Converts "[json.exception.…] parse error at line 3, column 5: syntax error while parsing value - unexpected '}';
/// expected …" to "unexpected '}'; expected …", printable and short.
std::string plainReason(std::string_view what)
{
    if (const auto dash = what.find(" - "); dash != std::string_view::npos)
        what.remove_prefix(dash + 3);
    else if (const auto colon = what.rfind(": "); colon != std::string_view::npos)
        what.remove_prefix(colon + 2);
    std::string reason;
    for (const char c : what) {
        const bool plain = c >= 0x20 && c < 0x7f;
        reason += plain ? c : '?';
    }
    if (reason.size() > 200)
        reason = reason.substr(0, 90) + " … " + reason.substr(reason.size() - 100);
    return reason;
}

/// Returns the offset and raw name of the first duplicate key of an object; the text is valid JSON.
std::optional<std::pair<std::size_t, std::string_view>> findRepeated(std::string_view text)
{
    std::vector<std::set<std::string_view>> open;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '{')
            open.emplace_back();
        else if (text[i] == '}')
            open.pop_back();
        if (text[i] != '"')
            continue;
        const std::size_t begin = i++;
        for (; text[i] != '"'; ++i)
            if (text[i] == '\\')
                ++i;
        const std::string_view name = text.substr(begin, i + 1 - begin);
        const std::size_t next = text.find_first_not_of(" \t\r\n", i + 1);
        if (next != std::string_view::npos && text[next] == ':' && !open.back().insert(name).second)
            return std::pair(begin, name);
    }
    return std::nullopt;
}

class Writer
{
public:
    std::string run(const Json& json)
    {
        value(json, 0, false);
        m_text += '\n';
        return std::move(m_text);
    }

private:
    static std::string plain(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

    /// Returns the value on one line; empty if it does not belong on one.
    static std::string onOneLine(const Json& json, bool inList)
    {
        if (json.is_primitive() || json.empty())
            return plain(json);
        if (json.is_object() && !inList)
            return {};
        std::string text;
        for (const auto& [key, member] : json.items()) {
            if (member.is_object() || (json.is_array() && member.is_structured()))
                return {};
            const std::string inner = onOneLine(member, false);
            if (inner.empty())
                return {};
            text += (text.empty() ? "" : ", ") + (json.is_object() ? plain(Json(key)) + ": " : std::string()) + inner;
        }
        return json.is_object() ? "{" + text + "}" : "[" + text + "]";
    }

    void value(const Json& json, std::size_t indent, bool inList)
    {
        const std::string line = onOneLine(json, inList);
        const std::size_t start = m_text.rfind('\n');
        const std::size_t column = m_text.size() - (start == std::string::npos ? 0 : start + 1);
        if (json.is_primitive() || json.empty() || (!line.empty() && column + line.size() < widest)) {
            m_text += line;
            return;
        }
        m_text += json.is_object() ? '{' : '[';
        bool first = true;
        for (const auto& [key, member] : json.items()) {
            m_text += first ? "\n" : ",\n";
            m_text.append(indent + 2, ' ');
            if (json.is_object())
                m_text += plain(Json(key)) + ": ";
            value(member, indent + 2, json.is_array());
            first = false;
        }
        m_text += '\n';
        m_text.append(indent, ' ');
        m_text += json.is_object() ? '}' : ']';
    }

    std::string m_text;
};

} // namespace

Result<Json> parseJson(std::string_view text)
{
    // The parser would take a zero byte for the end and ignore the rest.
    if (const std::size_t zero = text.find('\0'); zero != std::string_view::npos)
        return failAt(text, zero, "a zero byte; the file is damaged");
    MR_CHECK(checkDepth(text));
    try {
        Json json = Json::parse(text);
        if (const auto repeated = findRepeated(text))
            return failAt(text, repeated->first,
                          fmt::format("duplicate key {} in this object; keep one",
                                      repeated->second.size() > 60 ? "here" : repeated->second));
        return json;
    } catch (const Json::parse_error& error) {
        return failAt(text, error.byte > 0 ? error.byte - 1 : 0, plainReason(error.what()));
    } catch (const Json::out_of_range& error) {
        // "[json.exception.out_of_range.406] number overflow parsing '1e999'"
        const std::string_view what = error.what();
        const std::size_t quote = std::min(what.find('\''), what.size() - 1);
        const std::string_view number = what.substr(quote + 1, what.rfind('\'') - quote - 1);
        return failAt(text, text.find(number), fmt::format("the number {} is too large", briefJson(Json(number))));
    } catch (const std::exception& error) {
        return fail(ErrorCode::Corrupt, plainReason(error.what()));
    }
}

std::string canonicalText(const Json& json)
{
    return Writer().run(json);
}

} // namespace millrace::project
