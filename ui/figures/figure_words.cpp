// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/figures/figure_words.h"

#include "ui/base/format.h"
#include "ui/figures/sentence_words.h"

#include <QCoreApplication>

namespace millrace::ui {
namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(FigureWords)
};

} // namespace

QString valueText(double value, const std::string& unit, const QLocale& locale)
{
    if (unit == "share" && std::isfinite(value))
        return formatFraction(value, locale);
    return formatQuantity(value, unit, locale);
}

QString placeText(const report::FigureSpec& figure, const report::FigureSeries& series, double x, const QLocale& locale)
{
    const auto& categories = figure.x.categories;
    QString place;
    if (categories.empty())
        place = valueText(x, figure.x.unit, locale);
    else if (x >= 0 && x < static_cast<double>(categories.size()))
        place = toQString(categories[static_cast<std::size_t>(x)]);
    return series.name.empty() ? place : place + QStringLiteral(", ") + toQString(series.name);
}

QString pointText(const report::FigureSpec& figure, const report::FigureSeries& series,
                  const report::FigurePoint& point, const QLocale& locale)
{
    const auto value = [&](double number) { return valueText(number, figure.y.unit, locale); };
    const bool isShare = figure.kind == report::FigureKind::Cdf;
    QString text = placeText(figure, series, point.x, locale) + QStringLiteral(": ")
        + (isShare ? formatFraction(point.y, locale) : value(point.y));
    const bool interval = !std::isnan(point.low) && !std::isnan(point.high);
    if (interval && figure.band)
        text += Words::tr(" (%1 to %2)").arg(value(point.low), value(point.high));
    else if (interval)
        text += Words::tr(" (95 % interval %1 to %2, n = %3)")
                    .arg(value(point.low), value(point.high), formatCount(static_cast<qint64>(point.count), locale));
    else if (point.count > 0)
        text += Words::tr(" (n = %1)").arg(formatCount(static_cast<qint64>(point.count), locale));
    if (!std::isnan(point.target))
        text += QStringLiteral(", ") + toQString(figure.targetLabel) + QStringLiteral(": ") + value(point.target);
    return text;
}

QString boxText(const report::FigureSpec& figure, const report::FigureSeries& series, const report::FigureBox& box,
                const QLocale& locale)
{
    const auto value = [&](double number) { return valueText(number, figure.y.unit, locale); };
    QString text = placeText(figure, series, box.x, locale)
        + Words::tr(": median %1, quartiles %2 and %3, whiskers %4 to %5, n = %6")
              .arg(value(box.median), value(box.lowerQuartile), value(box.upperQuartile), value(box.low),
                   value(box.high), formatCount(static_cast<qint64>(box.count), locale));
    if (!box.outliers.empty())
        text += Words::tr(", %n value(s) beyond", nullptr, static_cast<int>(box.outliers.size()));
    return text;
}

QString kindText(report::FigureKind kind)
{
    switch (kind) {
    case report::FigureKind::Bars: return Words::tr("Bars");
    case report::FigureKind::Box: return Words::tr("Box plot");
    case report::FigureKind::Lines: return Words::tr("Lines");
    case report::FigureKind::Cdf: return Words::tr("Cumulative distribution");
    case report::FigureKind::Heat: return Words::tr("Heat map");
    case report::FigureKind::Scatter: break;
    }
    return Words::tr("Scatter plot");
}

QString emptyText(const report::FigureSpec& figure)
{
    QString reason = figure.note.empty() ? Words::tr("There are no values.") : sentenceText(figure.note);
    if (!reason.isEmpty())
        reason[0] = reason.at(0).toUpper();
    return reason;
}

} // namespace millrace::ui
