// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/importers/workbook.h"

#include "core/base/text.h"
#include "core/importers/xml_walk.h"
#include "core/importers/zip_handle.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <optional>

namespace millrace::importers {

namespace {

constexpr std::size_t sheetColumns = 16'384; ///< of the format
constexpr std::size_t sheetRows = 1'048'576;

/// xl/workbook.xml: the tabs; xl/_rels/workbook.xml.rels: the parts they are in.
class TabReader final : public XmlVisitor
{
public:
    struct Tab
    {
        std::string name;
        std::string relation;
    };
    std::vector<Tab> tabs;
    std::map<std::string, std::string, std::less<>> parts; ///< by relation

    void begin(std::string_view name, const char* const* attributes) override
    {
        if (name == "sheet")
            tabs.push_back({std::string(xmlAttribute(attributes, "name")), relationOf(attributes)});
        else if (name == "Relationship")
            parts[std::string(xmlAttribute(attributes, "Id"))] = xmlAttribute(attributes, "Target");
    }
    void text(std::string_view) override { }
    void end(std::string_view) override { }

private:
    /// "r:id", not "sheetId".
    static std::string relationOf(const char* const* attributes) { return std::string(xmlAttribute(attributes, "id")); }
};

/// xl/sharedStrings.xml: texts that cells refer to by number. Phonetic readings are left out.
class SharedTexts final : public XmlVisitor
{
public:
    explicit SharedTexts(std::size_t most) : m_most(most) { }
    std::vector<std::string> texts;

    void begin(std::string_view name, const char* const*) override
    {
        if (name == "si") {
            texts.emplace_back();
            if (texts.size() > m_most)
                m_refusal = fmt::format("more than {} texts", m_most);
        }
        m_phonetic = m_phonetic || name == "rPh";
        m_isText = name == "t" && !m_phonetic;
    }
    void text(std::string_view text) override
    {
        if (m_isText && !texts.empty())
            texts.back() += text;
    }
    void end(std::string_view name) override
    {
        m_isText = false;
        if (name == "rPh")
            m_phonetic = false;
    }

private:
    std::size_t m_most;
    bool m_isText = false;
    bool m_phonetic = false;
};

/// "BC12" is column 54, row 11, from 0; none for an invalid reference.
struct CellPlace
{
    std::size_t row = 0;
    std::size_t column = 0;
};
std::optional<CellPlace> placeOfCell(std::string_view name)
{
    std::size_t column = 0;
    std::size_t at = 0;
    for (; at < name.size() && name[at] >= 'A' && name[at] <= 'Z' && column <= sheetColumns; ++at)
        column = column * 26 + static_cast<std::size_t>(name[at] - 'A' + 1);
    const auto row = parseInteger(name.substr(at));
    if (at == 0 || column == 0 || column > sheetColumns || !row || *row < 1
        || *row > static_cast<std::int64_t>(sheetRows))
        return std::nullopt;
    return CellPlace{static_cast<std::size_t>(*row) - 1, column - 1};
}

/// xl/worksheets/sheetN.xml.
class CellReader final : public XmlVisitor
{
public:
    CellReader(WorkbookSheet& sheet, const std::vector<std::string>& texts, std::size_t& cellsLeft, Issues& issues)
        : m_sheet(sheet), m_texts(texts), m_cellsLeft(cellsLeft), m_issues(issues)
    {
    }

    void begin(std::string_view name, const char* const* attributes) override
    {
        if (name == "row")
            beginRow(xmlAttribute(attributes, "r"));
        else if (name == "c")
            beginCell(attributes);
        m_isValue = name == "v" || (name == "t" && m_type == "inlineStr");
    }
    void text(std::string_view text) override
    {
        if (m_isValue)
            m_value += text;
    }
    void end(std::string_view name) override
    {
        m_isValue = false;
        if (name == "c")
            endCell();
    }

private:
    void beginRow(std::string_view number)
    {
        const auto row = parseInteger(number);
        const std::size_t wanted =
            row && *row > 0 ? static_cast<std::size_t>(std::min<std::int64_t>(*row, sheetRows)) - 1 : m_nextRow;
        m_place = {wanted, 0};
        m_nextRow = wanted + 1;
    }
    void beginCell(const char* const* attributes)
    {
        m_type = xmlAttribute(attributes, "t");
        m_value.clear();
        if (const auto place = placeOfCell(xmlAttribute(attributes, "r")))
            m_place = *place;
    }
    void endCell()
    {
        const CellPlace place = m_place;
        ++m_place.column;
        std::string value = valueOfCell();
        if (value.empty() || !hasRoom(place))
            return;
        auto& rows = m_sheet.rows;
        rows.resize(std::max(rows.size(), place.row + 1));
        auto& cells = rows[place.row];
        cells.resize(std::max(cells.size(), place.column + 1));
        cells[place.column] = std::move(value);
    }
    [[nodiscard]] std::string valueOfCell()
    {
        if (m_type == "e") {
            countIssue(m_issues, {"error-cell", Severity::Warning, 1, m_value, m_sheet.name});
            return {};
        }
        if (m_type != "s")
            return std::move(m_value);
        const auto index = parseInteger(m_value);
        const bool isThere = index && *index >= 0 && static_cast<std::size_t>(*index) < m_texts.size();
        if (!isThere)
            countIssue(m_issues, {"bad-text", Severity::Warning, 1, "text number " + m_value, m_sheet.name});
        return isThere ? m_texts[static_cast<std::size_t>(*index)] : std::string();
    }
    /// A cell far out implies all empty cells before it.
    [[nodiscard]] bool hasRoom(const CellPlace& place)
    {
        const auto& rows = m_sheet.rows;
        const std::size_t newRows = place.row < rows.size() ? 0 : place.row + 1 - rows.size();
        const std::size_t had = place.row < rows.size() ? rows[place.row].size() : 0;
        const std::size_t newCells = place.column < had ? 0 : place.column + 1 - had;
        if (place.row >= sheetRows || place.column >= sheetColumns || newRows + newCells > m_cellsLeft) {
            m_refusal = "too many cells";
            return false;
        }
        m_cellsLeft -= newRows + newCells;
        return true;
    }

