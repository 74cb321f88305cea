// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/importers/loose_json.h"

#include "core/base/text.h"
#include "core/capture/byte_source.h"
#include "core/monitor/log_line.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace millrace::importers {

namespace {

constexpr std::size_t deepest = 64;
constexpr std::size_t jsonExampleBytes = 120;

/// Copies one object out of a text while looking for its end. A safe place is one where nothing is incomplete: after a
/// bracket, before a comma. A truncated object is closed there.
class DocumentScanner
{
public:
    explicit DocumentScanner(std::string_view text) : m_text(text) { }

    enum class End
    {
        Whole,
        Cut,
        TooDeep
    };
    /// `place` is at '{'; moves to the end of the object.
    End scan(std::size_t& place)
    {
        m_out.clear();
        m_open.clear();
        m_words = 0;
        const std::size_t begin = place;
        for (; place < m_text.size(); ++place) {
            const char c = m_text[place];
            if (c == '{' && place > begin && m_text[place - 1] == '\n')
                break; // another document begins in the middle of this one
            if (c == '"') {
                if (!copyString(place))
                    break;
                continue;
            }
            if (isWord(c)) {
                copyWord(place);
                continue;
            }
            if (c == '{' || c == '[') {
                if (m_open.size() == deepest)
                    return skipDeep(place);
                m_open.push_back(c == '{' ? '}' : ']');
            } else if (c == ',') {
                keepSafe();
            } else if ((c == '}' || c == ']') && !m_open.empty()) {
                m_open.pop_back();
            }
            m_out += c;
            if (c == '{' || c == '[' || c == '}' || c == ']')
                keepSafe();
            if (m_open.empty()) {
                ++place;
                return End::Whole;
            }
        }
        m_out.resize(m_safe);
        m_out.append(m_safeOpen.rbegin(), m_safeOpen.rend());
        return End::Cut;
    }
    [[nodiscard]] const std::string& object() const noexcept { return m_out; }
    [[nodiscard]] std::int64_t words() const noexcept { return m_words; } ///< that are not JSON: nan, inf

private:
    static bool isWord(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
    void keepSafe()
    {
        m_safe = m_out.size();
        m_safeOpen = m_open;
    }
    /// Whether the text ends within the string.
    bool copyString(std::size_t& place)
    {
        const std::size_t begin = place++;
        for (; place < m_text.size() && m_text[place] != '"'; ++place)
            if (m_text[place] == '\\')
                ++place;
        if (place >= m_text.size()) {
            place = m_text.size();
            return false;
        }
        m_out.append(m_text.substr(begin, place - begin + 1));
        return true;
    }
    void copyWord(std::size_t& place)
    {
        const std::size_t begin = place;
        while (place + 1 < m_text.size() && isWord(m_text[place + 1]))
            ++place;
        std::string word(m_text.substr(begin, place - begin + 1));
        if (word.size() == 1 && (word == "e" || word == "E")) { // of a number: 1e5
            m_out += word;
            return;
        }
        word = lowerCase(word);
        if (word == "nan" || word == "inf" || word == "infinity") {
            while (!m_out.empty() && (m_out.back() == '-' || m_out.back() == '+'))
                m_out.pop_back();
            ++m_words;
            word = "null";
        }
        m_out += word;
    }
    End skipDeep(std::size_t& place)
    {
        while (place < m_text.size() && !(m_text[place] == '{' && m_text[place - 1] == '\n'))
            ++place;
        return End::TooDeep;
    }

    std::string_view m_text;
    std::string m_out;
    std::string m_open; ///< brackets that close the open ones
    std::size_t m_safe = 0;
    std::string m_safeOpen;
    std::int64_t m_words = 0;
};

std::string exampleOf(std::string_view text)
{
    return monitor::validUtf8(text.substr(0, jsonExampleBytes));
}

} // namespace

Result<std::string> readToolText(const std::filesystem::path& file, Issues& issues, std::size_t limit)
{
    MR_TRY(opened, capture::openBytes(file));
    std::string text;
    std::vector<std::uint8_t> block(std::size_t(1) << 18);
    for (;;) {
        const auto got = opened.source->read(block);
        if (!got && got.error().code == ErrorCode::Corrupt) {
            countIssue(issues, {"cut-file", Severity::Warning, 1, got.error().what, file.filename().string()});
            return text;
        }
        if (!got)
            return within("reading " + file.string(), got.error());
        if (*got == 0)
            return text;
        if (text.size() + *got > limit)
            return fail(ErrorCode::InvalidInput,
                        fmt::format("{} is larger than {} MiB, too large for a file of this kind; import a part of it",
                                    file.string(), limit >> 20));
        text.append(reinterpret_cast<const char*>(block.data()), *got);
        if (text.starts_with("BZh"))
            return fail(
                ErrorCode::Unsupported,
                fmt::format("{} is compressed by bzip2; unpack it (bunzip2) and import what comes out", file.string()));
    }
}

std::vector<LooseDocument> readLooseJson(std::string_view bytes, const std::string& name, Issues& issues)
{
    const std::string valid = monitor::isAscii(bytes) ? std::string() : monitor::validUtf8(bytes);
    const std::string_view text = valid.empty() ? bytes : std::string_view(valid);
    std::vector<LooseDocument> documents;
    std::size_t place = 0, counted = 0;
    std::uint64_t line = 1;
    const auto placeText = [&] { return fmt::format("{} line {}", name, line); };
    const auto note = [&](const char* kind, std::int64_t count, std::string example) {
        if (count > 0)
            countIssue(issues, {kind, Severity::Warning, count, std::move(example), placeText()});
    };
    DocumentScanner scanner(text);
    while (place < text.size()) {
        const std::size_t begin = std::min(text.find('{', place), text.size());
        const std::string_view between = text.substr(place, begin - place);
        const std::size_t said = between.find_first_not_of(std::string_view(" \t\r\n,\0\xEF\xBB\xBF", 9));
        line += static_cast<std::uint64_t>(std::count(text.begin() + static_cast<std::ptrdiff_t>(counted),
                                                      text.begin() + static_cast<std::ptrdiff_t>(begin), '\n'));
        counted = begin;
        if (said != between.npos)
            note("text-between", 1, exampleOf(between.substr(said)));
        place = begin;
        if (place == text.size())
            break;
        const auto end = scanner.scan(place);
        if (place == begin)
            ++place;
        if (end == DocumentScanner::End::TooDeep) {
            note("deep-json", 1, exampleOf(text.substr(begin)));
            continue;
        }
        LooseDocument document{LooseJson::parse(scanner.object(), nullptr, false), line,
                               end == DocumentScanner::End::Cut};
        if (!document.json.is_object()) {
            note("bad-json", 1, exampleOf(text.substr(begin)));
            continue;
        }
        note("not-a-number", scanner.words(), "expected a number, found nan or inf");
        note("cut-file", document.cut ? 1 : 0, "its end is missing");
        documents.push_back(std::move(document));
    }
    return documents;
}

const LooseJson* memberOf(const LooseJson& json, const char* key) noexcept
{
    if (!json.is_object())
        return nullptr;
    const auto found = json.find(key);
    return found == json.end() ? nullptr : &*found;
}

std::optional<double> numberOf(const LooseJson& json, const char* key) noexcept
{
    const LooseJson* member = memberOf(json, key);
    if (member == nullptr || !member->is_number())
        return std::nullopt;
    const double value = member->get<double>();
    return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

std::string textOf(const LooseJson& json, const char* key)
{
    const LooseJson* member = memberOf(json, key);
    return member != nullptr && member->is_string() ? member->get<std::string>() : std::string();
}

} // namespace millrace::importers
