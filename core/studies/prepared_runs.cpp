// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/studies/prepared_runs.h"

#include "core/base/text.h"
#include "core/studies/found_files.h"
#include "core/studies/log_run.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace millrace::studies {

PreparedRuns::PreparedRuns(std::vector<ImportedRun> runs, Issues issues) : m_runs(std::move(runs))
{
    m_issues = std::move(issues);
    for (const ImportedRun& run : m_runs) {
        Entry entry;
        entry.name = run.name;
        for (const SourceFile& file : run.files)
            entry.files.emplace_back(file.location.empty() ? file.path : file.location);
        entry.bytes = 100; // a row
        m_entries.push_back(std::move(entry));
    }
}

Result<ImportedRun> PreparedRuns::read(std::size_t entry, const std::function<bool(std::string_view key)>& known,
                                       const JobContext& job) const
{
    if (job.cancelled())
        return fail(ErrorCode::Cancelled, "reading the study was cancelled");
    const ImportedRun& run = m_runs.at(entry);
    if (!known || !known(run.key))
        return run;
    ImportedRun nameOnly;
    nameOnly.name = run.name;
    nameOnly.key = run.key;
    return nameOnly;
}

Result<std::vector<StudyTable>> tablesOf(const std::filesystem::path& folder, std::string_view format, Issues& issues,
                                         const JobContext& job)
{
    MR_TRY(files, recogniseFolder(folder, issues, job));
    std::vector<StudyTable> tables;
    for (const FoundFile& file : files) {
        if (job.cancelled())
            return fail(ErrorCode::Cancelled, "reading the study was cancelled");
        if (file.what.name() != format) {
            countIssue(issues,
                       {"not-of-this-study", Severity::Note, 1, fmt::format("{}: {}", file.below, file.what.match.why),
                        file.below});
            continue;
        }
        MR_TRY(source, sourceFileOf(file.file, folder, format, job));
        auto table = importers::CsvTable::read(file.file, {.delimiter = ','});
        if (!table) {
            countIssue(issues, {"bad-file", Severity::Warning, 1, table.error().text(), file.below});
            continue;
        }
        source.issues = table->issues();
        source.rows = table->rows();
        source.location = std::filesystem::absolute(file.file).string();
        tables.push_back({*std::move(table), std::move(source), file.file});
    }
    return tables;
}

Result<std::vector<TableRow>> rowsOf(StudyTable& table, const std::vector<std::string_view>& columns)
{
    std::vector<std::vector<double>> numbers;
    for (const std::string_view name : columns) {
        const auto column = table.table.column(name);
        if (!column)
            return fail(ErrorCode::InvalidInput, fmt::format("{} has no column \"{}\"", table.source.path, name));
        numbers.push_back(table.table.numbers(*column, table.source.issues));
    }
    std::vector<TableRow> rows;
    for (std::size_t row = 0; row < table.table.rows(); ++row) {
        TableRow made;
        made.row = row;
        for (const auto& values : numbers)
            made.values.push_back(values[row]);
        const auto isGood = [](double value) { return std::isfinite(value) && value > 0; };
        if (std::ranges::all_of(made.values, isGood))
            rows.push_back(std::move(made));
        else
            table.table.count(table.source.issues, "not-a-number", Severity::Warning, row);
    }
    return rows;
}

store::Factor numberFactor(std::string name, double number, std::string unit)
{
    return {std::move(name), shortest(number), number, std::move(unit)};
}

} // namespace millrace::studies
