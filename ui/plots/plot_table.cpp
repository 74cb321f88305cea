// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/plots/plot_table.h"

#include "core/analysis/series_pyramid.h"
#include "core/base/clock.h"
#include "ui/base/format.h"
#include "ui/plots/time_axis.h"

#include <QLocale>

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
        if (series.shaded) { // of the quartiles the picture tells
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

void PlotTableModel::setTable(PlotTable table)
{
    beginResetModel();
    m_table = std::move(table);
    m_fields.clear();
    for (std::size_t i = 0; i < m_table.columns.size(); ++i) {
        m_fields.emplace_back(i, false);
        if (!m_table.columns[i].maximum.empty())
            m_fields.emplace_back(i, true);
    }
    m_resolution = std::numeric_limits<std::int64_t>::max();
    for (std::size_t i = 1; i < m_table.times.size(); ++i)
        m_resolution = std::min(m_resolution, std::max<std::int64_t>(m_table.times[i] - m_table.times[i - 1], 1));
    m_resolution = m_table.times.size() < 2 ? 1 : std::max<std::int64_t>(m_resolution / 10, 1);
    endResetModel();
}

int PlotTableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_table.times.size());
}

int PlotTableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : 1 + static_cast<int>(m_fields.size());
}

PlotTableModel::Field PlotTableModel::fieldOf(int section) const
{
    const auto [column, maximum] = m_fields[static_cast<std::size_t>(section) - 1];
    const PlotTable::Column& found = m_table.columns[column];
    return {&found, maximum ? &found.maximum : &found.minimum, !maximum && !found.maximum.empty(), maximum};
}

QVariant PlotTableModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(Qt::AlignRight | Qt::AlignVCenter);
    const auto row = static_cast<std::size_t>(index.row());
    const QLocale locale;
    if (index.column() == 0) {
        const std::int64_t offset = m_table.times[row] - m_table.origin;
        if (role == SortRole)
            return QVariant::fromValue<qlonglong>(offset);
        if (role == Qt::ToolTipRole)
            return instantText(m_table.times[row], 1'000);
        return role == Qt::DisplayRole ? QVariant(offsetText(offset, m_resolution, locale)) : QVariant();
    }
    const Field field = fieldOf(index.column());
    const double value = (*field.values)[row];
    if (role == SortRole)
        return value;
    if (role == Qt::DisplayRole)
        return formatQuantity(value, field.column->unit.toStdString(), locale);
    return {};
}

QVariant PlotTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole || section < 0 || section >= columnCount())
        return QAbstractTableModel::headerData(section, orientation, role);
    if (section == 0)
        return tr("Time since start");
    const Field field = fieldOf(section);
    if (field.isMinimum)
        return tr("%1, least").arg(field.column->name);
    return field.isMaximum ? tr("%1, greatest").arg(field.column->name) : field.column->name;
}

} // namespace millrace::ui
