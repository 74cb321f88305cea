// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/importers/iperf_text.h"

#include "core/base/text.h"
#include "core/base/unknown.h"
#include "core/importers/line_reader.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace millrace::importers {

namespace {

double rateUnit(std::string_view word)
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
std::optional<IperfLine> iperfLine(std::string_view text)
{
    const std::size_t open = text.find('['), close = text.find(']');
    const std::size_t sec = text.find(" sec");
    const std::size_t unitEnd = text.find("bits/sec");
    if (open == std::string_view::npos || close == std::string_view::npos || close < open
        || sec == std::string_view::npos || sec < close || unitEnd == std::string_view::npos || unitEnd < sec)
        return std::nullopt;
    IperfLine line;
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
    const double unit = rateUnit(text.substr(blank + 1));
    const std::string_view before = trim(text.substr(0, blank));
    const auto rate = parseDouble(before.substr(before.find_last_of(" \t") + 1));
    if (!begin || !end || !rate || unit == 0 || !(*end > *begin) || !(*rate >= 0))
        return std::nullopt;
    line.begin = *begin;
    line.end = *end;
    line.bitsPerSecond = *rate * unit;
    return line;
}

} // namespace

Result<IperfLog> readIperfText(const std::filesystem::path& file, const JobContext& job)
{
    IperfLog log;
    MR_TRY(issues, readLines(file, job, [&](std::string_view text, importers::LineReader& lines) {
               const auto line = iperfLine(text);
               if (!line) {
                   if (!trim(text).empty())
                       lines.count("other-line", Severity::Note, text);
                   return;
               }
               keepRow(log.lines, *line, lines, text);
           }));
    log.issues = std::move(issues);
    if (log.lines.empty())
        return fail(ErrorCode::InvalidInput,
                    file.string() + " has no line like \"[  3]  0.0- 1.0 sec  118 MBytes  994 Mbits/sec\"");
    return log;
}

namespace {

std::optional<FormatMatch> matchIperf(const FileHead& head)
{
    const bool isIperf = std::ranges::any_of(head.lines(), [](const std::string& line) {
        return line.find("[ ") != line.npos && line.find(" sec ") != line.npos && line.find("bits/sec") != line.npos;
    });
    return matchIf(isIperf, 0.85, "lines as iperf prints them");
}

/// The text of iperf 2 or 3: sums where it has them, else its only stream.
Result<std::vector<ToolRun>> readIperf(const std::filesystem::path& file, Issues&, const JobContext& job)
{
    MR_TRY(log, readIperfText(file, job));
    ToolRun run;
    run.issues = std::move(log.issues);
    run.addFactor("tool", "iperf");
    const bool hasSums = std::ranges::any_of(log.lines, [](const auto& line) { return line.isSum; });
    double bits = 0, seconds = 0;
    for (const IperfLine& line : log.lines) {
        const double length = line.end - line.begin;
        const bool isWhole = line.begin <= 0 && seconds > 0 && length > 1.5 * seconds / std::max(1.0, double(run.rows));
        if (line.isSum != hasSums || !(length > 0) || line.end > 1e8 || isWhole)
            continue;
        analysis::Series& series =
            run.seriesOf("net.rate", hasSums ? std::string() : fmt::format("stream {}", line.stream), "bit/s");
        const auto time = static_cast<std::int64_t>(std::llround(line.end * 1e9));
        if (!series.times.empty() && time < series.times.back())
            continue;
        series.times.push_back(time);
        series.values.push_back(line.bitsPerSecond);
        bits += line.bitsPerSecond * length;
        seconds += length;
        ++run.rows;
    }
    run.addMetric("rate", {}, seconds > 0 ? bits / seconds : unknown, "bit/s",
                  "mean of the intervals, weighted by their time; a line over the whole run left out");
    return std::vector<ToolRun>{std::move(run)};
}

} // namespace

const FileFormat iperfTextFormat{.name = "iperf-text", .sign = FormatSign::Log, .match = matchIperf, .read = readIperf};

} // namespace millrace::importers
