// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/figures/figure_marks.h"

#include "ui/figures/figure_style.h"
#include "ui/figures/figure_words.h"

#include <QPaintEngine>
#include <QPainter>
#include <QPixmap>

#include <algorithm>
#include <limits>

namespace millrace::ui {
namespace {

using report::FigureKind;

constexpr std::size_t fewPoints = 40; ///< up to here every point has a marker
constexpr std::size_t sparseMarkers = 7;
constexpr std::size_t manyPoints = 500;
constexpr double leastBoxHeight = 8;
constexpr double reach = 14; ///< px from a point at which its text is shown

bool isPlaced(const report::FigurePoint& point)
{
    return !std::isnan(point.x) && !std::isnan(point.y);
}

bool hasInterval(const report::FigurePoint& point)
{
    return !std::isnan(point.low) && !std::isnan(point.high);
}

} // namespace

FigureMarks::FigureMarks(const report::FigureSpec& figure, FigureGeometry& geometry, QGraphicsItem* parent)
    : QGraphicsObject(parent), m_figure(figure), m_geometry(geometry), m_heat(figure)
{
    setZValue(20); // over the lines of the chart
    setAcceptedMouseButtons(Qt::NoButton);
}

void FigureMarks::setInk(const FigureInk& ink)
{
    m_ink = ink;
    update();
}

void FigureMarks::geometryChanged()
{
    prepareGeometryChange();
    update();
}

QRectF FigureMarks::boundingRect() const
{
    return m_geometry.area().adjusted(-8, -8, 8, 8);
}

void FigureMarks::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*)
{
    painter->setRenderHint(QPainter::Antialiasing);
    if (m_figure.identity)
        paintIdentity(*painter);
    for (std::size_t i = 0; i < m_figure.series.size(); ++i) {
        const int number = static_cast<int>(i);
        const report::FigureSeries& series = m_figure.series[i];
        if (m_figure.kind == FigureKind::Bars) {
            for (const report::FigurePoint& point : series.points)
                if (!std::isnan(point.x))
                    paintBar(*painter, number, point);
        } else if (m_figure.kind == FigureKind::Heat) {
            for (const report::FigurePoint& point : series.points)
                paintCell(*painter, number, point);
        } else if (m_figure.kind == FigureKind::Box) {
            for (const report::FigureBox& box : series.boxes)
                paintBox(*painter, number, box);
        } else if (m_figure.kind == FigureKind::Scatter && series.curve) {
            paintCurve(*painter, number);
        } else {
            if (m_figure.band)
                paintBand(*painter, number);
            paintPoints(*painter, number);
        }
    }
}

QRectF FigureMarks::barRect(int series, const report::FigurePoint& point) const
{
    const double gap = std::min(1.0, m_geometry.barWidth() / 8);
    const double left = m_geometry.barLeft(point.x, series) + gap;
    const double width = std::max(m_geometry.barWidth() - 2 * gap, 0.5);
    const double zero = m_geometry.yPixel(point.base);
    const double y = std::isnan(point.y) ? zero : m_geometry.yPixel(point.base + point.y);
    return {left, std::min(y, zero), width, std::abs(zero - y)};
}

QRectF FigureMarks::cellRect(int series, const report::FigurePoint& point) const
{
    const double width = m_geometry.slotWidth();
    const double height = m_geometry.area().height() / static_cast<double>(m_figure.series.size());
    return {m_geometry.xPixel(point.x) - width / 2, m_geometry.area().top() + height * series, width, height};
}

void FigureMarks::paintCell(QPainter& painter, int series, const report::FigurePoint& point) const
{
    const QRectF rect = cellRect(series, point).adjusted(1, 1, -1, -1);
    painter.setPen(m_ink.soft);
    if (!std::isnan(point.y)) {
        painter.fillRect(rect, QColor(QString::fromStdString(m_heat.colorOf(point.y))));
        painter.setPen(QColor(QString::fromStdString(m_heat.inkOf(point.y))));
    }
    painter.drawText(rect, Qt::AlignCenter, QString::fromStdString(m_heat.textOf(point.y)));
}

QRectF FigureMarks::boxRect(int series, const report::FigureBox& box) const
{
    const double left = m_geometry.barLeft(box.x, series) + 2;
    const double width = std::max(m_geometry.barWidth() - 4, 1.0);
    const double upper = m_geometry.yPixel(box.upperQuartile);
    const double height = m_geometry.yPixel(box.lowerQuartile) - upper;
    const double grown = std::max(height, leastBoxHeight); // its hatch must be seen
    return {left, upper - (grown - height) / 2, width, grown};
}

