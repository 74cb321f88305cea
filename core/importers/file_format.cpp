// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/importers/file_format.h"

#include "core/base/text.h"
#include "core/capture/byte_source.h"
#include "core/importers/csv_table.h"
#include "core/importers/flent.h"
#include "core/importers/iperf3_json.h"
#include "core/importers/nccl_tests.h"
#include "core/importers/tcpdump_text.h"
#include "core/importers/tshark_fields.h"
#include "core/importers/workbook.h"
#include "core/monitor/log_parser.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <optional>
#include <vector>

namespace millrace::importers {

namespace {

constexpr std::size_t linesToRecognise = 400;

/// The lines that are there whole, at most so many.
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

bool has(std::string_view text, std::string_view part)
{
    return text.find(part) != text.npos;
}

RecognisedFile found(FileFormat format, double confidence, std::string why)
{
    return {format, confidence, std::move(why), {}, false};
}

/// Tables that their header names.
std::optional<RecognisedFile> headerTable(const std::string& header)
{
    if (has(header, "_timestamp") && (has(header, "_step") || has(header, "_runtime")))
        return found(FileFormat::WandbCsv, 0.95, "its header has _step, _runtime or _timestamp");
    if (header.starts_with("timestamp,local_hostname,target_hostname"))
        return found(FileFormat::IperfProfile, 0.95, "its header is that of the network profiles");
    if (has(header, "InstanceType") && (has(header, "SpotPrice") || has(header, "Spot Price")))
        return found(FileFormat::SpotPrices, 0.95, "its header has instance types and spot prices");
    if (header.starts_with("Type,") && has(header, "Timestamp") && has(header, "Loss"))
        return found(FileFormat::TrainHistory, 0.9, "its header is that of train_history.log");
    return std::nullopt;
}

/// "Batch,3,1626091385.4,2.88,0.11": rows of study A's log without their header.
bool isTrainHistory(const std::vector<std::string>& lines)
{
    std::size_t rows = 0;
    for (const std::string& line : lines) {
        const auto fields = split(trim(line), ',');
        rows += fields.size() == 5 && (trim(fields[0]) == "Batch" || trim(fields[0]) == "Epoch")
                && parseInteger(trim(fields[1])) && parseDouble(trim(fields[3]))
            ? 1
            : 0;
    }
    return rows > 0 && rows * 2 >= lines.size();
}

bool isIperfText(const std::vector<std::string>& lines)
{
    return std::ranges::any_of(lines, [](const std::string& line) {
        return line.find("[ ") != line.npos && line.find(" sec ") != line.npos && line.find("bits/sec") != line.npos;
    });
}

/// Study B's tables: three to six numbers a row with a header of a few known words, or sorted pairs up to 1.
bool isFlumenTable(const std::string& header, const CsvTable& table)
{
    const std::string small = lowerCase(header);
    const bool isNamed = (small.starts_with("index") || small.starts_with("reference"))
        && (has(small, "mean") || has(small, "ave")) && has(small, "stdev");
    const bool isLoad = has(small, "instantaneous measurement");
    return (isNamed || isLoad) && table.header().size() <= 8;
}

RecognisedFile recogniseTable(std::string_view head, bool whole, const std::string& header)
{
    // A row that is cut is not looked at.
    const std::size_t end = whole ? head.size() : head.rfind('\n');
    const auto table = CsvTable::parse(std::string(head.substr(0, end == head.npos ? head.size() : end)), "table", {});
    if (!table || table->rows() < 2 || table->header().size() < 2)
        return found(FileFormat::Unknown, 0, "neither words of a known tool nor a table with two columns");
    if (isFlumenTable(header, *table))
        return found(FileFormat::FlumenTable, 0.8, "its header is that of the cross-traffic study's tables");
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
        return found(FileFormat::Unknown, 0, "its lines are no rows of numbers");
    return found(FileFormat::Table, uneven == 0 ? 0.6 : 0.3,
                 fmt::format("a table of {} columns", table->header().size()));
}

/// A log that the parsers know a fair part of.
std::optional<RecognisedFile> frameworkLog(const std::vector<std::string>& lines)
{
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
    if (telling == 0)
        return std::nullopt;
    RecognisedFile file = found(FileFormat::FrameworkLog, framework == "command" ? 0.5 : 0.85,
                                fmt::format("{} of its first {} lines are those of {}", telling, lines.size(),
                                            framework == "command" ? "a framework" : framework));
    file.framework = framework;
    return file;
}

RecognisedFile recogniseText(std::string_view head, bool whole)
{
    const std::vector<std::string> lines = linesOf(head, whole);
    const std::string header = firstLineOf(lines);
    if (header.empty())
        return found(FileFormat::Unknown, 0, "it is empty");
    if (looksLikeFlent(head))
        return found(FileFormat::Flent, 0.95, "JSON with the metadata of Flent");
    if (looksLikeIperf3(head))
        return found(FileFormat::Iperf3Json, 0.95, "JSON with the members of iperf3 -J");
    if (looksLikeNcclTests(head))
        return found(FileFormat::NcclTests, 0.95, "the header of nccl-tests");
    if (looksLikeTsharkFields(head))
        return found(FileFormat::TsharkFields, 0.95, "a header of tshark's field names");
    if (auto table = headerTable(header))
        return *std::move(table);
    if (looksLikeTcpdumpText(head))
        return found(FileFormat::TcpdumpText, 0.9, "lines as tcpdump prints packets");
    if (isTrainHistory(lines))
        return found(FileFormat::TrainHistory, 0.8, "rows of train_history.log");
    auto log = frameworkLog(lines);
    if (log && log->confidence > 0.6)
        return *std::move(log);
    if (isIperfText(lines))
        return found(FileFormat::IperfText, 0.85, "lines as iperf prints them");
    if (log)
        return *std::move(log);
    return recogniseTable(head, whole, header);
}

} // namespace

bool isCapture(std::string_view head) noexcept
{
    static constexpr std::array<std::string_view, 5> magics = {
        "\xa1\xb2\xc3\xd4", "\xd4\xc3\xb2\xa1", "\xa1\xb2\x3c\x4d", "\x4d\x3c\xb2\xa1", "\x0a\x0d\x0d\x0a"};
    return std::ranges::any_of(magics, [&](std::string_view magic) { return head.starts_with(magic); });
}

std::string_view fileFormatName(FileFormat format) noexcept
{
    static constexpr std::array<std::string_view, 15> names = {
        "unknown",       "capture",     "tshark-fields", "tcpdump-text",  "wandb-csv",
        "iperf-profile", "spot-prices", "flumen-table",  "train-history", "framework-log",
        "iperf-text",    "iperf3-json", "flent",         "nccl-tests",    "table"};
    return names[static_cast<std::size_t>(format)];
}

RecognisedFile recogniseBytes(std::string_view head, bool whole)
{
    if (isCapture(head))
        return found(FileFormat::Capture, 1, "the first bytes of a capture");
    if (head.starts_with("BZh"))
        return found(FileFormat::Unknown, 0, "compressed by bzip2; unpack it first (bunzip2)");
    if (looksLikeWorkbook(head))
        return found(FileFormat::Unknown, 0,
                     "an Excel workbook or a ZIP archive; save its sheets as CSV, or unpack it");
    if (has(head.substr(0, 4096), std::string_view("\0", 1)))
        return found(FileFormat::Unknown, 0, "binary, and no capture");
    return recogniseText(head, whole);
}

Result<RecognisedFile> recogniseFile(const std::filesystem::path& file)
{
    MR_TRY(opened, capture::openBytes(file));
    std::string head(recognisedBytes, '\0');
    std::size_t filled = 0;
    bool whole = false;
    while (filled < head.size()) {
        const auto got =
            opened.source->read(std::span(reinterpret_cast<std::uint8_t*>(head.data()) + filled, head.size() - filled));
        if (!got && got.error().code != ErrorCode::Corrupt)
            return within("reading " + file.string(), got.error());
        if (!got || *got == 0) {
            whole = true;
            break;
        }
        filled += *got;
    }
    head.resize(filled);
    RecognisedFile recognised = recogniseBytes(head, whole);
    recognised.compressed = opened.source->compression() != capture::Compression::None;
    return recognised;
}

} // namespace millrace::importers
