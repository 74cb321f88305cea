// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/importers/csv_table.h"

#include "core/base/file_io.h"
#include "core/base/unknown.h"
#include "core/monitor/log_line.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstring>
#include <fmt/format.h>
#include <limits>
#include <unordered_set>

namespace millrace::importers {

namespace {

constexpr std::size_t looked = 4096; ///< bytes used to distinguish text from binary content
constexpr std::size_t lookedLines = 20; ///< bytes used to find the delimiter
constexpr std::size_t longestExample = 80;
constexpr std::size_t lineExample = 200;

[[nodiscard]] bool isBlank(char sign) noexcept
{
    return sign == ' ' || sign == '\t' || sign == '\r';
}

[[nodiscard]] std::string_view stripped(std::string_view text) noexcept
{
    while (!text.empty() && isBlank(text.front()))
        text.remove_prefix(1);
    while (!text.empty() && isBlank(text.back()))
        text.remove_suffix(1);
    return text;
}

[[nodiscard]] bool isBinary(std::string_view text) noexcept
{
    return std::ranges::any_of(text.substr(0, looked),
                               [](char sign) {
                                   const auto byte = static_cast<unsigned char>(sign);
                                   return byte < 0x20 && byte != '\t' && byte != '\n' && byte != '\r' && byte != '\f'
                                       && byte != 0;
                               })
        || text.substr(0, std::min<std::size_t>(text.size(), 16)).find('\0') != std::string_view::npos;
}

/// Number of occurrences of a character in a line, outside quotes.
[[nodiscard]] std::size_t countIn(std::string_view line, char delimiter) noexcept
{
    std::size_t count = 0;
    bool quoted = false;
    for (const char sign : line) {
        quoted = quoted != (sign == '"');
        count += !quoted && sign == delimiter ? 1 : 0;
    }
    return count;
}

/// The candidate that splits the most of the first lines into as many fields as the very first; of several the one with
/// the most fields.
[[nodiscard]] char likelyDelimiter(std::string_view text)
{
    std::vector<std::string_view> lines;
    while (!text.empty() && lines.size() < lookedLines) {
        const std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(text.size(), line.size() + 1));
        if (!stripped(line).empty())
            lines.push_back(line);
    }
    char best = ',';
    std::pair<std::size_t, std::size_t> bestScore;
    for (const char candidate : {',', ';', '\t', '|'}) {
        const std::size_t wanted = lines.empty() ? 0 : countIn(lines.front(), candidate);
        const auto even =
            std::ranges::count_if(lines, [&](std::string_view line) { return countIn(line, candidate) == wanted; });
        const std::pair score(static_cast<std::size_t>(even), wanted);
        if (wanted > 0 && score > bestScore) {
            best = candidate;
            bestScore = score;
        }
    }
    return best;
}

} // namespace

/// One pass over the bytes. A quoted field is unquoted in place: its content moves to its front, followed by blanks.
class CsvTable::Parser
{
public:
    Parser(CsvTable& table, const CsvOptions& options)
        : m_table(table), m_text(table.m_text.data()), m_end(table.m_text.size()),
          m_delimiter(options.delimiter != 0 ? options.delimiter : likelyDelimiter(table.m_text)),
          m_header(options.header), m_asWritten(options.asWritten), m_quotes(!options.asWritten)
    {
    }

    void run()
    {
        m_table.m_first.push_back(0);
        while (m_position < m_end)
            readRow();
        nameColumns();
    }

private:
    void count(const char* kind, std::uint64_t line, const std::string& example)
    {
        countIssue(m_table.m_issues,
                   {kind, Severity::Warning, 1, example, fmt::format("{} line {}", m_table.m_name, line)});
    }
    void countOnly(const char* kind, std::uint64_t line, std::size_t fields)
    {
        const auto known = std::ranges::find(m_table.m_issues, kind, &Issue::kind);
        if (known != m_table.m_issues.end())
            ++known->count;
        else
            count(kind, line, fmt::format("{} fields where the header has {}", fields, m_width));
    }

    /// Removes the quotes of the field that begins here; returns its end. An unclosed quote is text, and so are all
    /// that follow.
    std::size_t unquote(std::size_t begin)
    {
        std::size_t from = begin + 1;
        std::size_t lines = 0;
        while (from < m_end && (m_text[from] != '"' || (from + 1 < m_end && m_text[from + 1] == '"'))) {
            lines += m_text[from] == '\n' ? 1 : 0;
            from += m_text[from] == '"' ? 2 : 1;
        }
        if (from >= m_end) {
            count("open-quote", m_line, "a quote that is not closed");
            m_quotes = false;
            return begin;
        }
        std::size_t to = begin;
        for (std::size_t i = begin + 1; i < from; ++i) {
            m_text[to++] = m_text[i];
            i += m_text[i] == '"' ? 1 : 0;
        }
        std::fill(m_text + to, m_text + from + 1, ' ');
        m_line += lines;
        return from + 1;
    }

    /// Finds the fields of one line and stores their starts; empty lines are skipped.
    void readRow()
    {
        const std::size_t first = m_table.m_begins.size();
        const std::uint64_t line = m_line;
        const std::size_t begin = m_position;
        m_table.m_begins.push_back(static_cast<std::uint32_t>(m_position));
        std::size_t at = openField(m_position);
        for (; at < m_end && m_text[at] != '\n'; ++at) {
            if (m_text[at] == m_delimiter) {
                m_table.m_begins.push_back(static_cast<std::uint32_t>(at + 1));
                at = openField(at + 1) - 1;
            } else if (m_text[at] == '\0' && !m_asWritten)
                count("nul-byte", m_line, "a byte that is 0");
        }
        m_position = at + 1;
        ++m_line;
        const std::size_t fields = m_table.m_begins.size() - first;
        if (!m_asWritten && fields == 1 && stripped({m_text + begin, at - begin}).empty())
            return m_table.m_begins.resize(first);
        m_table.m_begins.push_back(static_cast<std::uint32_t>(at + 1));
        keep(line, fields);
    }