void FigureMarks::paintInterval(QPainter& painter, double x, const report::FigurePoint& point, double cap,
                                const QColor& color) const
{
    if (!hasInterval(point))
        return;
    const double low = m_geometry.yPixel(point.low), high = m_geometry.yPixel(point.high);
    QPainterPath path;
    path.moveTo(x, low);
    path.lineTo(x, high);
    path.moveTo(x - cap, high);
    path.lineTo(x + cap, high);
    if (point.low >= m_geometry.yAxis().low()) { // an end beyond the axis is open
        path.moveTo(x - cap, low);
        path.lineTo(x + cap, low);
    }
    painter.setBrush(Qt::NoBrush);
    if (color == m_ink.ink) {
        QColor halo = m_ink.paper;
        halo.setAlphaF(0.5F);
        painter.setPen(QPen(halo, 3));
        painter.drawPath(path);
    }
    painter.setPen(QPen(color, 1.2));
    painter.drawPath(path);
}

/// The values behind a mean, each as a ring.
void FigureMarks::paintValues(QPainter& painter, double x, const report::FigurePoint& point, const QColor& color) const
{
    if (point.values.empty())
        return;
    painter.setPen(QPen(color, 1.1));
    painter.setBrush(m_ink.paper);
    for (const double value : point.values)
        painter.drawEllipse(QPointF(x, m_geometry.yPixel(value)), 2.6, 2.6);
    painter.setBrush(Qt::NoBrush);
}

void FigureMarks::paintBar(QPainter& painter, int series, const report::FigurePoint& point) const
{
    const QRectF rect = barRect(series, point);
    if (std::isnan(point.y)) {
        painter.setPen(m_ink.soft);
        painter.drawText(QRectF(rect.center().x() - 20, rect.bottom() - 18, 40, 16), Qt::AlignCenter,
                         QStringLiteral("–"));
    } else {
        fillHatched(painter, rect, figureStyle(series, m_ink.dark));
    }
    if (!point.label.empty()) {
        const double top = std::isnan(point.high) ? rect.top() : std::min(rect.top(), m_geometry.yPixel(point.high));
        const double y = std::max(top - 18, m_geometry.area().top() - 6);
        painter.setPen(m_ink.ink);
        painter.drawText(QRectF(rect.center().x() - 40, y, 80, 16), Qt::AlignCenter,
                         QString::fromStdString(point.label));
    }
    if (!std::isnan(point.target)) {
        const double y = m_geometry.yPixel(point.target);
        const QLineF mark(rect.left() - 4, y, rect.right() + 4, y);
        painter.setPen(QPen(m_ink.paper, 3.6));
        painter.drawLine(mark);
        painter.setPen(QPen(m_ink.ink, 1.8));
        painter.drawLine(mark);
    }
    if (!std::isnan(point.y)) {
        paintInterval(painter, rect.center().x(), point, std::min(4.0, rect.width() / 3), m_ink.ink);
        paintValues(painter, rect.center().x(), point, m_ink.ink);
    }
}

void FigureMarks::paintBox(QPainter& painter, int series, const report::FigureBox& box) const
{
    const QRectF rect = boxRect(series, box);
    const FigureStyle style = figureStyle(series, m_ink.dark);
    const double middle = rect.center().x(), cap = rect.width() / 4;
    const auto y = [this](double value) { return m_geometry.yPixel(value); };
    painter.setPen(QPen(m_ink.ink, 1.2));
    for (const auto& [end, quartile] : {std::pair{box.low, box.lowerQuartile}, {box.high, box.upperQuartile}}) {
        painter.drawLine(QPointF(middle - cap, y(end)), QPointF(middle + cap, y(end)));
        painter.drawLine(QPointF(middle, y(end)), QPointF(middle, y(quartile)));
    }
    fillHatched(painter, rect, style);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(m_ink.ink, 1));
    painter.drawRect(rect);
    const QLineF median(rect.left(), y(box.median), rect.right(), y(box.median));
    const bool high = rect.height() > leastBoxHeight;
    if (high) {
        painter.setPen(QPen(m_ink.paper, 4));
        painter.drawLine(median);
    }
    painter.setPen(QPen(m_ink.ink, high ? 2 : 1));
    painter.drawLine(median);
    painter.setPen(QPen(style.color, 1.2));
    for (const double value : box.outliers)
        painter.drawEllipse(QPointF(middle, y(value)), 2, 2);
}

void FigureMarks::paintBand(QPainter& painter, int series) const
{
    QPolygonF upper, lower;
    for (const report::FigurePoint& point : m_figure.series[static_cast<std::size_t>(series)].points)
        if (hasInterval(point) && !std::isnan(point.x)) {
            upper.append({m_geometry.xPixel(point.x), m_geometry.yPixel(point.high)});
            lower.prepend({m_geometry.xPixel(point.x), m_geometry.yPixel(point.low)});
        }
    QColor color = figureStyle(series, m_ink.dark).color;
    color.setAlphaF(0.25F);
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    painter.drawPolygon(upper + lower);
}

void FigureMarks::paintCurve(QPainter& painter, int series) const
{
    QPolygonF line;
    const report::FigureSeries& curve = m_figure.series[static_cast<std::size_t>(series)];
    for (const report::FigurePoint& point : curve.points)
        if (isPlaced(point))
            line.append(m_geometry.pointAt(series, point));
    painter.setBrush(Qt::NoBrush);
    painter.setPen(linePen(
        figureStyle(static_cast<int>(curve.like.value_or(static_cast<std::size_t>(series))), m_ink.dark), false));
    painter.drawPolyline(line);
}

