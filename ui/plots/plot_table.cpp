// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/plots/plot_table.h"

#include "core/analysis/series_pyramid.h"
#include "core/base/clock.h"
#include "ui/base/format.h"
#include "ui/plots/time_axis.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <map>

namespace millrace::ui {
namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();

using Rows = std::map<std::size_t, std::int64_t>;

Rows rowsOf(const std::vector<CurveColumns>& columns, TimeRange view, std::size_t width)
{
    Rows rows;
    for (const CurveColumns& curve : columns)
        for (const analysis::SeriesColumn& column : curve) {
            if (!view.contains(column.firstTime))
                continue;
            const std::size_t stretch = analysis::stretchOf(column.firstTime, view.begin, view.end, width);
            const auto [row, isNew] = rows.try_emplace(stretch, column.firstTime);
            row->second = std::min(row->second, column.firstTime);
        }
    return rows;
}

PlotTable::Column fill(const TimelineSeries& series, const CurveColumns& curve,
                       const std::vector<std::size_t>& stretches, TimeRange view, std::size_t width)
{
    PlotTable::Column filled{series.name, series.unit, std::vector<double>(stretches.size(), none),
                             std::vector<double>(stretches.size(), none)};
    bool single = true;
    for (const analysis::SeriesColumn& column : curve) {
        if (!view.contains(column.firstTime) || column.count == 0)
            continue;
        const std::size_t stretch = analysis::stretchOf(column.firstTime, view.begin, view.end, width);
        const auto row =
            static_cast<std::size_t>(std::lower_bound(stretches.begin(), stretches.end(), stretch) - stretches.begin());
        if (series.shaded) { // the picture shows the quartiles
            filled.minimum[row] = column.last;
            continue;
        }
        filled.minimum[row] = std::fmin(filled.minimum[row], column.minimum);
        single = single && column.count == 1 && std::isnan(filled.maximum[row]);
        filled.maximum[row] = std::fmax(filled.maximum[row], column.maximum);
    }
    if (single)
        filled.maximum.clear();
    return filled;
}

void appendNumber(std::string& text, double value)
{
    if (std::isnan(value))
        return;
    char digits[32];
    const auto end = std::to_chars(std::begin(digits), std::end(digits), value).ptr;
    text.append(digits, end);
}

void appendField(std::string& text, const std::string& field, char separator)
{
    if (field.find_first_of(std::string("\"\n\r") + separator) == std::string::npos) {
        text += field;
        return;
    }
    text += '"';
    for (const char letter : field) {
        if (letter == '"')
            text += '"';
        text += letter;
    }
    text += '"';
}

std::string headerOf(const PlotTable::Column& column, const char* what)
{
    const std::string unit = column.unit.isEmpty() ? std::string() : " (" + column.unit.toStdString() + ")";
    return column.name.toStdString() + what + unit;
}

std::string headerLine(const PlotTable& table, char separator)
{
    std::string text = "time (UTC)";
    text += separator;
    text += "time since start (s)";
    for (const PlotTable::Column& column : table.columns) {
        const bool single = column.maximum.empty();
        text += separator;
        appendField(text, headerOf(column, single ? "" : " min"), separator);
        if (single)
            continue;
        text += separator;
        appendField(text, headerOf(column, " max"), separator);
    }
    return text;
}

} // namespace

PlotTable makePlotTable(const std::vector<TimelineSeries>& series, const std::vector<CurveColumns>& columns,
                        TimeRange view, std::int64_t origin, std::size_t width)
{
    PlotTable table;
    table.origin = origin;
    if (view.isEmpty() || width == 0)
        return table;
    std::vector<std::size_t> stretches;
    for (const auto& [stretch, time] : rowsOf(columns, view, width)) {
        stretches.push_back(stretch);
        table.times.push_back(time);
    }
    for (std::size_t i = 0; i < series.size() && i < columns.size(); ++i)
        if (series[i].visible)
            table.columns.push_back(fill(series[i], columns[i], stretches, view, width));
    return table;
}

std::string plotTableText(const PlotTable& table, char separator)
{
    const char* end = separator == ',' ? "\r\n" : "\n";
    std::string text = headerLine(table, separator) + end;
    for (std::size_t row = 0; row < table.times.size(); ++row) {
        text += toRfc3339(Nanoseconds(table.times[row]));
        text += separator;
        const std::int64_t offset = table.times[row] - table.origin;
        const std::string digits = std::to_string(1'000'000'000 + std::abs(offset) % 1'000'000'000).substr(1);
        text += (offset < 0 ? "-" : "") + std::to_string(std::abs(offset) / 1'000'000'000) + "." + digits;
        for (const PlotTable::Column& column : table.columns) {
            text += separator;
            appendNumber(text, column.minimum[row]);
            if (column.maximum.empty())
                continue;
            text += separator;
            appendNumber(text, column.maximum[row]);
        }
        text += end;
    }
    return text;
}

} // namespace millrace::ui
