// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/studies/flumen/tables.h"

#include "core/base/text.h"
#include "core/base/unknown.h"
#include "core/importers/table_values.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>

namespace millrace::studies::flumen {

namespace {

constexpr std::size_t mostColumns = 64;

/// The numbers of a line; empty when it is not a row. Empty fields are NaN.
std::vector<double> tableNumbersOf(const std::vector<std::string_view>& fields)
{
    std::vector<double> values;
    for (const std::string_view field : fields) {
        const auto value = parseDouble(field);
        if (!field.empty() && (!value || !std::isfinite(*value)))
            return {};
        values.push_back(field.empty() ? unknown : *value);
    }
    return std::ranges::all_of(values, [](double value) { return std::isnan(value); }) ? std::vector<double>() : values;
}

void addLine(NumberTable& table, const importers::CsvTable& lines, std::size_t row, std::string& section)
{
    const auto count = [&](const char* kind, Severity severity) { lines.count(table.issues, kind, severity, row); };
    std::vector<std::string_view> fields = lines.fields(row);
    while (!fields.empty() && fields.back().empty())
        fields.pop_back();
    if (fields.empty())
        return count("empty-line", Severity::Note);
    if (std::vector<double> values = tableNumbersOf(fields); !values.empty()) {
        if (fields.size() > mostColumns)
            return count("column-count", Severity::Warning);
        if (table.rows.size() >= importers::mostTableRows)
            return count("row-limit", Severity::Warning);
        table.rows.push_back({std::move(values), section, lines.line(row)});
        return;
    }
    if (std::ranges::any_of(fields, [](std::string_view field) { return parseDouble(field).has_value(); }))
        return count("not-a-number", Severity::Warning);
    if (fields.size() > 1 && table.header.empty() && table.rows.empty()) {
        fields.resize(std::min(fields.size(), mostColumns));
        table.header.assign(fields.begin(), fields.end());
        return count("header", Severity::Note);
    }
    count("section-line", Severity::Note);
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

/// Fields of a rate table by its number of columns: mean, truncated, windows, seconds, deviation; 0: absent.
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

Result<importers::CsvTable> openLines(const FlumenFile& file, char delimiter)
{
    const importers::CsvOptions options{
        .delimiter = delimiter, .header = false, .mostBytes = mostFlumenBytes, .asWritten = true};
    if (file.sheet)
        return importers::CsvTable::parse(*file.sheet, std::filesystem::path(file.name).filename().string(), options);
    return importers::CsvTable::read(file.path, options);
}

Result<NumberTable> readNumberTable(const std::filesystem::path& file, const JobContext& job)
{
    FlumenFile of;
    of.path = file;
    of.name = file.filename().string();
    return readNumberTable(of, job);
}

Result<NumberTable> readNumberTable(const FlumenFile& file, const JobContext& job)
{
    MR_TRY(lines, openLines(file));
    NumberTable table;
    std::string section;
    for (std::size_t row = 0; row < lines.rows(); ++row) {
        if (row % 1024 == 0 && job.cancelled())
            return fail(ErrorCode::Cancelled, "reading the table was cancelled");
        addLine(table, lines, row, section);
    }
    if (table.rows.empty())
        return fail(ErrorCode::InvalidInput,
                    fmt::format("{} has no row of numbers separated by commas; choose a processed table of the study",
                                file.name));
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
                        fmt::format("column {} of {} has no increasing bin edges", pair + 2, file.filename().string()));
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

/// Three to six numbers per row with a header of a few known words.
const importers::FileFormat tableFormat{
    .name = "flumen-table",
    .kind = importers::FileKind::Table,
    .sign = importers::FormatSign::Table,
    .match = [](const importers::FileHead& head) {
        const std::string header = lowerCase(head.header());
        const auto has = [&](const char* word) { return header.find(word) != header.npos; };
        const bool isNamed = (header.starts_with("index") || header.starts_with("reference"))
            && (has("mean") || has("ave")) && has("stdev");
        const importers::CsvTable* table = head.table();
        return importers::matchIf(table != nullptr && table->header().size() <= 8
                                      && (isNamed || has("instantaneous measurement")),
                                  0.8, "its header is that of the cross-traffic study's tables");
    }};

} // namespace millrace::studies::flumen