void FigureMarks::paintPoints(QPainter& painter, int series) const
{
    const auto& points = m_figure.series[static_cast<std::size_t>(series)].points;
    const FigureStyle style = figureStyle(series, m_ink.dark);
    const bool curve = m_figure.kind == FigureKind::Cdf;
    const bool all = points.size() <= (curve ? sparseMarkers : fewPoints) || m_figure.kind == FigureKind::Scatter;
    const std::size_t every = all ? 1 : points.size() / sparseMarkers;
    const std::size_t begin = all ? 0 : every * (static_cast<std::size_t>(series) % 8) / 8;
    if (points.size() > manyPoints && painter.paintEngine()->type() == QPaintEngine::Raster) {
        paintMany(painter, series);
        return;
    }
    for (std::size_t i = begin; i < points.size(); i += every) {
        if (!isPlaced(points[i]))
            continue;
        const QPointF at = m_geometry.pointAt(series, points[i]);
        if (!m_figure.band && !curve)
            paintInterval(painter, at.x(), points[i], 3, style.color);
        paintValues(painter, at.x(), points[i], style.color);
        drawMarker(painter, at, style, m_ink.paper);
    }
}

/// Thousands of markers on a screen: one small picture, many times.
void FigureMarks::paintMany(QPainter& painter, int series) const
{
    const FigureStyle style = figureStyle(series, m_ink.dark);
    const double ratio = painter.device()->devicePixelRatioF();
    constexpr double side = 14;
    QPixmap mark(QSize(qCeil(side * ratio), qCeil(side * ratio)));
    mark.fill(Qt::transparent);
    {
        QPainter one(&mark);
        one.setRenderHint(QPainter::Antialiasing);
        one.scale(ratio, ratio);
        drawMarker(one, {side / 2, side / 2}, style, m_ink.paper);
    }
    QList<QPainter::PixmapFragment> fragments;
    for (const report::FigurePoint& point : m_figure.series[static_cast<std::size_t>(series)].points)
        if (isPlaced(point))
            fragments.append(
                QPainter::PixmapFragment::create(m_geometry.pointAt(series, point), mark.rect(), 1 / ratio, 1 / ratio));
    painter.drawPixmapFragments(fragments.constData(), static_cast<int>(fragments.size()), mark);
}

void FigureMarks::paintIdentity(QPainter& painter) const
{
    const double low = std::max(m_geometry.xAxis().low(), m_geometry.yAxis().low());
    const double high = std::min(m_geometry.xAxis().high(), m_geometry.yAxis().high());
    if (!(low < high))
        return;
    painter.setPen(QPen(m_ink.ink, 1, Qt::DashLine));
    painter.drawLine(QPointF(m_geometry.xPixel(low), m_geometry.yPixel(low)),
                     QPointF(m_geometry.xPixel(high), m_geometry.yPixel(high)));
}

QString FigureMarks::barAt(QPointF place, const QLocale& locale) const
{
    for (std::size_t i = 0; i < m_figure.series.size(); ++i) {
        const int number = static_cast<int>(i);
        const report::FigureSeries& series = m_figure.series[i];
        // The whole height above a bar answers, so that small ones can be hit.
        const auto isOver = [&](const QRectF& rect) { return place.x() >= rect.left() && place.x() <= rect.right(); };
        for (const report::FigurePoint& point : series.points) {
            const bool heat = m_figure.kind == FigureKind::Heat;
            const QRectF rect = heat ? cellRect(number, point) : barRect(number, point);
            if (heat || m_figure.stacked ? rect.contains(place) : isOver(rect))
                return pointText(m_figure, series, point, locale);
        }
        for (const report::FigureBox& box : series.boxes)
            if (isOver(boxRect(number, box)))
                return boxText(m_figure, series, box, locale);
    }
    return {};
}

QString FigureMarks::nearestPoint(QPointF place, const QLocale& locale) const
{
    double nearest = reach * reach;
    QString text;
    const report::FigureSeries* found = nullptr;
    const report::FigurePoint* foundPoint = nullptr;
    for (std::size_t i = 0; i < m_figure.series.size(); ++i)
        for (const report::FigurePoint& point : m_figure.series[i].points) {
            if (!isPlaced(point))
                continue;
            const QPointF gap = m_geometry.pointAt(static_cast<int>(i), point) - place;
            if (const double square = QPointF::dotProduct(gap, gap); square <= nearest) {
                nearest = square;
                found = &m_figure.series[i];
                foundPoint = &point;
            }
        }
    return found == nullptr ? QString() : pointText(m_figure, *found, *foundPoint, locale);
}

QString FigureMarks::textAt(QPointF place, const QLocale& locale) const
{
    if (!boundingRect().contains(place))
        return {};
    const bool bars =
        m_figure.kind == FigureKind::Bars || m_figure.kind == FigureKind::Box || m_figure.kind == FigureKind::Heat;
    return bars ? barAt(place, locale) : nearestPoint(place, locale);
}

} // namespace millrace::ui
