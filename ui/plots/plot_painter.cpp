// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/plots/plot_painter.h"

#include "core/store/event_kinds.h"
#include "ui/base/colors.h"
#include "ui/base/format.h"
#include "ui/base/theme.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>
#include <QPalette>

#include <algorithm>

namespace millrace::ui {
namespace {

constexpr double gapToText = 5;
constexpr double markSize = 13;
constexpr int valueDigits = 3;
constexpr double markReach = 12; ///< events closer than this share a mark

/// Numbers of the y axis, written in the user's way.
QString localised(const std::string& number, const QLocale& locale)
{
    QString text = toQString(number);
    text.replace(QLatin1Char('-'), QChar(0x2212));
    return text.replace(QLatin1Char('.'), locale.decimalPoint());
}

QPolygonF markOutline(const QString& kind)
{
    constexpr double r = markSize / 2;
    QPolygonF outline;
    if (kind == QLatin1String(store::events::alarm.name))
        outline << QPointF(0, -r) << QPointF(r + 1, r) << QPointF(-r - 1, r);
    else if (kind == QLatin1String("impairment"))
        outline << QPointF(0, -r - 1) << QPointF(r + 1, 0) << QPointF(0, r + 1) << QPointF(-r - 1, 0);
    else if (kind == QLatin1String(store::events::phase.name))
        outline << QPointF(-r, -r) << QPointF(r, -r) << QPointF(r, r / 3) << QPointF(0, r) << QPointF(-r, r / 3);
    return outline;
}

bool isAlarm(const TimelineEvent& event)
{
    return event.kind == QLatin1String(store::events::alarm.name);
}

QString markLetter(const TimelineEvent& event, std::size_t count)
{
    if (count > 1)
        return count < 100 ? QString::number(count) : QStringLiteral("#");
    if (isAlarm(event))
        return QStringLiteral("!");
    return event.kind.left(1).toUpper();
}

} // namespace

PlotLook lookOf(const QPalette& palette, const QFont& font, const QLocale& locale)
{
    PlotLook look;
    look.dark = isDark(palette);
    look.ground = palette.color(QPalette::Base);
    look.ink = palette.color(QPalette::Text);
    look.soft = palette.color(QPalette::PlaceholderText);
    look.soft.setAlpha(255);
    look.grid = gridLineColor(look.dark);
    look.accent = palette.color(QPalette::Highlight);
    look.warning = warningColor(look.dark);
    look.font = font;
    look.locale = locale;
    return look;
}

CurveStyle curveStyle(const TimelineSeries& series, bool dark, double ratio)
{
    const int index = std::max(series.colorIndex, 0);
    CurveStyle style;
    style.color = seriesColor(index, dark);
    style.shape = index / seriesColorCount;
    style.ratio = ratio;
    style.shaded = series.shaded;
    return style;
}

QString valueText(double value, const QString& unit, const QLocale& locale)
{
    return valueRangeText(value, value, unit, locale);
}

QString valueRangeText(double low, double high, const QString& unit, const QLocale& locale)
{
    const double magnitude = std::max(std::abs(low), std::abs(high));
    if (!std::isfinite(magnitude))
        return toQString(report::unknownText);
    const report::NumberFormat prefix = report::prefixFor(magnitude, unit.toStdString());
    const double scaled = magnitude / prefix.divisor;
    const int before = scaled > 0 ? static_cast<int>(std::floor(std::log10(scaled * 1.0005))) + 1 : 1;
    if (before > 7 || before < -4)
        return locale.toString(low, 'g', 3) + (unit.isEmpty() ? unit : QChar(0x00A0) + unit);
    const int decimals = scaled > 0 ? std::max(valueDigits - before, 0) : 0;
    QString text = locale.toString(low / prefix.divisor, 'f', decimals);
    if (const QString upper = locale.toString(high / prefix.divisor, 'f', decimals); upper != text)
        text += QChar(0x2013) + upper;
    return prefix.unit.empty() ? text : text + QChar(0x00A0) + toQString(prefix.unit);
}

std::vector<EventMark> eventMarks(const std::vector<TimelineEvent>& events, const PlotGeometry& geometry)
{
    std::vector<EventMark> marks;
    const auto first =
        std::lower_bound(events.begin(), events.end(), geometry.view.begin,
                         [](const TimelineEvent& event, std::int64_t time) { return event.time < time; });
    for (auto event = first; event != events.end() && event->time <= geometry.view.end; ++event) {
        const double x = geometry.xOf(event->time);
        if (!marks.empty() && x - marks.back().x < markReach)
            ++marks.back().count;
        else
            marks.push_back({x, static_cast<std::size_t>(event - events.begin()), 1});
    }
    return marks;
}

PlotPainter::PlotPainter(QPainter& painter, const PlotLook& look) : m_painter(painter), m_look(look)
{
    painter.setFont(look.font);
}

QRectF PlotPainter::plotArea(const QRectF& area, const QFont& font, bool hasEvents)
{
    const QFontMetricsF metrics(font);
    // The same for all plots, so that those above each other are in line.
    const double left = metrics.horizontalAdvance(QStringLiteral("−000.00")) + metrics.height() + 3 * gapToText;
    const double bottom = metrics.height() + 2 * gapToText;
    const double right = metrics.horizontalAdvance(QStringLiteral("00 s"));
    const double top = hasEvents ? markSize + gapToText : metrics.height() / 2 + 2;
    return area.adjusted(std::floor(left), std::floor(top), -std::floor(right), -std::floor(bottom));
}

std::vector<TimeTick> PlotPainter::ticksFor(const PlotGeometry& geometry, std::int64_t origin) const
{
    const QFontMetricsF metrics(m_look.font);
    return timeTicks(
        geometry.view, origin, geometry.plot.width(),
        [&metrics](const QString& label) { return metrics.horizontalAdvance(label); }, m_look.locale);
}

void PlotPainter::drawGrid(const PlotGeometry& geometry, const std::vector<TimeTick>& ticks,
                           const report::AxisMap* axis)
{
    m_painter.setPen(QPen(m_look.grid, 0));
    const QRectF& plot = geometry.plot;
    for (const TimeTick& tick : ticks) {
        const double x = std::round(geometry.xOf(tick.time));
        m_painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
    }
    if (!axis)
        return;
    for (const report::Tick& tick : axis->ticks()) {
        const double y = std::round(plot.top() + axis->pixel(tick.value));
        m_painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y));
    }
}

