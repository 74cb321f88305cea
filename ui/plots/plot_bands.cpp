// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/plots/plot_bands.h"

#include "ui/base/colors.h"

#include <QFontMetricsF>
#include <QPainter>

namespace millrace::ui {
namespace {

constexpr double leastName = 28; ///< px; narrower bands have no name
constexpr double leastStep = 5; ///< px; the borders of narrower steps would hide the curves

QColor toneColor(TimelineBand::Tone tone, const PlotLook& look)
{
    switch (tone) {
    case TimelineBand::Tone::Warning: return look.warning;
    case TimelineBand::Tone::Good: return goodColor(look.dark);
    case TimelineBand::Tone::Plain:
    case TimelineBand::Tone::Step: break;
    }
    return look.soft;
}

QColor thin(QColor color, int alpha)
{
    color.setAlpha(alpha);
    return color;
}

void drawStep(QPainter& painter, const TimelineBand& band, const QRectF& area, const PlotGeometry& geometry,
              const QColor& color)
{
    if (area.width() < leastStep)
        return;
    painter.setPen(QPen(thin(color, 110), 0, Qt::DotLine));
    if (band.begin >= geometry.view.begin)
        painter.drawLine(area.topLeft(), area.bottomLeft());
    if (band.end <= geometry.view.end)
        painter.drawLine(area.topRight(), area.bottomRight());
}

/// Below, where no other band has its name, and whole or not at all: half a number is another number.
void drawStepName(QPainter& painter, const TimelineBand& band, const QRectF& area, const PlotLook& look)
{
    const QFontMetricsF metrics(look.font);
    const double width = metrics.horizontalAdvance(band.name) + 6;
    if (area.width() < width + 4)
        return;
    const QRectF box(area.center().x() - width / 2, area.bottom() - metrics.height() - 2, width, metrics.height() + 1);
    painter.setFont(look.font);
    painter.fillRect(box, thin(look.ground, 190));
    painter.setPen(look.soft);
    painter.drawText(box, Qt::AlignCenter, band.name);
}

} // namespace

QRectF bandArea(const TimelineBand& band, const PlotGeometry& geometry)
{
    const std::int64_t begin = std::max(band.begin, geometry.view.begin);
    const std::int64_t end = std::min(band.end, geometry.view.end);
    if (geometry.view.isEmpty() || end <= begin)
        return {};
    const double left = geometry.xOf(begin);
    return {left, geometry.plot.top(), geometry.xOf(end) - left, geometry.plot.height()};
}

void drawBands(QPainter& painter, const PlotGeometry& geometry, const std::vector<TimelineBand>& bands,
               const PlotLook& look)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (const TimelineBand& band : bands) {
        const QRectF area = bandArea(band, geometry);
        if (area.isEmpty())
            continue;
        const QColor color = toneColor(band.tone, look);
        if (band.tone == TimelineBand::Tone::Step) {
            drawStep(painter, band, area, geometry, color);
            continue;
        }
        const bool plain = band.tone == TimelineBand::Tone::Plain;
        painter.fillRect(area, thin(color, (plain ? 14 : 30) + (look.dark ? 14 : 0)));
        painter.setPen(QPen(thin(color, 170), 0));
        if (band.begin >= geometry.view.begin)
            painter.drawLine(area.topLeft(), area.bottomLeft());
        if (band.end <= geometry.view.end)
            painter.drawLine(area.topRight(), area.bottomRight());
    }
    painter.restore();
}

void drawBandNames(QPainter& painter, const PlotGeometry& geometry, const std::vector<TimelineBand>& bands,
                   const PlotLook& look)
{
    painter.save();
    QFont font = look.font;
    font.setBold(true);
    const QFontMetricsF metrics(font);
    for (const TimelineBand& band : bands) {
        const QRectF area = bandArea(band, geometry);
        if (band.tone == TimelineBand::Tone::Step) {
            drawStepName(painter, band, area, look);
            continue;
        }
        if (area.width() < leastName)
            continue;
        const QString name = metrics.elidedText(band.name, Qt::ElideRight, area.width() - 8);
        const QRectF box(area.left() + 2, area.top() + 2, metrics.horizontalAdvance(name) + 6, metrics.height() + 1);
        painter.fillRect(box, thin(look.ground, 190));
        painter.setFont(font);
        painter.setPen(band.tone == TimelineBand::Tone::Plain ? look.soft : toneColor(band.tone, look));
        painter.drawText(box, Qt::AlignCenter, name);
    }
    painter.restore();
}

} // namespace millrace::ui