    WorkbookSheet& m_sheet;
    const std::vector<std::string>& m_texts;
    std::size_t& m_cellsLeft;
    Issues& m_issues;
    std::string m_type;
    std::string m_value;
    CellPlace m_place;
    std::size_t m_nextRow = 0;
    bool m_isValue = false;
};

/// Reads the parts of one workbook, counting the unpacked bytes.
class WorkbookReader
{
public:
    WorkbookReader(ZipHandle zip, std::string name, const WorkbookLimits& limits, const JobContext& job)
        : m_zip(std::move(zip)), m_name(std::move(name)), m_bytesLeft(limits.bytes), m_cellsLeft(limits.cells),
          m_mostSheets(limits.sheets), m_job(job)
    {
    }

    Result<Workbook> execute()
    {
        TabReader tabs;
        MR_CHECK(walk("xl/workbook.xml", tabs));
        MR_CHECK(walk("xl/_rels/workbook.xml.rels", tabs));
        SharedTexts texts(m_cellsLeft);
        if (const auto done = walk("xl/sharedStrings.xml", texts); !done && done.error().code != ErrorCode::NotFound)
            return done.error();
        m_texts = std::move(texts.texts);
        for (const TabReader::Tab& tab : tabs.tabs) {
            if (m_book.sheets.size() == m_mostSheets) {
                countIssue(
                    m_book.issues,
                    {"sheet-beyond", Severity::Warning, 1, fmt::format("more than {} sheets", m_mostSheets), tab.name});
                break;
            }
            const auto part = tabs.parts.find(tab.relation);
            MR_CHECK(readSheet(tab.name, part == tabs.parts.end() ? std::string() : part->second));
        }
        return std::move(m_book);
    }

private:
    Result<void> walk(const std::string& part, XmlVisitor& visitor)
    {
        MR_TRY(xml, m_zip.read(part, m_bytesLeft));
        m_bytesLeft -= xml.size();
        return walkXml(xml, visitor, fmt::format("{} {}", m_name, part), m_job);
    }
    Result<void> readSheet(const std::string& name, const std::string& target)
    {
        WorkbookSheet sheet{name, {}};
        const std::string part = target.starts_with('/') ? target.substr(1) : "xl/" + target;
        if (!target.empty() && target.find("chartsheets/") == std::string::npos) {
            CellReader cells(sheet, m_texts, m_cellsLeft, m_book.issues);
            MR_CHECK(walk(part, cells));
        }
        m_book.sheets.push_back(std::move(sheet));
        return {};
    }

    ZipHandle m_zip;
    std::string m_name;
    std::size_t m_bytesLeft;
    std::size_t m_cellsLeft;
    std::size_t m_mostSheets;
    const JobContext& m_job;
    std::vector<std::string> m_texts;
    Workbook m_book;
};

} // namespace

bool looksLikeWorkbook(std::string_view head) noexcept
{
    return head.starts_with("PK\x03\x04");
}

Result<Workbook> readWorkbook(const std::filesystem::path& file, const WorkbookLimits& limits, const JobContext& job)
{
    MR_TRY(zip, ZipHandle::open(file));
    auto book = WorkbookReader(std::move(zip), file.filename().string(), limits, job).execute();
    if (!book && book.error().code == ErrorCode::NotFound)
        return fail(
            ErrorCode::InvalidInput,
            fmt::format("{} is an archive, but no Excel workbook: {}", file.filename().string(), book.error().what));
    return book;
}

std::string commaText(const WorkbookSheet& sheet)
{
    std::string text;
    for (const auto& row : sheet.rows) {
        for (std::size_t i = 0; i < row.size(); ++i) {
            text += i == 0 ? "" : ",";
            for (const char c : row[i])
                text += c == ',' ? ';' : c == '\n' || c == '\r' ? ' ' : c;
        }
        text += '\n';
    }
    return text;
}

} // namespace millrace::importers