void PlotPainter::drawAxes(const PlotGeometry& geometry, const std::vector<TimeTick>& ticks,
                           const report::AxisMap* axis, const QString& title)
{
    const QRectF& plot = geometry.plot;
    const QFontMetricsF metrics(m_look.font);
    drawTitle(geometry, axis ? toQString(axis->title()) : title);
    m_painter.setPen(QPen(m_look.soft, 0));
    m_painter.drawLine(plot.bottomLeft(), plot.bottomRight());
    m_painter.drawLine(plot.topLeft(), plot.bottomLeft());
    for (const TimeTick& tick : ticks) {
        const double x = std::round(geometry.xOf(tick.time));
        const double half = metrics.horizontalAdvance(tick.label) / 2;
        m_painter.setPen(QPen(m_look.soft, 0));
        m_painter.drawLine(QPointF(x, plot.bottom()), QPointF(x, plot.bottom() + 4));
        m_painter.setPen(m_look.ink);
        m_painter.drawText(QPointF(x - half, plot.bottom() + gapToText + metrics.ascent() + 1), tick.label);
    }
    if (!axis)
        return;
    m_painter.setPen(m_look.ink);
    for (const report::Tick& tick : axis->ticks()) {
        const double y = std::round(plot.top() + axis->pixel(tick.value));
        const QString label = localised(tick.label, m_look.locale);
        m_painter.drawText(QPointF(plot.left() - gapToText - metrics.horizontalAdvance(label),
                                   y + (metrics.ascent() - metrics.descent()) / 2),
                           label);
    }
}

