// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/studies/files/tool_file.h"

#include "core/base/file_io.h"
#include "core/base/text.h"
#include "core/base/unknown.h"
#include "core/importers/csv_table.h"
#include "core/studies/log_run.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>
#include <tuple>

namespace millrace::studies::files {

namespace {

using importers::FileFormat;
using importers::ToolRun;

constexpr std::size_t mostTableBytes = std::size_t(256) << 20;

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
                    fmt::format("{} has no column of numbers that could be a series; define a mapping of its columns",
                                tool.source.path));
    tool.source.issues.push_back(
        {"guessed-columns", Severity::Warning, 1,
         fmt::format("what its columns mean was guessed: {}", join(guess.reasons, "; ").substr(0, 1000)),
         tool.source.path});
    tool.key = sha256(tool.key + importers::mappingJson(guess.mapping));
    return importers::applyMapping(table, guess.mapping, tool.source.issues, job);
}

} // namespace

Result<ToolFile> readToolFile(const std::filesystem::path& file, const FileFormat& format,
                              const std::filesystem::path& folder, const std::vector<importers::TableMapping>& mappings,
                              const JobContext& job)
{
    ToolFile tool;
    MR_TRY(source, sourceFileOf(file, folder, format.name, job));
    tool.source = std::move(source);
    tool.key = tool.source.sha256;
    const bool isTable = format.read == nullptr;
    MR_TRY(runs, isTable ? readTable(file, tool, mappings, job) : format.read(file, tool.source.issues, job));
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
    // A mapping may use a name twice; the store keeps one.
    std::set<std::tuple<char, std::string, std::string>> names{{'f', "run_name", ""}};
    const auto isNew = [&](char kind, const std::string& name, const std::string& subject) {
        if (names.emplace(kind, name, subject).second)
            return true;
        countIssue(
            run.issues,
            {"double-name", Severity::Warning, 1, fmt::format("\"{}\" has two meanings", name), file.source.path});
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
    if (index > 0) // issues of the whole file are reported with its first run
        run.files.back().issues.clear();
    return run;
}

} // namespace millrace::studies::files
