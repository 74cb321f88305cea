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

/// Meaning of the columns of a table, by their names in the header ("1", "2", … without one). A plain value: a dialog
/// edits the members, previewTable() shows the result, mappingJson() stores them.
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
        double factor = 1; ///< factor that converts values to `unit`
        std::string node; ///< node of the values, where the table has no column for it
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
    std::string node; ///< column with the node of a row; empty: none
    std::string run; ///< column whose texts separate the runs; "#": each row is a run; empty: the table is one run
    char delimiter = 0; ///< 0: detected
    bool header = true;

    bool operator==(const TableMapping&) const = default;
};

/// {"time": {"column", "kind": "relative|epoch|text", "unit", "zone"}, "series": [{"column", "name", "unit", "factor",
/// "node"}], "metrics": [{…, "reduce"}], "factors": [{"column", "name", "unit"}], "node", "run", "delimiter",
/// "header"}, or {"mappings": [such, …]}. InvalidInput with the field that is wrong.
[[nodiscard]] Result<std::vector<TableMapping>> parseTableMappings(std::string_view json, const std::string& name);
[[nodiscard]] std::string mappingJson(const TableMapping& mapping);
/// The columns of the mapping that the table lacks; empty: it matches.
[[nodiscard]] std::vector<std::string> missingColumns(const TableMapping& mapping, const CsvTable& table);

struct GuessedMapping
{
    TableMapping mapping;
    double confidence = 0; ///< 0: nothing was found; 1: time, units and numbers are all unambiguous
    std::vector<std::string> reasons; ///< "time: column \"t (ms)\" rises from row to row", one sentence per column
};
/// By names, units in names ("rtt (ms)", "bytes/s") and values: times rise or parse as dates, hosts are few distinct
/// texts, all other numbers are series, or metrics with a row per run where there is no time.
[[nodiscard]] GuessedMapping guessMapping(const CsvTable& table);

struct TablePreview
{
    std::vector<std::string> columns; ///< "run", "time", "node", then the series and metrics with their units
    std::vector<std::vector<std::string>> rows;
    Issues issues; ///< of the inspected rows
};
/// The first rows as they would be stored.
[[nodiscard]] TablePreview previewTable(const CsvTable& table, const TableMapping& mapping, std::size_t rows = 8);

/// Maximum number of runs of one table.
constexpr std::size_t mostTableRuns = 10'000;

/// The runs of a table, in the order of their first rows. InvalidInput when the mapping names missing columns, or
/// nothing to store. Counted: "text-cell" (not a number), "bad-time" (row left out), "time-backwards" (sorted),
/// "factor-varies" (left out), "runs-beyond", "series-beyond", "no-value" (a column without a single number).
[[nodiscard]] Result<std::vector<ToolRun>> applyMapping(const CsvTable& table, const TableMapping& mapping,
                                                        Issues& issues, const JobContext& job = {});

} // namespace millrace::importers