/// Long titles of low plots are written smaller before they are cut.
QFont fontThatFits(QFont font, const QString& title, double room)
{
    constexpr double smallest = 0.85;
    const double wanted = QFontMetricsF(font).horizontalAdvance(title);
    if (wanted > room)
        font.setPointSizeF(QFontInfo(font).pointSizeF() * std::max(smallest, room / wanted * 0.99));
    return font;
}

QString titleThatFits(const QString& title, const QFontMetricsF& metrics, double room)
{
    if (metrics.horizontalAdvance(title) <= room)
        return title;
    const qsizetype at = title.lastIndexOf(QStringLiteral(" ("));
    const QString unit = at < 0 ? QString() : title.mid(at);
    const double rest = room - metrics.horizontalAdvance(unit);
    return metrics.elidedText(title.left(at < 0 ? title.size() : at), Qt::ElideRight, rest) + unit;
}

void PlotPainter::drawTitle(const PlotGeometry& geometry, const QString& title)
{
    const double labels = QFontMetricsF(m_look.font).horizontalAdvance(QStringLiteral("−000.00"));
    const double room = geometry.plot.height() + geometry.plot.top();
    const QFont font = fontThatFits(m_look.font, title, room);
    const QFontMetricsF metrics(font);
    const QString shown = titleThatFits(title, metrics, room);
    m_painter.save();
    m_painter.setFont(font);
    m_painter.setPen(m_look.soft);
    m_painter.translate(geometry.plot.left() - labels - 2 * gapToText - metrics.descent(), geometry.plot.center().y());
    m_painter.rotate(-90);
    m_painter.drawText(QPointF(-metrics.horizontalAdvance(shown) / 2, 0), shown);
    m_painter.restore();
}

void PlotPainter::drawMark(QPointF tip, const TimelineEvent& event, std::size_t count)
{
    const QColor color = isAlarm(event) ? m_look.warning : m_look.soft;
    const QPointF middle = tip - QPointF(0, markSize / 2 + 1);
    m_painter.setPen(Qt::NoPen);
    m_painter.setBrush(color);
    const QPolygonF outline = markOutline(count > 1 ? QString() : event.kind);
    if (outline.isEmpty())
        m_painter.drawEllipse(middle, markSize / 2, markSize / 2);
    else
        m_painter.drawPolygon(outline.translated(middle));
    QFont small(m_look.font);
    small.setPixelSize(9);
    small.setBold(true);
    const QFontMetricsF metrics(small);
    const QString letter = markLetter(event, count);
    m_painter.setFont(small);
    m_painter.setPen(m_look.ground);
    const double below = isAlarm(event) && count == 1 ? 1.5 : 0;
    m_painter.drawText(middle + QPointF(-metrics.horizontalAdvance(letter) / 2, metrics.capHeight() / 2 + below),
                       letter);
    m_painter.setFont(m_look.font);
}

void PlotPainter::drawMarkLabel(QPointF tip, const QString& label, double room)
{
    const QFontMetricsF metrics(m_look.font);
    if (label.isEmpty() || room < metrics.averageCharWidth() * 5)
        return;
    m_painter.setPen(m_look.ink);
    m_painter.drawText(QPointF(tip.x() + markSize / 2 + gapToText, tip.y() - 3),
                       metrics.elidedText(label, Qt::ElideRight, room));
}

void PlotPainter::drawEvents(const PlotGeometry& geometry, const std::vector<TimelineEvent>& events)
{
    m_painter.save();
    const std::vector<EventMark> marks = eventMarks(events, geometry);
    for (auto place = marks.begin(); place != marks.end(); ++place) {
        const EventMark& mark = *place;
        // An alarm among others is not to be lost.
        const auto first = events.begin() + static_cast<std::ptrdiff_t>(mark.first);
        const auto last = first + static_cast<std::ptrdiff_t>(mark.count);
        const auto loud = std::find_if(first, last, [](const TimelineEvent& each) { return isAlarm(each); });
        const TimelineEvent& event = loud == last ? *first : *loud;
        const bool alarm = loud != last;
        QPen pen(alarm ? m_look.warning : m_look.soft, 0, Qt::DashLine);
        m_painter.setPen(pen);
        m_painter.setRenderHint(QPainter::Antialiasing, false);
        const double x = std::round(mark.x);
        m_painter.drawLine(QPointF(x, geometry.plot.top()), QPointF(x, geometry.plot.bottom()));
        m_painter.setRenderHint(QPainter::Antialiasing);
        drawMark(QPointF(x, geometry.plot.top()), event, mark.count);
        const double end = place + 1 == marks.end() ? geometry.plot.right() : (place + 1)->x - markSize;
        drawMarkLabel(QPointF(x, geometry.plot.top()), event.label, end - x - markSize);
    }
    m_painter.restore();
}

