// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/importers/table_mapping.h"

#include "core/base/statistics.h"
#include "core/base/text.h"
#include "core/base/unknown.h"
#include "core/importers/table_times.h"
#include "core/monitor/log_line.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <numeric>
#include <tuple>

namespace millrace::importers {

namespace {

struct ValueColumn
{
    const TableMapping::Value* what = nullptr;
    std::vector<double> numbers;
    bool isMetric = false;
};

double reduced(const std::vector<double>& values, const std::string& how)
{
    if (how == "median")
        return median(values);
    if (how == "min")
        return std::ranges::min(values);
    if (how == "max")
        return std::ranges::max(values);
    if (how == "sum")
        return std::accumulate(values.begin(), values.end(), 0.0);
    if (how == "first")
        return values.front();
    if (how == "last")
        return values.back();
    if (how == "p99")
        return quantile(values, 0.99);
    return mean(values);
}

std::optional<std::size_t> columnOf(const CsvTable& table, const std::string& name)
{
    return name.empty() ? std::nullopt : table.column(name);
}

void sortByTime(analysis::Series& series, Issues& issues, const std::string& place)
{
    if (std::ranges::is_sorted(series.times))
        return;
    countIssue(issues, {"time-backwards", Severity::Warning, 1, series.name + " was put in order of time", place});
    std::vector<std::size_t> order(series.times.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return series.times[i]; });
    const analysis::Series old = series;
    for (std::size_t i = 0; i < order.size(); ++i) {
        series.times[i] = old.times[order[i]];
        series.values[i] = old.values[order[i]];
    }
}

/// Iterates over the rows of a table and passes each to its run.
class MappedTable
{
public:
    MappedTable(const CsvTable& table, const TableMapping& mapping, Issues& issues)
        : m_table(table), m_mapping(mapping), m_issues(issues), m_times(table, mapping)
    {
        m_runColumn = columnOf(table, mapping.run == "#" ? std::string() : mapping.run);
        m_nodeColumn = columnOf(table, mapping.node);
        for (const auto* list : {&mapping.series, &mapping.metrics})
            for (const TableMapping::Value& value : *list) {
                ValueColumn column{&value, {}, list == &mapping.metrics};
                // A column may be a series and a metric; its damage is counted once.
                const auto same = std::ranges::find_if(
                    m_columns, [&](const ValueColumn& each) { return each.what->column == value.column; });
                if (same != m_columns.end())
                    column.numbers = same->numbers;
                else if (const auto found = table.column(value.column))
                    column.numbers = table.numbers(*found, issues);
                m_columns.push_back(std::move(column));
            }
        for (const TableMapping::Factor& factor : mapping.factors)
            m_factors.push_back(table.column(factor.column).value_or(0));
    }

    Result<std::vector<ToolRun>> runs(const JobContext& job)
    {
        for (std::size_t row = 0; row < m_table.rows(); ++row) {
            if (row % 65536 == 0 && job.cancelled())
                return fail(ErrorCode::Cancelled, "reading a table was cancelled");
            take(row);
        }
        for (std::size_t i = 0; i < m_runs.size(); ++i)
            finish(m_runs[i], i);
        for (const ValueColumn& column : m_columns)
            if (std::ranges::none_of(column.numbers, [](double value) { return std::isfinite(value); }))
                note("no-value", fmt::format("column \"{}\" has no numbers", column.what->column));
        return std::move(m_runs);
    }

private:
    using NodeValues = std::map<std::pair<std::size_t, std::string>, std::vector<double>>;

    void note(const char* kind, std::string example)
    {
        countIssue(m_issues, {kind, Severity::Warning, 1, std::move(example), m_table.name()});
    }
    [[nodiscard]] std::string placeOf(std::size_t row) const
    {
        return fmt::format("{} line {}", m_table.name(), m_table.line(row));
    }

