// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/figures/figure_legend.h"

#include "core/report/svg_plot.h"
#include "ui/base/format.h"
#include "ui/figures/figure_style.h"

#include <QFontMetricsF>
#include <QPainter>

namespace millrace::ui {
namespace {

using report::FigureKind;

constexpr double swatch = 22;
constexpr double longestEntry = 260;
constexpr int heading = -1;
constexpr int target = -2;

QFont titleFont(QFont font)
{
    font.setBold(true);
    if (font.pixelSize() > 0)
        font.setPixelSize(qRound(font.pixelSize() * 1.15));
    else
        font.setPointSizeF(font.pointSizeF() * 1.15);
    return font;
}

} // namespace

FigureLegend::FigureLegend(const report::FigureSpec& figure, QString yTitle, QGraphicsItem* parent)
    : QGraphicsItem(parent), m_figure(figure), m_yTitle(std::move(yTitle))
{
    setZValue(21);
    setAcceptedMouseButtons(Qt::NoButton);
    addEntries();
}

void FigureLegend::addEntries()
{
    if (m_figure.kind == FigureKind::Heat) // its rows have their names beside them
        return;
    const auto& series = m_figure.series;
    const bool several = series.size() > 1 || (series.size() == 1 && !series.front().name.empty());
    if (several && !m_figure.seriesLabel.empty())
        m_entries.push_back({toQString(m_figure.seriesLabel) + QLatin1Char(':'), heading, {}});
    for (std::size_t i = 0; several && i < series.size(); ++i)
        if (!series[i].like)
            m_entries.push_back({toQString(series[i].name), static_cast<int>(i), {}});
    if (!m_figure.targetLabel.empty())
        m_entries.push_back({toQString(m_figure.targetLabel), target, {}});
}

void FigureLegend::setInk(const FigureInk& ink, const QFont& font)
{
    m_ink = ink;
    m_font = font;
    update();
}

double FigureLegend::arrangeEntries(double width, double top)
{
    const QFontMetricsF metrics(m_font);
    const double line = metrics.height() + 5;
    double x = 0, y = top;
    for (Entry& entry : m_entries) {
        const double own = entry.series == heading ? 0 : swatch + 6;
        const double needed = own + std::min(metrics.horizontalAdvance(entry.text), longestEntry);
        if (x > 0 && x + needed > width) {
            x = 0;
            y += line;
        }
        entry.at = {x, y};
        x += needed + (entry.series == heading ? 8 : 16);
    }
    return m_entries.empty() ? top : y + line;
}

double FigureLegend::arrange(double width)
{
    prepareGeometryChange();
    m_titleHeight = QFontMetricsF(titleFont(m_font)).height() + 6;
    m_yTitleTop = arrangeEntries(width, m_titleHeight) + 2;
    const double height = m_yTitleTop + QFontMetricsF(m_font).height() + 6;
    m_rect = {0, 0, width, height};
    return height;
}

QRectF FigureLegend::boundingRect() const
{
    return m_turned.isEmpty() ? m_rect : mapFromParent(parentItem()->boundingRect()).boundingRect();
}

void FigureLegend::setTurnedLabels(QList<std::pair<QPointF, QString>> labels, double degrees)
{
    prepareGeometryChange();
    m_turned = std::move(labels);
    m_degrees = degrees;
    update();
}

void FigureLegend::paintTurned(QPainter& painter) const
{
    const QFontMetricsF metrics(m_font);
    for (const auto& [end, text] : m_turned) {
        painter.save();
        painter.translate(mapFromParent(end));
        painter.rotate(m_degrees);
        painter.drawText(QPointF(-metrics.horizontalAdvance(text), metrics.ascent() / 2), text);
        painter.restore();
    }
}

void FigureLegend::paintSwatch(QPainter& painter, const Entry& entry) const
{
    const double middle = entry.at.y() + QFontMetricsF(m_font).height() / 2;
    const QLineF line(entry.at.x(), middle, entry.at.x() + swatch, middle);
    if (entry.series == target) {
        painter.setPen(QPen(m_ink.ink, 2));
        painter.drawLine(line);
        return;
    }
    const FigureStyle style = figureStyle(entry.series, m_ink.dark);
    if (m_figure.kind == FigureKind::Bars || m_figure.kind == FigureKind::Box) {
        fillHatched(painter, {entry.at.x(), middle - 6, swatch, 12}, style);
        return;
    }
    const bool curve = m_figure.series[static_cast<std::size_t>(entry.series)].curve;
    if (m_figure.kind != FigureKind::Scatter || curve) {
        painter.setPen(linePen(style, report::usesDashes(m_figure) && !curve));
        painter.drawLine(line);
    }
    if (!curve)
        drawMarker(painter, line.center(), style, m_ink.paper);
}

void FigureLegend::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*)
{
    painter->setRenderHint(QPainter::Antialiasing);
    const QFont bold = titleFont(m_font);
    painter->setFont(bold);
    painter->setPen(m_ink.ink);
    const QString title = QFontMetricsF(bold).elidedText(toQString(m_figure.title), Qt::ElideMiddle, m_rect.width());
    painter->drawText(QRectF(0, 0, m_rect.width(), m_titleHeight), Qt::AlignLeft | Qt::AlignTop, title);
    painter->setFont(m_font);
    const QFontMetricsF metrics(m_font);
    for (const Entry& entry : m_entries) {
        const double shift = entry.series == heading ? 0 : swatch + 6;
        if (entry.series != heading)
            paintSwatch(*painter, entry);
        painter->setPen(entry.series == heading ? m_ink.soft : m_ink.ink);
        const QString text = metrics.elidedText(entry.text, Qt::ElideMiddle, longestEntry);
        painter->drawText(entry.at + QPointF(shift, metrics.ascent()), text);
    }
    painter->setPen(m_ink.ink);
    paintTurned(*painter);
    painter->drawText(QPointF(0, m_yTitleTop + metrics.ascent()), m_yTitle);
}

} // namespace millrace::ui