void PlotPainter::drawCursor(const PlotGeometry& geometry, std::int64_t time, const QString& label)
{
    const QRectF& plot = geometry.plot;
    const double x = std::round(geometry.xOf(time));
    if (x < plot.left() || x > plot.right())
        return;
    const QFontMetricsF metrics(m_look.font);
    m_painter.setPen(QPen(m_look.ink, 0));
    m_painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
    const double width = metrics.horizontalAdvance(label) + 2 * gapToText;
    const double left = std::clamp(x - width / 2, plot.left(), std::max(plot.left(), plot.right() - width));
    const QRectF box(left, plot.bottom() + 1, width, metrics.height() + 2);
    m_painter.fillRect(box, m_look.ink);
    m_painter.setPen(m_look.ground);
    m_painter.drawText(box, Qt::AlignCenter, label);
}

void PlotPainter::drawMessage(const PlotGeometry& geometry, const QString& text)
{
    m_painter.setPen(m_look.soft);
    m_painter.drawText(geometry.plot.adjusted(20, 0, -20, 0), Qt::AlignCenter | Qt::TextWordWrap, text);
}

void PlotPainter::drawBadge(const PlotGeometry& geometry, const QString& text)
{
    const QFontMetricsF metrics(m_look.font);
    const double width = metrics.horizontalAdvance(text) + 2 * gapToText;
    const QRectF box(geometry.plot.right() - width - 4, geometry.plot.top() + 4, width, metrics.height() + 4);
    m_painter.setPen(QPen(m_look.soft, 0));
    m_painter.setBrush(m_look.ground);
    m_painter.drawRect(box);
    m_painter.setPen(m_look.ink);
    m_painter.drawText(box, Qt::AlignCenter, text);
}

double PlotPainter::drawLegend(const QRectF& area, const std::vector<TimelineSeries>& series, bool measureOnly)
{
    constexpr double swatch = 22;
    constexpr std::size_t mostNames = 24; // more of them would leave no room for the curves
    const QFontMetricsF metrics(m_look.font);
    double x = area.left(), y = area.top();
    std::size_t names = 0;
    for (const TimelineSeries& one : series) {
        if (!one.visible || ++names > mostNames)
            continue;
        const QString name = metrics.elidedText(one.name, Qt::ElideMiddle, area.width() - swatch - 2 * gapToText);
        const double width = swatch + gapToText + metrics.horizontalAdvance(name) + 3 * gapToText;
        if (x + width > area.right() && x > area.left()) {
            x = area.left();
            y += metrics.height() + 2;
        }
        if (!measureOnly) {
            const CurveStyle style = curveStyle(one, m_look.dark, 1);
            const double middle = y + metrics.height() / 2;
            m_painter.setPen(QPen(style.color, 2, Qt::SolidLine, Qt::FlatCap));
            m_painter.drawLine(QPointF(x, middle), QPointF(x + swatch, middle));
            if (style.shape > 0)
                drawCurveMark(m_painter, {x + swatch / 2, middle}, style);
            m_painter.setPen(m_look.ink);
            m_painter.drawText(QPointF(x + swatch + gapToText, y + metrics.ascent()), name);
        }
        x += width;
    }
    if (names > mostNames && !measureOnly) {
        m_painter.setPen(m_look.ink);
        m_painter.drawText(QPointF(x, y + metrics.ascent()), QStringLiteral("+ %1").arg(names - mostNames));
    }
    return y - area.top() + metrics.height() + gapToText;
}

} // namespace millrace::ui