    std::optional<std::size_t> runOf(std::size_t row)
    {
        std::string name = m_mapping.run == "#" ? std::to_string(row + 1)
            : m_runColumn                       ? std::string(m_table.text(row, *m_runColumn))
                                                : std::string();
        if (const auto known = m_byName.find(name); known != m_byName.end())
            return known->second;
        if (m_runs.size() == mostTableRuns) {
            countIssue(m_issues,
                       {"runs-beyond", Severity::Warning, 1, fmt::format("rows of more than {} runs", mostTableRuns),
                        placeOf(row)});
            return std::nullopt;
        }
        m_runs.emplace_back();
        m_runs.back().name = monitor::validUtf8(name);
        m_metricValues.emplace_back();
        m_varies.emplace_back(m_factors.size(), false);
        for (const std::size_t column : m_factors)
            m_levels.emplace_back(m_table.text(row, column));
        m_byName.emplace(std::move(name), m_runs.size() - 1);
        return m_runs.size() - 1;
    }

    void take(std::size_t row)
    {
        const auto time = m_times.at(row);
        if (!time) {
            countIssue(m_issues,
                       {"bad-time", Severity::Warning, 1, monitor::validUtf8(m_times.textAt(row)), placeOf(row)});
            return;
        }
        const auto index = runOf(row);
        if (!index)
            return;
        ToolRun& run = m_runs[*index];
        if (run.rows++ == 0)
            run.begin = run.end = Nanoseconds(*time);
        run.begin = std::min(run.begin, Nanoseconds(*time));
        run.end = std::max(run.end, Nanoseconds(*time));
        const std::string node =
            m_nodeColumn ? monitor::validUtf8(m_table.text(row, *m_nodeColumn).substr(0, 256)) : std::string();
        for (std::size_t i = 0; i < m_columns.size(); ++i)
            takeValue(run, *index, i, row, *time, node);
        for (std::size_t i = 0; i < m_factors.size(); ++i)
            if (m_table.text(row, m_factors[i]) != m_levels[*index * m_factors.size() + i])
                m_varies[*index][i] = true;
    }

    void takeValue(ToolRun& run, std::size_t index, std::size_t column, std::size_t row, std::int64_t time,
                   const std::string& rowNode)
    {
        const TableMapping::Value& what = *m_columns[column].what;
        const double value =
            m_columns[column].numbers.size() > row ? m_columns[column].numbers[row] * what.factor : unknown;
        const std::string& node = rowNode.empty() ? what.node : rowNode;
        if (m_columns[column].isMetric) {
            if (std::isfinite(value))
                m_metricValues[index][{column, node}].push_back(value);
            return;
        }
        const auto key = std::tuple(index, column, node);
        auto known = m_seriesPlaces.find(key);
        if (known == m_seriesPlaces.end()) {
            if (run.series.size() == mostToolSeries) {
                countIssue(m_issues,
                           {"series-beyond", Severity::Warning, 1, "more than 4096 nodes and columns", placeOf(row)});
                return;
            }
            run.series.push_back({what.name, node, what.unit, {}, {}});
            known = m_seriesPlaces.emplace(key, run.series.size() - 1).first;
        }
        analysis::Series& series = run.series[known->second];
        series.times.push_back(time);
        series.values.push_back(value);
    }

    void finish(ToolRun& run, std::size_t index)
    {
        for (analysis::Series& series : run.series)
            sortByTime(series, m_issues, m_table.name());
        std::erase_if(run.series, [](const analysis::Series& series) {
            return std::ranges::none_of(series.values, [](double value) { return std::isfinite(value); });
        });
        for (const auto& [key, values] : m_metricValues[index]) {
            const TableMapping::Value& what = *m_columns[key.first].what;
            run.addMetric(what.name, key.second, reduced(values, what.reduce), what.unit,
                          values.size() == 1 ? fmt::format("column \"{}\"", monitor::validUtf8(what.column))
                                             : fmt::format("{} of column \"{}\" over {} rows", what.reduce,
                                                           monitor::validUtf8(what.column), values.size()));
        }
        for (std::size_t i = 0; i < m_factors.size(); ++i)
            addFactor(run, index, i);
        if (m_times.kind() != TableTime::Relative && m_times.exists())
            return;
        run.begin = run.end = Nanoseconds(0);
    }

    void addFactor(ToolRun& run, std::size_t index, std::size_t factor)
    {
        const TableMapping::Factor& what = m_mapping.factors[factor];
        const std::string& level = m_levels[index * m_factors.size() + factor];
        if (m_varies[index][factor]) {
            note("factor-varies",
                 fmt::format("column \"{}\" changes within a run; choose the column that distinguishes runs",
                             what.column));
            return;
        }
        const auto number = parseDouble(level);
        run.addFactor(what.name, level);
        if (number && std::isfinite(*number) && !level.empty()) {
            run.factors.back().number = *number;
            run.factors.back().unit = what.unit;
        }
    }

