// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/figures/figure_legend.h"

#include "ui/base/format.h"

#include <QFontMetricsF>
#include <QPainter>

namespace millrace::ui {
namespace {

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
}

void FigureLegend::setInk(const FigureInk& ink, const QFont& font)
{
    m_ink = ink;
    m_font = font;
    update();
}

double FigureLegend::arrange(double width)
{
    prepareGeometryChange();
    m_titleHeight = QFontMetricsF(titleFont(m_font)).height() + 6;
    const ScreenFont font(m_font);
    m_entries = report::arrangeLegend(m_figure, width, font);
    const double rows = m_entries.empty() ? 0 : m_entries.back().row + 1;
    m_yTitleTop = m_titleHeight + rows * font.line() + 2;
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

void FigureLegend::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*)
{
    const QFont bold = titleFont(m_font);
    painter->setFont(bold);
    painter->setPen(m_ink.ink);
    const QString title = QFontMetricsF(bold).elidedText(toQString(m_figure.title), Qt::ElideMiddle, m_rect.width());
    painter->drawText(QRectF(0, 0, m_rect.width(), m_titleHeight), Qt::AlignLeft | Qt::AlignTop, title);
    painter->setFont(m_font);
    const QFontMetricsF metrics(m_font);
    ScreenPainter shapes(*painter, m_ink, m_font);
    report::drawLegend(shapes, m_figure, m_entries, 0, m_titleHeight + metrics.height() / 2);
    painter->setPen(m_ink.ink);
    paintTurned(*painter);
    painter->drawText(QPointF(0, m_yTitleTop + metrics.ascent()), m_yTitle);
}

} // namespace millrace::ui
