// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/importers/csv_table.h"
#include "core/studies/study.h"

#include <vector>

namespace millrace::studies {

/// The runs of a study whose files are so small that they are read at once: each row of a table is a run.
class PreparedRuns final : public StudySource
{
public:
    PreparedRuns(std::vector<ImportedRun> runs, Issues issues);

    Result<ImportedRun> read(std::size_t entry, const std::function<bool(std::string_view key)>& known,
                             const JobContext& job) const override;

private:
    std::vector<ImportedRun> m_runs;
};

/// A table that belongs to a study, and how it is named in the provenance.
struct StudyTable
{
    importers::CsvTable table;
    SourceFile source;
    std::filesystem::path file;
};
/// The tables of one format in a folder, or the file itself; what is of other formats is counted in `issues`
/// ("not-of-this-study").
[[nodiscard]] Result<std::vector<StudyTable>> tablesOf(const std::filesystem::path& folder, std::string_view format,
                                                       Issues& issues, const JobContext& job);

/// The numbers of these columns, row by row; rows with a cell that is no number above zero are left out and counted
/// ("text-cell", "not-a-number") in the table's source. InvalidInput for a missing column.
struct TableRow
{
    std::vector<double> values; ///< in the order of the columns
    std::size_t row = 0; ///< in the table
};
[[nodiscard]] Result<std::vector<TableRow>> rowsOf(StudyTable& table, const std::vector<std::string_view>& columns);

/// A factor whose level is this number.
[[nodiscard]] store::Factor numberFactor(std::string name, double number, std::string unit = {});

} // namespace millrace::studies