    const CsvTable& m_table;
    const TableMapping& m_mapping;
    Issues& m_issues;
    TableTimes m_times;
    std::optional<std::size_t> m_runColumn;
    std::optional<std::size_t> m_nodeColumn;
    std::vector<ValueColumn> m_columns;
    std::vector<std::size_t> m_factors;
    std::vector<ToolRun> m_runs;
    std::map<std::string, std::size_t, std::less<>> m_byName;
    std::map<std::tuple<std::size_t, std::size_t, std::string>, std::size_t> m_seriesPlaces;
    std::vector<NodeValues> m_metricValues; ///< of each run
    std::vector<std::vector<bool>> m_varies; ///< of each run, by factor
    std::vector<std::string> m_levels; ///< of each run and factor
};

std::string headerText(const TableMapping::Value& value)
{
    return value.unit.empty() ? value.name : fmt::format("{} ({})", value.name, value.unit);
}

} // namespace

std::vector<std::string> missingColumns(const TableMapping& mapping, const CsvTable& table)
{
    std::vector<std::string> missing;
    const auto need = [&](const std::string& column) {
        if (!column.empty() && !table.column(column))
            missing.push_back(column);
    };
    if (mapping.time)
        need(mapping.time->column);
    for (const auto* list : {&mapping.series, &mapping.metrics})
        for (const TableMapping::Value& value : *list)
            need(value.column);
    for (const TableMapping::Factor& factor : mapping.factors)
        need(factor.column);
    need(mapping.node);
    if (mapping.run != "#")
        need(mapping.run);
    return missing;
}

Result<std::vector<ToolRun>> applyMapping(const CsvTable& table, const TableMapping& mapping, Issues& issues,
                                          const JobContext& job)
{
    if (const std::vector<std::string> missing = missingColumns(mapping, table); !missing.empty())
        return fail(ErrorCode::InvalidInput,
                    fmt::format("{} has no column \"{}\"; it has {}", table.name(), join(missing, "\", \""),
                                monitor::validUtf8(join(table.header(), ", ")).substr(0, 300)));
    if (mapping.series.empty() && mapping.metrics.empty())
        return fail(ErrorCode::InvalidInput,
                    fmt::format("nothing of {} would be stored: the mapping needs series or metrics", table.name()));
    return MappedTable(table, mapping, issues).runs(job);
}

TablePreview previewTable(const CsvTable& table, const TableMapping& mapping, std::size_t rows)
{
    TablePreview preview;
    preview.columns = {"run", "time", "node"};
    std::vector<std::pair<const TableMapping::Value*, std::optional<std::size_t>>> values;
    for (const auto* list : {&mapping.series, &mapping.metrics})
        for (const TableMapping::Value& value : *list) {
            preview.columns.push_back(headerText(value));
            values.emplace_back(&value, table.column(value.column));
        }
    const TableTimes times(table, mapping);
    const auto runColumn = columnOf(table, mapping.run), nodeColumn = columnOf(table, mapping.node);
    for (std::size_t row = 0; row < std::min(rows, table.rows()); ++row) {
        const auto time = times.at(row);
        if (!time)
            countIssue(preview.issues,
                       {"bad-time", Severity::Warning, 1, monitor::validUtf8(times.textAt(row)),
                        fmt::format("{} line {}", table.name(), table.line(row))});
        std::vector<std::string> line;
        line.push_back(mapping.run == "#" ? std::to_string(row + 1)
                           : runColumn    ? monitor::validUtf8(table.text(row, *runColumn))
                                          : std::string());
        line.push_back(!time                                     ? std::string()
                           : times.kind() == TableTime::Relative ? shortest(static_cast<double>(*time) * 1e-9) + " s"
                                                                 : toRfc3339(Nanoseconds(*time)));
        line.push_back(nodeColumn ? monitor::validUtf8(table.text(row, *nodeColumn)) : std::string());
        for (const auto& [value, column] : values) {
            const auto number = column ? parseDouble(table.text(row, *column)) : Result<double>(0.0);
            line.push_back(column && number ? shortest(*number * value->factor) : std::string());
        }
        preview.rows.push_back(std::move(line));
    }
    return preview;
}

} // namespace millrace::importers
