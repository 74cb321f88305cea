// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/importers/file_format.h"

#include "core/base/text.h"
#include "core/capture/byte_source.h"
#include "core/importers/capture_packets.h"
#include "core/importers/iperf_text.h"
#include "core/importers/workbook.h"
#include "core/monitor/log_parser.h"

#include <algorithm>
#include <fmt/format.h>

namespace millrace::importers {

namespace {

constexpr std::size_t linesToRecognise = 400;

/// The complete lines, at most this many.
std::vector<std::string> linesOf(std::string_view head, bool whole)
{
    std::vector<std::string> lines;
    while (!head.empty() && lines.size() < linesToRecognise) {
        const std::size_t end = head.find('\n');
        if (end == head.npos && !whole && !lines.empty())
            break;
        lines.emplace_back(head.substr(0, end));
        head.remove_prefix(end == head.npos ? head.size() : end + 1);
    }
    return lines;
}

std::string firstLineOf(const std::vector<std::string>& lines)
{
    for (const std::string& line : lines) {
        std::string_view text = line;
        if (text.starts_with("\xEF\xBB\xBF"))
            text.remove_prefix(3);
        if (!trim(text).empty())
            return std::string(trim(text));
    }
    return {};
}

RecognisedFile notKnown(std::string why)
{
    return {nullptr, {0, std::move(why)}, false};
}

std::optional<FormatMatch> matchTable(const FileHead& head)
{
    const CsvTable* table = head.table();
    if (table == nullptr)
        return std::nullopt;
    std::size_t filled = 0, numbers = 0, uneven = 0;
    for (std::size_t row = 0; row < std::min<std::size_t>(table->rows(), 200); ++row)
        for (std::size_t column = 0; column < table->header().size(); ++column) {
            const std::string_view text = table->text(row, column);
            filled += text.empty() ? 0 : 1;
            numbers += parseDouble(text) ? 1 : 0;
        }
    for (const Issue& issue : table->issues())
        uneven += issue.kind == "short-row" || issue.kind == "long-row" ? static_cast<std::size_t>(issue.count) : 0;
    if (numbers * 5 < filled || numbers == 0 || uneven * 2 > table->rows())
        return std::nullopt;
    return FormatMatch{uneven == 0 ? 0.6 : 0.3, fmt::format("a table of {} columns", table->header().size())};
}

/// A log of which the parsers recognise a fair share of lines; a log that could be any framework's loses against iperf.
std::optional<FormatMatch> matchLog(const FileHead& head)
{
    const std::vector<std::string>& lines = head.lines();
    const std::string framework = monitor::recogniseFramework(lines);
    auto parser = monitor::makeLogParser(framework);
    if (!parser)
        return std::nullopt;
    std::uint64_t telling = 0;
    for (const std::string& line : lines)
        for (auto event = (*parser)->parse(line, monitor::Stream::Out, {}); event; event = (*parser)->more())
            telling += std::holds_alternative<monitor::MessageEvent>(*event)
                    || std::holds_alternative<monitor::SettingEvent>(*event)
                    || std::holds_alternative<monitor::FailureEvent>(*event)
                ? 0
                : 1;
    const bool isAny = framework == "command";
    if (telling == 0 || (isAny && iperfTextFormat.match(head)))
        return std::nullopt;
    return FormatMatch{isAny ? 0.5 : 0.85,
                       fmt::format("{} of its first {} lines are those of {}", telling, lines.size(),
                                   isAny ? "a framework" : framework),
                       framework};
}

RecognisedFile recogniseText(const FileHead& head, std::span<const FileFormat* const> more)
{
    if (head.header().empty())
        return notKnown("it is empty");
    for (const FormatSign sign :
         {FormatSign::Words, FormatSign::Header, FormatSign::Lines, FormatSign::Log, FormatSign::Table})
        for (const auto& formats :
             {sign == FormatSign::Table ? more : fileFormats(), sign == FormatSign::Table ? fileFormats() : more})
            for (const FileFormat* format : formats)
                if (format->sign == sign)
                    if (auto match = format->match(head))
                        return {format, *std::move(match), false};
    return notKnown(head.table() == nullptr ? "no keywords of a known tool and no table with two columns"
                                            : "its lines are not rows of numbers");
}

} // namespace

const FileFormat frameworkLogFormat{
    .name = "framework-log", .kind = FileKind::Log, .sign = FormatSign::Log, .match = matchLog};
const FileFormat tableFormat{.name = "table", .kind = FileKind::Table, .sign = FormatSign::Table, .match = matchTable};

FileHead::FileHead(std::string_view text, bool whole)
    : m_text(text), m_whole(whole), m_lines(linesOf(text, whole)), m_header(firstLineOf(m_lines))
{
}

const CsvTable* FileHead::table() const
{
    if (!m_table) {
        // A truncated row is ignored.
        const std::size_t end = m_whole ? m_text.size() : m_text.rfind('\n');
        auto table = CsvTable::parse(std::string(m_text.substr(0, end == m_text.npos ? m_text.size() : end)), "table");
        const bool isTable = table && table->rows() >= 2 && table->header().size() >= 2;
        m_table.emplace(isTable ? std::optional(*std::move(table)) : std::nullopt);
    }
    return *m_table ? &**m_table : nullptr;
}

std::string toolTitles()
{
    std::vector<std::string> titles;
    for (const FileFormat* format : fileFormats())
        if (!format->title.empty())
            titles.emplace_back(format->title);
    return join(titles, ", ");
}

RecognisedFile recogniseBytes(std::string_view head, bool whole, std::span<const FileFormat* const> more)
{
    if (isCapture(head))
        return {&captureFormat, {1, "the first bytes of a capture"}, false};
    if (head.starts_with("BZh"))
        return notKnown("compressed by bzip2; unpack it first (bunzip2)");
    if (looksLikeWorkbook(head))
        return notKnown("an Excel workbook or a ZIP archive; save its sheets as CSV, or unpack it");
    if (head.substr(0, 4096).find('\0') != head.npos)
        return notKnown("binary, and no capture");
    return recogniseText(FileHead(head, whole), more);
}

Result<ReadHead> readHead(const std::filesystem::path& file, std::size_t most)
{
    MR_TRY(opened, capture::openBytes(file));
    ReadHead head;
    head.bytes.resize(most);
    std::size_t filled = 0;
    while (filled < most && !head.whole) {
        const auto got =
            opened.source->read(std::span(reinterpret_cast<std::uint8_t*>(head.bytes.data()) + filled, most - filled));
        if (!got && got.error().code != ErrorCode::Corrupt)
            return within("reading " + file.string(), got.error());
        head.damaged = !got;
        head.whole = !got || *got == 0;
        filled += got ? *got : 0;
    }
    head.bytes.resize(filled);
    head.compressed = opened.source->compression() != capture::Compression::None;
    return head;
}

Result<RecognisedFile> recogniseFile(const std::filesystem::path& file, std::span<const FileFormat* const> more)
{
    MR_TRY(head, readHead(file, recognisedBytes));
    RecognisedFile recognised = recogniseBytes(head.bytes, head.whole, more);
    recognised.compressed = head.compressed;
    return recognised;
}

} // namespace millrace::importers
