// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/figures/figure_text.h"

#include "ui/base/format.h"
#include "ui/figures/sentence_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace millrace::ui {
namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(FigureText)
};

struct KindEntry
{
    report::FigureKind kind;
    const char* text;
    const char* icon;
};
using report::FigureKind;
constexpr std::array kindEntries = {
    KindEntry{FigureKind::Bars, QT_TRANSLATE_NOOP("FigureText", "Bars"), "chart-bar"},
    KindEntry{FigureKind::Lines, QT_TRANSLATE_NOOP("FigureText", "Lines"), "chart-line"},
    KindEntry{FigureKind::Box, QT_TRANSLATE_NOOP("FigureText", "Box plot"), "chart-box"},
    KindEntry{FigureKind::Scatter, QT_TRANSLATE_NOOP("FigureText", "Scatter plot"), "chart-scatter"},
    KindEntry{FigureKind::Cdf, QT_TRANSLATE_NOOP("FigureText", "Cumulative distribution"), "chart-cdf"},
    KindEntry{FigureKind::Heat, QT_TRANSLATE_NOOP("FigureText", "Heat map"), "grid"}};

const KindEntry& kindEntry(FigureKind kind)
{
    return *std::ranges::find(kindEntries, kind, &KindEntry::kind);
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
    const bool interval = report::hasInterval(point);
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

} // namespace

QString valueText(double value, const std::string& unit, const QLocale& locale)
{
    if (unit == "share" && std::isfinite(value))
        return formatFraction(value, locale);
    return formatQuantity(value, unit, locale);
}

QString markText(const report::FigureSpec& figure, const report::MarkRef& mark, const QLocale& locale)
{
    const report::FigureSeries& series = figure.series[mark.series];
    if (mark.box != nullptr)
        return boxText(figure, series, *mark.box, locale);
    return mark.point == nullptr ? toQString(series.name) : pointText(figure, series, *mark.point, locale);
}

QString kindText(report::FigureKind kind)
{
    return Words::tr(kindEntry(kind).text);
}

QString kindIcon(report::FigureKind kind)
{
    return QString::fromLatin1(kindEntry(kind).icon);
}

std::vector<report::FigureKind> shownKinds()
{
    std::vector<report::FigureKind> shown;
    for (const KindEntry& each : kindEntries)
        if (std::ranges::count(report::viewKinds(), report::kindName(each.kind)) > 0)
            shown.push_back(each.kind);
    return shown;
}

QString emptyText(const report::FigureSpec& figure)
{
    QString reason = figure.note.empty() ? Words::tr("There are no values.") : sentenceText(figure.note);
    if (!reason.isEmpty())
        reason[0] = reason.at(0).toUpper();
    return reason;
}

} // namespace millrace::ui
