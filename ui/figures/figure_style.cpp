// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/figures/figure_style.h"

#include "ui/base/colors.h"

#include <QPainter>

#include <array>

namespace millrace::ui {
namespace {

constexpr int variants = 8;
constexpr double lineWidth = 1.8;
constexpr double radius = 3.8;

/// As the report counts: after eight series the colours repeat with other hatches, dashes and markers.
int variant(int series)
{
    return (series + series / variants) % variants;
}

/// Families of parallel lines: slope (0 level, 1 and -1 diagonal) and distance in px.
struct Family
{
    int slope;
    double distance;
};
const std::array<QVector<Family>, variants>& hatches()
{
    static const std::array<QVector<Family>, variants> all = {QVector<Family>{}, {{1, 8}}, {{-1, 8}}, {{0, 8}},
                                                              {{1, 8}, {-1, 8}}, {{0, 4}}, {{1, 4}},  {{-1, 4}}};
    return all;
}

QVector<qreal> dashesOf(int number)
{
    switch (number) {
    case 1: return {4, 2};
    case 2: return {1, 2};
    case 3: return {5, 2, 1, 2};
    case 4: return {7, 2};
    case 5: return {2, 1};
    case 6: return {5, 2, 1, 2, 1, 2};
    case 7: return {0.5, 2};
    default: return {};
    }
}

QPainterPath polygon(std::initializer_list<QPointF> points)
{
    QPainterPath path;
    path.addPolygon(QPolygonF(points));
    path.closeSubpath();
    return path;
}

QPainterPath markerOf(int number)
{
    const double r = radius, t = r * 1.15;
    QPainterPath path;
    switch (number) {
    case 1: path.addRect(-r * 0.88, -r * 0.88, r * 1.76, r * 1.76); break;
    case 2: return polygon({{0, -t}, {t, t * 0.8}, {-t, t * 0.8}});
    case 3: return polygon({{0, -r * 1.25}, {r, 0}, {0, r * 1.25}, {-r, 0}});
    case 4: return polygon({{0, t}, {t, -t * 0.8}, {-t, -t * 0.8}});
    case 5:
        path.addRect(-r, -r / 3, 2 * r, r * 2 / 3);
        path.addRect(-r / 3, -r, r * 2 / 3, 2 * r);
        return path.simplified();
    case 6: return polygon({{0, -r * 1.4}, {r * 0.7, 0}, {0, r * 1.4}, {-r * 0.7, 0}});
    case 7: path.addRect(-r * 1.3, -r * 0.5, r * 2.6, r); break;
    default: path.addEllipse(QPointF(), r, r); break;
    }
    return path;
}

void drawFamily(QPainter& painter, const QRectF& rect, Family family)
{
    // On a grid that belongs to the drawing, so that neighbours do not shift against each other.
    const auto first = [](double low, double step) { return std::floor(low / step) * step; };
    if (family.slope == 0) {
        for (double y = first(rect.top(), family.distance); y <= rect.bottom(); y += family.distance)
            painter.drawLine(QPointF(rect.left(), y), QPointF(rect.right(), y));
        return;
    }
    const double low = family.slope > 0 ? rect.left() + rect.top() : rect.left() - rect.bottom();
    const double high = family.slope > 0 ? rect.right() + rect.bottom() : rect.right() - rect.top();
    for (double c = first(low, family.distance); c <= high; c += family.distance) {
        const double top = family.slope > 0 ? c - rect.top() : c + rect.top();
        const double bottom = family.slope > 0 ? c - rect.bottom() : c + rect.bottom();
        painter.drawLine(QPointF(top, rect.top()), QPointF(bottom, rect.bottom()));
    }
}

} // namespace

FigureStyle figureStyle(int series, bool dark)
{
    const int number = variant(series);
    return {seriesColor(series, dark), dark ? QColor(0, 0, 0, 150) : QColor(255, 255, 255, 190), number,
            dashesOf(number), markerOf(number)};
}

void fillHatched(QPainter& painter, const QRectF& rect, const FigureStyle& style)
{
    painter.fillRect(rect, style.color);
    const auto& families = hatches()[static_cast<std::size_t>(style.hatch)];
    if (families.isEmpty() || rect.width() < 1 || rect.height() < 1)
        return;
    painter.save();
    painter.setClipRect(rect, Qt::IntersectClip);
    painter.setPen(QPen(style.hatchColor, 1.6));
    for (const Family& family : families)
        drawFamily(painter, rect, family);
    painter.restore();
}

void drawMarker(QPainter& painter, QPointF at, const FigureStyle& style, const QColor& halo)
{
    painter.setPen(QPen(halo, 1));
    painter.setBrush(style.color);
    painter.drawPath(style.marker.translated(at));
}

QPen linePen(const FigureStyle& style, bool dashed)
{
    QPen pen(style.color, lineWidth, Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin);
    if (dashed && !style.dashes.isEmpty())
        pen.setDashPattern(style.dashes);
    return pen;
}

} // namespace millrace::ui