    std::size_t openField(std::size_t begin)
    {
        if (!m_quotes || begin >= m_end || m_text[begin] != '"')
            return begin;
        return unquote(begin);
    }

    void keep(std::uint64_t line, std::size_t fields)
    {
        if (m_width == 0)
            m_width = fields;
        if (!m_asWritten && fields < m_width)
            countOnly("short-row", line, fields);
        else if (!m_asWritten && fields > m_width)
            countOnly("long-row", line, fields);
        m_table.m_lines.push_back(line);
        m_table.m_first.push_back(m_table.m_begins.size());
    }

    void nameColumns()
    {
        if (!m_header) {
            for (std::size_t i = 1; i <= m_width; ++i)
                m_table.m_header.push_back(std::to_string(i));
            return;
        }
        if (m_table.m_lines.empty())
            return;
        m_table.m_header.resize(m_width);
        std::unordered_set<std::string_view> known;
        for (std::size_t i = 0; i < m_width; ++i) {
            const std::string_view name = m_table.text(0, i);
            m_table.m_header[i] = name;
            if (!name.empty() && !known.insert(name).second)
                count("double-column", m_table.m_lines.front(), std::string(name.substr(0, longestExample)));
        }
        m_table.m_lines.erase(m_table.m_lines.begin());
        m_table.m_first.erase(m_table.m_first.begin());
    }

    CsvTable& m_table;
    char* m_text;
    std::size_t m_end;
    char m_delimiter;
    bool m_header;
    bool m_asWritten;
    bool m_quotes;
    std::size_t m_width = 0; ///< fields of the first row
    std::size_t m_position = 0;
    std::uint64_t m_line = 1;
};

Result<CsvTable> CsvTable::read(const std::filesystem::path& file, const CsvOptions& options)
{
    MR_TRY(text, readFile(file, options.mostBytes));
    return parse(std::move(text), file.filename().string(), options);
}

Result<CsvTable> CsvTable::parse(std::string text, std::string name, const CsvOptions& options)
{
    const std::size_t most = std::min<std::size_t>(options.mostBytes, std::numeric_limits<std::uint32_t>::max() - 8);
    if (text.size() > most)
        return fail(ErrorCode::InvalidInput, fmt::format("{} is larger than {} bytes", name, most));
    if (!options.asWritten && isBinary(text))
        return fail(ErrorCode::InvalidInput, fmt::format("{} is not a text table: it has binary content", name));
    if (text.starts_with("\xEF\xBB\xBF"))
        text.replace(0, 3, "");
    CsvTable table;
    table.m_name = std::move(name);
    table.m_text = std::move(text);
    Parser(table, options).run();
    if (!options.asWritten && table.m_header.empty())
        return fail(ErrorCode::InvalidInput, fmt::format("{} is empty: it has no line of fields", table.m_name));
    return table;
}

std::optional<std::size_t> CsvTable::column(std::string_view name) const
{
    const auto found = std::ranges::find(m_header, name);
    if (found == m_header.end())
        return std::nullopt;
    return static_cast<std::size_t>(found - m_header.begin());
}

std::string_view CsvTable::text(std::size_t row, std::size_t column) const
{
    const std::size_t field = m_first[row] + column;
    if (field + 1 >= m_first[row + 1])
        return {};
    // Between two starts are the field and its delimiter.
    return stripped({m_text.data() + m_begins[field], m_begins[field + 1] - m_begins[field] - 1});
}

std::string CsvTable::place(std::size_t row) const
{
    return fmt::format("{} line {}", m_name, line(row));
}

std::vector<std::string_view> CsvTable::fields(std::size_t row) const
{
    std::vector<std::string_view> fields;
    for (std::size_t column = 0; m_first[row] + column + 1 < m_first[row + 1]; ++column)
        fields.push_back(text(row, column));
    return fields;
}

void CsvTable::count(Issues& issues, const char* kind, Severity severity, std::size_t row,
                     std::string_view example) const
{
    const auto known = std::ranges::find(issues, kind, &Issue::kind);
    if (known != issues.end()) {
        ++known->count;
        return;
    }
    if (example.empty()) {
        const std::uint32_t begin = m_begins[m_first[row]];
        example = {m_text.data() + begin, m_begins[m_first[row + 1] - 1] - begin - 1};
        example.remove_suffix(example.ends_with('\r') ? 1 : 0);
    }
    issues.push_back({kind, severity, 1, monitor::validUtf8(example.substr(0, lineExample)), place(row)});
}

std::vector<double> CsvTable::numbers(std::size_t column, Issues& issues) const
{
    std::vector<double> values(rows(), unknown);
    for (std::size_t row = 0; row < values.size(); ++row) {
        const std::string_view field = text(row, column);
        if (field.empty())
            continue;
        const char* const begin = field.data() + (field.front() == '+' ? 1 : 0);
        const char* const end = field.data() + field.size();
        double value = 0;
        const auto [stop, code] = std::from_chars(begin, end, value);
        if (code == std::errc() && stop == end && std::isfinite(value)) {
            values[row] = value;
            continue;
        }
        const auto known = std::ranges::find(issues, "text-cell", &Issue::kind);
        if (known != issues.end())
            ++known->count;
        else
            issues.push_back({"text-cell", Severity::Warning, 1,
                              fmt::format("\"{}\" in column {}", field.substr(0, longestExample), m_header[column]),
                              place(row)});
    }
    return values;
}

} // namespace millrace::importers
