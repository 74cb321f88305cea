// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/studies/flumen_tables.h"

#include "core/base/text.h"
#include "core/base/unknown.h"
#include "core/importers/line_reader.h"
#include "core/importers/table_values.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>

namespace millrace::studies {

using importers::LineReader;

namespace {

constexpr std::size_t mostColumns = 64;

/// The numbers of a line; empty when it is not a row. Empty fields are NaN.
std::vector<double> tableNumbersOf(const std::vector<std::string>& fields)
{
    std::vector<double> values;
    for (const std::string& field : fields) {
        const auto value = parseDouble(field);
        if (!field.empty() && (!value || !std::isfinite(*value)))
            return {};
        values.push_back(field.empty() ? unknown : *value);
    }
    return std::ranges::all_of(values, [](double value) { return std::isnan(value); }) ? std::vector<double>() : values;
}

bool hasNumber(const std::vector<std::string>& fields)
{
    return std::ranges::any_of(fields, [](const std::string& field) { return parseDouble(field).has_value(); });
}

void addLine(NumberTable& table, LineReader& reader, std::string_view line, std::string& section)
{
    std::vector<std::string> fields = fieldsOf(line);
    while (!fields.empty() && fields.back().empty())
        fields.pop_back();
    if (fields.empty())
        return reader.count("empty-line", Severity::Note, line);
    if (std::vector<double> values = tableNumbersOf(fields); !values.empty()) {
        if (fields.size() > mostColumns)
            return reader.count("column-count", Severity::Warning, line);
        if (table.rows.size() >= importers::mostTableRows)
            return reader.count("row-limit", Severity::Warning, line);
        table.rows.push_back({std::move(values), section, reader.number()});
        return;
    }
    if (hasNumber(fields))
        return reader.count("not-a-number", Severity::Warning, line);
    if (fields.size() > 1 && table.header.empty() && table.rows.empty()) {
        table.header.assign(fields.begin(),
                            fields.begin() + static_cast<std::ptrdiff_t>(std::min(fields.size(), mostColumns)));
        return reader.count("header", Severity::Note, line);
    }
    reader.count("section-line", Severity::Note, line);
    section = fields.front().substr(0, 200);
}

void wrongColumns(Issues& issues, const NumberRow& row, const std::filesystem::path& file)
{
    countIssue(issues,
               {"column-count", Severity::Warning, 1, fmt::format("a row of {} numbers", row.values.size()),
                fmt::format("{} line {}", file.filename().string(), row.line)});
}

double at(const NumberRow& row, std::size_t column)
{
    return column < row.values.size() ? row.values[column] : unknown;
}

double medianMean(const NumberTable& table)
{
    std::vector<double> means;
    for (const NumberRow& row : table.rows)
        if (!std::isnan(at(row, 1)))
            means.push_back(at(row, 1));
    return median(means);
}

/// Fields of a rate table by their number of columns: mean, truncated, windows, seconds, deviation; 0: not there.
std::vector<std::size_t> rateColumns(std::size_t columns)
{
    switch (columns) {
    case 3: return {1, 0, 0, 0, 2};
    case 4: return {1, 0, 0, 2, 3};
    case 6: return {1, 2, 3, 4, 5};
    default: return {};
    }
}

} // namespace

std::vector<std::string> fieldsOf(std::string_view line)
{
    if (line.starts_with("\xEF\xBB\xBF"))
        line.remove_prefix(3);
    std::vector<std::string> fields;
    for (const std::string_view field : split(line, ','))
        fields.emplace_back(trim(field));
    return fields;
}

Result<NumberTable> readNumberTable(const std::filesystem::path& file, const JobContext& job)
{
    MR_TRY(reader, LineReader::open(file));
    return readNumberLines(reader, file.filename().string(), job);
}

Result<NumberTable> readNumberLines(LineReader& reader, const std::string& name, const JobContext& job)
{
    NumberTable table;
    std::string section;
    while (true) {
        if (reader.number() % 1024 == 0 && job.cancelled())
            return fail(ErrorCode::Cancelled, "reading the table was cancelled");
        MR_TRY(line, reader.next());
        if (!line)
            break;
        addLine(table, reader, *line, section);
    }
    table.issues = reader.issues();
    if (table.rows.empty())
        return fail(
            ErrorCode::InvalidInput,
            fmt::format("{} holds no row of numbers between commas; choose a processed table of the study", name));
    return table;
}

LoadLabel loadLabel(double number) noexcept
{
    LoadLabel label{number};
    const double whole = std::floor(number);
    if (number >= 0 && number <= 30)
        label.requested = number * 1e9;
    else if (number == whole && number > 50 && number < 1000 && std::fmod(number, 10) == 2) {
        label.requested = (number - 2) / 10 * 1e9;
        label.repetition = 2;
    } else if (number == whole && number > 50 && number < 1000 && std::fmod(number, 10) == 5)
        label.requested = number / 10 * 1e9;
    return label;
}

Result<IterationTable> readIterationTable(const std::filesystem::path& file, const JobContext& job)
{
    MR_TRY(table, readNumberTable(file, job));
    IterationTable result{{}, std::move(table.issues)};
    for (const NumberRow& row : table.rows) {
        const std::size_t columns = row.values.size();
        if ((columns != 4 && columns != 5) || std::isnan(row.values[0])) {
            wrongColumns(result.issues, row, file);
            continue;
        }
        const std::size_t shift = columns - 4;
        const double count = shift == 1 ? row.values[2] : 0;
        const bool whole = count >= 0 && count < 1e15;
        result.rows.push_back({loadLabel(row.values[0]), row.values[1], whole ? static_cast<std::size_t>(count) : 0,
                               row.values[2 + shift], row.values[3 + shift], row.line});
    }
    std::ranges::stable_sort(result.rows, {}, [](const IterationRow& row) { return row.label.number; });
    return result;
}

Result<RateTable> readRateTable(const std::filesystem::path& file, const JobContext& job)
{
    MR_TRY(table, readNumberTable(file, job));
    RateTable result{{}, medianMean(table) > 200 ? 1e6 : 1e9, std::move(table.issues)};
    for (const NumberRow& row : table.rows) {
        const std::vector<std::size_t> columns = rateColumns(row.values.size());
        if (columns.empty() || std::isnan(row.values[0])) {
            wrongColumns(result.issues, row, file);
            continue;
        }
        const auto value = [&](std::size_t i, double unit) {
            return columns[i] == 0 ? unknown : row.values[columns[i]] * unit;
        };
        result.rows.push_back({loadLabel(row.values[0]), value(0, result.unit), value(1, result.unit), value(2, 1),
                               value(3, 1), value(4, result.unit), row.section, row.line});
    }
    std::ranges::stable_sort(result.rows, [](const RateRow& a, const RateRow& b) {
        return std::pair(std::string_view(a.section), a.label.number)
            < std::pair(std::string_view(b.section), b.label.number);
    });
    return result;
}

JoinedPoints joinPoints(const IterationTable& iterations, const RateTable& rates)
{
    JoinedPoints joined;
    std::map<double, double> byLabel;
    for (const RateRow& row : rates.rows)
        byLabel.try_emplace(row.label.number, row.mean);
    std::map<double, double> left = byLabel;
    std::vector<std::pair<analysis::ResponsePoint, LoadLabel>> points;
    for (const IterationRow& row : iterations.rows) {
        const auto rate = byLabel.find(row.label.number);
        left.erase(row.label.number);
        if (rate == byLabel.end() && row.label.number != 0) {
            countIssue(joined.issues, {"no-rate", Severity::Warning, 1, fmt::format("label {}", row.label.number), ""});
            continue;
        }
        points.push_back({{rate == byLabel.end() ? 0 : rate->second, row.mean, row.count}, row.label});
    }
    for (const auto& [label, rate] : left)
        countIssue(joined.issues, {"no-iterations", Severity::Warning, 1, fmt::format("label {}", label), ""});
    std::ranges::stable_sort(points, {}, [](const auto& point) { return point.first.rate; });
    for (const auto& [point, label] : points) {
        joined.points.push_back(point);
        joined.labels.push_back(label);
    }
    return joined;
}

Result<CdfTable> readCdfTable(const std::filesystem::path& file, const JobContext& job)
{
    MR_TRY(table, readNumberTable(file, job));
    CdfTable result{{}, {}, std::move(table.issues)};
    for (const NumberRow& row : table.rows) {
        if (row.values.size() != 2 || std::isnan(row.values[0])) {
            wrongColumns(result.issues, row, file);
            continue;
        }
        result.values.push_back(row.values[0]);
        result.shares.push_back(row.values[1]);
    }
    return result;
}

Result<HistogramTable> readHistogramTable(const std::filesystem::path& file, const JobContext& job)
{
    MR_TRY(table, readNumberTable(file, job));
    HistogramTable result{{}, std::move(table.issues)};
    const std::size_t columns = table.rows.front().values.size();
    for (std::size_t pair = 0; pair + 1 < columns; pair += 2) {
        analysis::Histogram histogram;
        std::vector<double> edges;
        for (const NumberRow& row : table.rows) {
            const double count = at(row, pair);
            const double edge = at(row, pair + 1) * 1e9;
            if (!(count >= 0) || std::isnan(edge) || (!edges.empty() && edge <= edges.back()))
                break;
            histogram.weights.push_back(count);
            edges.push_back(edge);
        }
        if (edges.size() < 2)
            return fail(ErrorCode::InvalidInput,
                        fmt::format("column {} of {} holds no rising edges of a histogram", pair + 2,
                                    file.filename().string()));
        histogram.low = edges.front();
        histogram.width = (edges.back() - edges.front()) / static_cast<double>(edges.size() - 1);
        result.histograms.push_back(std::move(histogram));
    }
    return result;
}

Result<std::vector<std::pair<double, double>>> readRateSamples(const std::filesystem::path& file, std::size_t column,
                                                               const JobContext& job)
{
    MR_TRY(table, readNumberTable(file, job));
    std::vector<std::pair<double, double>> samples;
    for (const NumberRow& row : table.rows)
        if (!std::isnan(at(row, column)) && !std::isnan(at(row, column + 1)))
            samples.emplace_back(at(row, column), at(row, column + 1) * 1e9);
    return samples;
}

} // namespace millrace::studies
