// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/importers/train_history.h"

#include "core/base/text.h"
#include "core/base/unknown.h"
#include "core/importers/line_reader.h"
#include "core/importers/text_time.h"
#include "core/monitor/log_line.h"

#include <charconv>
#include <cmath>

namespace millrace::importers {

namespace {

/// Gives every line to `take` and keeps an eye on the job.
template <typename Take>
Result<Issues> readLines(const std::filesystem::path& file, const JobContext& job, Take take)
{
    MR_TRY(lines, LineReader::open(file));
    for (std::uint64_t count = 0;; ++count) {
        if (count % 4096 == 0) {
            if (job.cancelled())
                return fail(ErrorCode::Cancelled, "reading " + file.string() + " was cancelled");
            job.progress(static_cast<long long>(lines.bytesRead()), static_cast<long long>(lines.bytesTotal()),
                         file.filename().string());
        }
        MR_TRY(line, lines.next());
        if (!line)
            return lines.issues();
        take(*line, lines);
    }
}

monitor::LogLine withoutPrefix(std::string_view line)
{
    return monitor::normaliseLine(line, monitor::Stream::Out, {}, {});
}

/// A number, or NaN for an empty field or "nan".
std::optional<double> numberOrNothing(std::string_view text)
{
    text = trim(text);
    if (text.empty() || text == "nan" || text == "NaN")
        return unknown;
    const auto value = parseDouble(text);
    return value ? std::optional(*value) : std::nullopt;
}

std::optional<analysis::TrainRow> trainRow(std::string_view line)
{
    const auto parts = split(line, ',');
    if (parts.size() < 3 || parts.size() > 5 || (parts[0] != "Batch" && parts[0] != "Epoch"))
        return std::nullopt;
    analysis::TrainRow row;
    row.epoch = parts[0] == "Epoch";
    const auto id = parseInteger(trim(parts[1]));
    const auto time = parseEpoch(trim(parts[2]));
    const auto loss = numberOrNothing(parts.size() > 3 ? parts[3] : "");
    const auto accuracy = numberOrNothing(parts.size() > 4 ? parts[4] : "");
    if (!id || !time || !loss || !accuracy)
        return std::nullopt;
    row.id = *id;
    row.time = *time;
    row.loss = *loss;
    row.accuracy = *accuracy;
    return row;
}

/// "Epoch: [0][     3/20019]"
void readCounters(std::string_view body, analysis::IterationLine& line)
{
    const std::size_t slash = body.find('/');
    const std::size_t open = body.rfind('[', slash);
    if (slash == std::string_view::npos || open == std::string_view::npos)
        return;
    if (const auto number = parseInteger(trim(body.substr(open + 1, slash - open - 1))); number && *number >= 0)
        line.iteration = *number;
    const std::size_t first = body.find('[');
    const std::size_t close = body.find(']', first);
    if (first < open && close < open)
        if (const auto epoch = parseInteger(trim(body.substr(first + 1, close - first - 1))); epoch && *epoch >= 0)
            line.epoch = *epoch;
}

std::optional<analysis::IterationLine> iterationLine(std::string_view body)
{
    const std::size_t meter = body.find("Time");
    if (meter == std::string_view::npos)
        return std::nullopt;
    std::string_view value = body.substr(meter + 4);
    value = trim(value.substr(0, value.find('(')));
    value = value.substr(0, value.find_first_of(" \t"));
    const auto seconds = parseDouble(value);
    if (!seconds || !(*seconds >= 0) || std::isinf(*seconds))
        return std::nullopt;
    analysis::IterationLine line;
    line.seconds = *seconds;
    readCounters(body.substr(0, meter), line);
    return line;
}

double unitOf(std::string_view word)
{
    if (word.starts_with("Gbits/"))
        return 1e9;
    if (word.starts_with("Mbits/"))
        return 1e6;
    if (word.starts_with("Kbits/"))
        return 1e3;
    return word.starts_with("bits/") ? 1 : 0;
}

/// "[  3]  0.0- 1.0 sec   118 MBytes   994 Mbits/sec"
std::optional<analysis::IperfLine> iperfLine(std::string_view text)
{
    const std::size_t open = text.find('['), close = text.find(']');
    const std::size_t sec = text.find(" sec");
    const std::size_t unitEnd = text.find("bits/sec");
    if (open == std::string_view::npos || close == std::string_view::npos || close < open
        || sec == std::string_view::npos || sec < close || unitEnd == std::string_view::npos || unitEnd < sec)
        return std::nullopt;
    analysis::IperfLine line;
    const std::string_view id = trim(text.substr(open + 1, close - open - 1));
    line.isSum = id == "SUM";
    if (const auto number = parseInteger(id); number && *number >= 0 && *number < 1'000'000)
        line.stream = static_cast<int>(*number);
    const std::string_view interval = text.substr(close + 1, sec - close - 1);
    const std::size_t dash = interval.find('-');
    if (dash == std::string_view::npos)
        return std::nullopt;
    const auto begin = parseDouble(trim(interval.substr(0, dash))), end = parseDouble(trim(interval.substr(dash + 1)));
    const std::size_t blank = text.find_last_of(" \t", unitEnd);
    const double unit = unitOf(text.substr(blank + 1));
    const std::string_view before = trim(text.substr(0, blank));
    const auto rate = parseDouble(before.substr(before.find_last_of(" \t") + 1));
    if (!begin || !end || !rate || unit == 0 || !(*end > *begin) || !(*rate >= 0))
        return std::nullopt;
    line.begin = *begin;
    line.end = *end;
    line.bitsPerSecond = *rate * unit;
    line.inMegabits = unit == 1e6;
    return line;
}

template <typename Rows, typename Row>
void keep(Rows& rows, Row row, LineReader& lines, std::string_view line)
{
    if (rows.size() < mostLogRows)
        rows.push_back(row);
    else
        lines.count("rows-beyond", Severity::Warning, line);
}

} // namespace

Result<TrainHistory> readTrainHistory(const std::filesystem::path& file, const JobContext& job)
{
    TrainHistory history;
    bool header = false;
    MR_TRY(issues, readLines(file, job, [&](std::string_view text, LineReader& lines) {
               const monitor::LogLine line = withoutPrefix(text);
               if (line.body == "Type,ID,Timestamp,Loss,Accuracy") {
                   header = true;
                   return;
               }
               auto row = trainRow(line.body);
               if (!row) {
                   if (!trim(text).empty())
                       lines.count("damaged-line", Severity::Warning, text);
                   return;
               }
               row->rank = line.origin.rank;
               if (!history.rows.empty() && row->time < history.rows.back().time)
                   lines.count("time-backwards", Severity::Warning, text);
               keep(history.rows, *row, lines, text);
           }));
    history.issues = std::move(issues);
    if (history.rows.empty())
        return fail(ErrorCode::InvalidInput, file.string() + " has no line of the form Batch,3,1626091385.4,2.88,0.11");
    if (!header)
        countIssue(history.issues, {"no-header", Severity::Note, 1, "the log has no header line", file.string()});
    return history;
}

Result<IterationLog> readIterationLog(const std::filesystem::path& file, const JobContext& job)
{
    IterationLog log;
    MR_TRY(issues, readLines(file, job, [&](std::string_view text, LineReader& lines) {
               const monitor::LogLine line = withoutPrefix(text);
               auto iteration = iterationLine(line.body);
               if (!iteration) {
                   if (!trim(text).empty())
                       lines.count("other-line", Severity::Note, text);
                   return;
               }
               iteration->rank = line.origin.rank;
               keep(log.lines, *iteration, lines, text);
           }));
    log.issues = std::move(issues);
    if (log.lines.empty())
        return fail(ErrorCode::InvalidInput, file.string() + " has no line with a meter like \"Time  0.163 ( 0.412)\"");
    return log;
}

Result<IperfLog> readIperfText(const std::filesystem::path& file, const JobContext& job)
{
    IperfLog log;
    MR_TRY(issues, readLines(file, job, [&](std::string_view text, LineReader& lines) {
               const auto line = iperfLine(text);
               if (!line) {
                   if (!trim(text).empty())
                       lines.count("other-line", Severity::Note, text);
                   return;
               }
               keep(log.lines, *line, lines, text);
           }));
    log.issues = std::move(issues);
    if (log.lines.empty())
        return fail(ErrorCode::InvalidInput,
                    file.string() + " has no line like \"[  3]  0.0- 1.0 sec  118 MBytes  994 Mbits/sec\"");
    return log;
}

} // namespace millrace::importers
