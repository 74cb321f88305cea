// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/importers/csv_table.h"
#include "core/importers/tool_run.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace millrace::importers {

enum class TableTime
{
    Relative, ///< since the first row, whatever it is: times count from 1970
    Epoch, ///< since 1970
    Text ///< "2023-04-06 14:36:08", "2023-04-06T14:36:08.25+02:00", "2023-04-06_14-36-08"
};

/// Which column of a table is what. All columns by their names in the header ("1", "2", … without one). A plain value:
/// a dialog edits the members, previewTable() shows what becomes of them, mappingJson() keeps them.
struct TableMapping
{
    struct Time
    {
        std::string column;
        TableTime kind = TableTime::Relative;
        std::string unit = "s"; ///< of Relative and Epoch: s, ms, us, ns, min, h
        std::string zone = "UTC"; ///< of Text without one of its own, as analysis::WallZone::parse() takes it

        bool operator==(const Time&) const = default;
    };
    struct Value
    {
        std::string column;
        std::string name; ///< of the series or metric
        std::string unit; ///< in the store: "s", "bit/s", "B", …
        double factor = 1; ///< what values are multiplied by to be in `unit`
        std::string node; ///< whose it is, where the table has no column for that
        std::string reduce = "mean"; ///< of metrics: mean, median, min, max, sum, first, last, p99

        bool operator==(const Value&) const = default;
    };
    struct Factor
    {
        std::string column;
        std::string name;
        std::string unit; ///< of numbers

        bool operator==(const Factor&) const = default;
    };

    std::optional<Time> time; ///< none: rows count as seconds
    std::vector<Value> series;
    std::vector<Value> metrics; ///< one number for each run (and node)
    std::vector<Factor> factors; ///< the level in the run's first row; it must not change within a run
    std::string node; ///< column that says whose row it is; empty: none
    std::string run; ///< column whose texts tell runs apart; "#": each row is a run; empty: the table is one run
    char delimiter = 0; ///< 0: found by itself
    bool header = true;

    bool operator==(const TableMapping&) const = default;
};

/// {"time": {"column", "kind": "relative|epoch|text", "unit", "zone"}, "series": [{"column", "name", "unit", "factor",
/// "node"}], "metrics": [{…, "reduce"}], "factors": [{"column", "name", "unit"}], "node", "run", "delimiter",
/// "header"}, or {"mappings": [such, …]}. InvalidInput with the field that is wrong.
[[nodiscard]] Result<std::vector<TableMapping>> parseTableMappings(std::string_view json, const std::string& name);
[[nodiscard]] std::string mappingJson(const TableMapping& mapping);
/// The columns that it names and the table lacks; empty: it fits.
[[nodiscard]] std::vector<std::string> missingColumns(const TableMapping& mapping, const CsvTable& table);

struct GuessedMapping
{
    TableMapping mapping;
    double confidence = 0; ///< 0: nothing was found; 1: time, units and numbers are all plain
    std::vector<std::string> reasons; ///< "time: column \"t (ms)\" rises from row to row", one sentence a column
};
/// By names, units in names ("rtt (ms)", "bytes/s") and values: times rise or read as dates, hosts are few texts, all
/// other numbers are series, or metrics with a row for each run where nothing is a time.
[[nodiscard]] GuessedMapping guessMapping(const CsvTable& table);

struct TablePreview
{
    std::vector<std::string> columns; ///< "run", "time", "node", then the series and metrics with their units
    std::vector<std::vector<std::string>> rows;
    Issues issues; ///< of the rows that were looked at
};
/// The first rows as they would be stored.
[[nodiscard]] TablePreview previewTable(const CsvTable& table, const TableMapping& mapping, std::size_t rows = 8);

/// Runs that one table may have.
constexpr std::size_t mostTableRuns = 10'000;

/// The runs of a table, in the order of their first rows. InvalidInput when the mapping names columns that are not
/// there, or nothing to store. Counted: "text-cell" (no number), "bad-time" (row left out), "time-backwards" (put in
/// order), "factor-varies" (left out), "runs-beyond", "series-beyond", "no-value" (a column without a single number).
[[nodiscard]] Result<std::vector<ToolRun>> applyMapping(const CsvTable& table, const TableMapping& mapping,
                                                        Issues& issues, const JobContext& job = {});

} // namespace millrace::importers
