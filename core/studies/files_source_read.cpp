// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/studies/files_source_read.h"

#include "core/base/file_io.h"
#include "core/base/text.h"
#include "core/base/unknown.h"
#include "core/importers/csv_table.h"
#include "core/importers/flent.h"
#include "core/importers/iperf3_json.h"
#include "core/importers/loose_json.h"
#include "core/importers/nccl_tests.h"
#include "core/importers/train_history.h"
#include "core/importers/tum_run.h"
#include "core/studies/log_run.h"
#include "core/studies/tum_values.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <set>
#include <tuple>

namespace millrace::studies {

namespace {

using importers::FileFormat;
using importers::ToolRun;

constexpr std::size_t mostTableBytes = std::size_t(256) << 20;

/// The text of iperf 2 or 3: sums where it has them, else its only stream.
Result<ToolRun> readIperf(const std::filesystem::path& file, const JobContext& job)
{
    MR_TRY(log, importers::readIperfText(file, job));
    ToolRun run;
    run.issues = std::move(log.issues);
    run.addFactor("tool", "iperf");
    const bool hasSums = std::ranges::any_of(log.lines, [](const auto& line) { return line.isSum; });
    double bits = 0, seconds = 0;
    for (const analysis::IperfLine& line : log.lines) {
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
    return run;
}

Result<std::vector<ToolRun>> readTable(const std::filesystem::path& file, ToolFile& tool,
                                       const std::vector<importers::TableMapping>& mappings, const JobContext& job)
{
    importers::CsvOptions options;
    options.mostBytes = mostTableBytes;
    if (!mappings.empty()) {
        options.delimiter = mappings.front().delimiter;
        options.header = mappings.front().header;
    }
    MR_TRY(table, importers::CsvTable::read(file, options));
    tool.source.rows = table.rows();
    for (const Issue& issue : table.issues())
        countIssue(tool.source.issues, issue);
    for (const importers::TableMapping& mapping : mappings)
        if (importers::missingColumns(mapping, table).empty()) {
            tool.key = sha256(tool.key + importers::mappingJson(mapping));
            return importers::applyMapping(table, mapping, tool.source.issues, job);
        }
    const importers::GuessedMapping guess = importers::guessMapping(table);
    if (guess.confidence == 0)
        return fail(ErrorCode::InvalidInput,
                    fmt::format("{} has no column of numbers that could be a series; give a mapping of its columns",
                                tool.source.path));
    tool.source.issues.push_back(
        {"guessed-columns", Severity::Warning, 1,
         fmt::format("what its columns mean was guessed: {}", join(guess.reasons, "; ").substr(0, 1000)),
         tool.source.path});
    tool.key = sha256(tool.key + importers::mappingJson(guess.mapping));
    return importers::applyMapping(table, guess.mapping, tool.source.issues, job);
}

Result<std::vector<ToolRun>> runsIn(const std::filesystem::path& file, FileFormat format, ToolFile& tool,
                                    const std::vector<importers::TableMapping>& mappings, const JobContext& job)
{
    Issues& issues = tool.source.issues;
    const std::string name = file.filename().string();
    if (format == FileFormat::IperfText) {
        MR_TRY(run, readIperf(file, job));
        return std::vector<ToolRun>{std::move(run)};
    }
    if (format != FileFormat::Iperf3Json && format != FileFormat::Flent && format != FileFormat::NcclTests)
        return readTable(file, tool, mappings, job);
    MR_TRY(text, importers::readToolText(file, issues));
    if (format == FileFormat::Iperf3Json)
        return importers::parseIperf3(text, name, issues);
    if (format == FileFormat::NcclTests)
        return importers::parseNcclTests(text, name, issues);
    MR_TRY(run, importers::parseFlent(text, name));
    return std::vector<ToolRun>{std::move(run)};
}

} // namespace

Result<ToolFile> readToolFile(const std::filesystem::path& file, FileFormat format, const std::filesystem::path& folder,
                              const std::vector<importers::TableMapping>& mappings, const JobContext& job)
{
    ToolFile tool;
    MR_TRY(source, sourceFileOf(file, folder, importers::fileFormatName(format), job));
    tool.source = std::move(source);
    tool.key = tool.source.sha256;
    MR_TRY(runs, runsIn(file, format, tool, mappings, job));
    tool.runs = std::move(runs);
    if (tool.source.rows == 0)
        for (const ToolRun& run : tool.runs)
            tool.source.rows += run.rows;
    return tool;
}

ImportedRun importedRunOf(const ToolFile& file, std::size_t index)
{
    const ToolRun& from = file.runs.at(index);
    ImportedRun run;
    run.name = from.name.empty() ? file.source.path : fmt::format("{} {}", file.source.path, from.name);
    run.key = file.runs.size() == 1 ? file.key : sha256(fmt::format("{} {}", file.key, index));
    run.issues = from.issues;
    // A mapping may give a name twice; the store has each once.
    std::set<std::tuple<char, std::string, std::string>> names{{'f', "run_name", ""}};
    const auto isNew = [&](char kind, const std::string& name, const std::string& subject) {
        if (names.emplace(kind, name, subject).second)
            return true;
        countIssue(
            run.issues,
            {"double-name", Severity::Warning, 1, fmt::format("\"{}\" stands for two things", name), file.source.path});
        return false;
    };
    for (const ToolRun::Factor& factor : from.factors)
        if (isNew('f', factor.name, {}))
            run.factors.push_back({factor.name, factor.level, factor.number, factor.unit});
    for (const ToolRun::Metric& metric : from.metrics)
        if (isNew('m', metric.name, metric.subject))
            run.metrics.push_back({metric.name, metric.subject, metric.value, metric.unit, metric.how});
    for (const analysis::Series& series : from.series)
        if (!series.times.empty() && isNew('s', series.name, series.node))
            run.series.push_back(series);
    run.begin = from.begin;
    run.end = from.end;
    run.files.push_back(file.source);
    if (index > 0) // those of the file as a whole stand with its first run
        run.files.back().issues.clear();
    return run;
}

Result<ImportedRun> readPacketFile(const std::filesystem::path& file, FileFormat format,
                                   const std::filesystem::path& folder,
                                   const std::function<bool(std::string_view)>& known, const JobContext& job)
{
    importers::TumRunFolder run;
    run.path = file.parent_path();
    run.name = file.filename().string();
    std::error_code error;
    run.bytes = std::filesystem::file_size(file, error);
    if (format == FileFormat::TrainHistory)
        run.log = file;
    else
        run.captures.push_back(file);
    const std::filesystem::path below = std::filesystem::relative(file, folder, error);
    const std::string name = error || below.empty() || below == "." ? run.name : below.string();
    ImportedRun imported;
    if (const auto key = importers::contentKey(run); key && known && known(*key)) {
        imported.name = name;
        imported.key = *key;
        return imported;
    }
    MR_TRY(read, importers::readTumRun(run, {}, job));
    imported = importedRunOf(read, folder);
    imported.name = name;
    imported.factors.push_back({"tool", std::string(importers::fileFormatName(format)), {}, {}});
    return imported;
}

} // namespace millrace::studies
