// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/trace/trace_table.h"

#include <cmath>
#include <string_view>

namespace millrace::ui {
namespace {

const QString unknownText = QStringLiteral("–");

/// Formats nanoseconds as seconds, exactly.
QString secondsText(std::int64_t nanoseconds, int decimals, QChar point)
{
    constexpr std::uint64_t second = 1'000'000'000;
    const bool negative = nanoseconds < 0;
    std::uint64_t value =
        negative ? 0 - static_cast<std::uint64_t>(nanoseconds) : static_cast<std::uint64_t>(nanoseconds);
    std::uint64_t step = 1;
    for (int i = decimals; i < 9; ++i)
        step *= 10;
    value = (value + step / 2) / step;
    const std::uint64_t whole = second / step;
    QString text = QString::number(value / whole);
    if (decimals > 0)
        text += point + QStringLiteral("%1").arg(value % whole, decimals, 10, QLatin1Char('0'));
    return negative ? QLatin1Char('-') + text : text;
}

QString shortestText(double value)
{
    return std::isnan(value) ? QString() : QString::number(value, 'g', QLocale::FloatingPointShortest);
}

} // namespace

std::uint32_t TraceTable::addressIn(std::uint32_t row, int column) const
{
    const std::string_view name = columns()[static_cast<std::size_t>(column)].name;
    return name == "source" || name == "address" ? identity(row).source
        : name == "destination"                  ? identity(row).destination
                                                 : analysis::noRow;
}

QString TraceTable::cellText(std::uint32_t row, int column, const QLocale& locale) const
{
    constexpr int decimals = 6;
    const ValueKind kind = columns()[static_cast<std::size_t>(column)].kind;
    const QChar point = locale.decimalPoint().front();
    if (!isKnown(row, column))
        return unknownText;
    switch (kind) {
    case ValueKind::Text: return words(row, column);
    case ValueKind::Number: return QString::number(integer(row, column));
    case ValueKind::Count:
    case ValueKind::Bytes: return locale.toString(static_cast<qlonglong>(integer(row, column)));
    case ValueKind::Time: return secondsText(integer(row, column) - trace().summary.first, decimals, point);
    case ValueKind::Instant:
    case ValueKind::Duration: return secondsText(integer(row, column), decimals, point);
    case ValueKind::Rate: {
        const double value = real(row, column);
        return std::isnan(value) ? unknownText : locale.toString(value / 1e6, 'f', 3);
    }
    case ValueKind::Share: {
        const double value = real(row, column);
        return std::isnan(value) ? unknownText : locale.toString(value * 100, 'f', 2);
    }
    case ValueKind::Latency: break;
    }
    const double value = real(row, column);
    return std::isnan(value) ? unknownText : locale.toString(value * 1e3, 'f', 3);
}

QString TraceTable::csvText(std::uint32_t row, int column) const
{
    constexpr int decimals = 9;
    const ValueKind kind = columns()[static_cast<std::size_t>(column)].kind;
    if (!isKnown(row, column))
        return {};
    switch (kind) {
    case ValueKind::Text: return words(row, column);
    case ValueKind::Number:
    case ValueKind::Count:
    case ValueKind::Bytes: return QString::number(integer(row, column));
    case ValueKind::Time: return secondsText(integer(row, column) - trace().summary.first, decimals, QLatin1Char('.'));
    case ValueKind::Instant:
    case ValueKind::Duration: return secondsText(integer(row, column), decimals, QLatin1Char('.'));
    case ValueKind::Rate:
    case ValueKind::Latency:
    case ValueKind::Share: break;
    }
    return shortestText(real(row, column));
}

QString csvHeading(const TableColumn& column)
{
    const QString name = QString::fromLatin1(column.name);
    switch (column.kind) {
    case ValueKind::Text:
    case ValueKind::Number:
    case ValueKind::Count: return name;
    case ValueKind::Bytes: return name + QStringLiteral(" (B)");
    case ValueKind::Time:
    case ValueKind::Instant:
    case ValueKind::Duration:
    case ValueKind::Latency: return name + QStringLiteral(" (s)");
    case ValueKind::Share: return name + QStringLiteral(" (share)");
    case ValueKind::Rate: break;
    }
    return name + QStringLiteral(" (bit/s)");
}

} // namespace millrace::ui
