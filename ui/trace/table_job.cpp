// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/trace/table_job.h"

#include <algorithm>

namespace millrace::ui {
namespace {

QByteArray csvField(QString text)
{
    if (text.contains(QLatin1Char(',')) || text.contains(QLatin1Char('"')) || text.contains(QLatin1Char('\n'))) {
        text.replace(QLatin1Char('"'), QStringLiteral("\"\""));
        text = QLatin1Char('"') + text + QLatin1Char('"');
    }
    return text.toUtf8();
}

} // namespace

Result<ArrangedTable> arrange(std::shared_ptr<const TraceTable> table, TableArrangement arrangement,
                              const JobContext& job)
{
    ArrangedTable result;
    result.table = std::move(table);
    const TraceTable& rows = *result.table;
    MR_TRY(inFocus,
           analysis::filterRows(
               analysis::allRows(rows.rowCount()), [&](std::uint32_t row) { return rows.isInFocus(row); }, job));
    result.inFocus = inFocus.size();
    result.order = std::move(inFocus);
    if (!arrangement.filter.isEmpty()) {
        arrangement.filter.prepare(rows.trace());
        MR_TRY(kept,
               analysis::filterRows(
                   result.order, [&](std::uint32_t row) { return arrangement.filter.matches(rows, row); }, job));
        result.order = std::move(kept);
    }
    const int column = arrangement.column;
    if (column < 0)
        return result;
    if (isReal(rows.columns()[static_cast<std::size_t>(column)].kind)) {
        MR_TRY(
            sorted,
            analysis::sortRows(
                result.order, [&](std::uint32_t row) { return rows.real(row, column); }, arrangement.direction, job));
        result.order = std::move(sorted);
    } else {
        // As with real numbers, unknown values are last in both directions.
        const auto known = std::stable_partition(result.order.begin(), result.order.end(),
                                                 [&](std::uint32_t row) { return rows.isKnown(row, column); });
        const analysis::RowOrder unknownRows(known, result.order.end());
        result.order.erase(known, result.order.end());
        MR_TRY(sorted,
               analysis::sortRows(
                   result.order, [&](std::uint32_t row) { return rows.integer(row, column); }, arrangement.direction,
                   job));
        result.order = std::move(sorted);
        result.order.insert(result.order.end(), unknownRows.begin(), unknownRows.end());
    }
    return result;
}

QString tabbedText(const ArrangedTable& arranged, const std::vector<int>& columns,
                   const std::vector<std::uint32_t>& places, const QLocale& locale, const JobContext& job)
{
    QStringList lines, cells;
    for (const int column : columns)
        cells.append(arranged.table->columns()[static_cast<std::size_t>(column)].heading);
    lines.append(cells.join(QLatin1Char('\t')));
    for (const std::uint32_t place : places) {
        if (lines.size() % 1024 == 0 && job.cancelled())
            return {};
        cells.clear();
        for (const int column : columns)
            cells.append(arranged.table->cellText(arranged.order[place], column, locale));
        lines.append(cells.join(QLatin1Char('\t')));
    }
    return lines.join(QLatin1Char('\n'));
}

std::string csvOf(const ArrangedTable& arranged, const std::vector<int>& columns, const JobContext& job)
{
    QByteArray text;
    for (const int column : columns) {
        if (column != columns.front())
            text += ',';
        text += csvField(csvHeading(arranged.table->columns()[static_cast<std::size_t>(column)]));
    }
    text += "\r\n";
    std::size_t done = 0;
    for (const std::uint32_t row : arranged.order) {
        if (done % 1024 == 0) {
            if (job.cancelled())
                return {};
            job.progress(static_cast<long long>(done), static_cast<long long>(arranged.order.size()), "writing rows");
        }
        ++done;
        for (const int column : columns) {
            if (column != columns.front())
                text += ',';
            text += csvField(arranged.table->csvText(row, column));
        }
        text += "\r\n";
    }
    return text.toStdString();
}

} // namespace millrace::ui
