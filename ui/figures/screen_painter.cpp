// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/figures/screen_painter.h"

#include "ui/base/colors.h"
#include "ui/base/format.h"

#include <QPainter>
#include <QPainterPath>

#include <cmath>

namespace millrace::ui {
namespace {

using report::Tint;

constexpr double stampSide = 14;
constexpr std::size_t manySteps = 60;

QPainterPath pathOf(const report::Path& path)
{
    QPainterPath made;
    for (const report::Path::Step& step : path.steps()) {
        const QPointF at = made.currentPosition();
        switch (step.letter) {
        case 'M': made.moveTo(step.first, step.second); break;
        case 'L': made.lineTo(step.first, step.second); break;
        case 'H': made.lineTo(step.first, at.y()); break;
        case 'V': made.lineTo(at.x(), step.first); break;
        case 'h': made.lineTo(at.x() + step.first, at.y()); break;
        case 'v': made.lineTo(at.x(), at.y() + step.first); break;
        default: made.closeSubpath(); break;
        }
    }
    return made;
}

/// Stroking a path takes the square of its steps where it crosses itself, a segment alone takes a microsecond or two.
/// Square ends fill the corners.
void drawSegments(QPainter& painter, const QPainterPath& line)
{
    QPen pen = painter.pen();
    pen.setCapStyle(Qt::SquareCap);
    painter.setPen(pen);
    for (int i = 1; i < line.elementCount(); ++i)
        if (!line.elementAt(i).isMoveTo())
            painter.drawLine(QPointF(line.elementAt(i - 1)), QPointF(line.elementAt(i)));
}

/// On a grid that belongs to the drawing, so that neighbours do not shift against each other.
void drawLines(QPainter& painter, const QRectF& rect, const report::HatchLines& lines)
{
    const double slope = lines.slope,
                 first = lines.slope == 0 ? rect.top()
        : lines.slope > 0                 ? rect.left() + rect.top()
                                          : rect.left() - rect.bottom();
    const double last = lines.slope == 0 ? rect.bottom()
        : lines.slope > 0                ? rect.right() + rect.bottom()
                                         : rect.right() - rect.top();
    const double begin = std::floor((first - lines.offset) / lines.distance) * lines.distance + lines.offset;
    for (double c = begin; c <= last; c += lines.distance)
        if (lines.slope == 0)
            painter.drawLine(QPointF(rect.left(), c), QPointF(rect.right(), c));
        else
            painter.drawLine(QPointF(c - slope * rect.top(), rect.top()),
                             QPointF(c - slope * rect.bottom(), rect.bottom()));
}

} // namespace

double ScreenFont::width(std::string_view utf8) const
{
    return m_metrics.horizontalAdvance(toQString(utf8));
}

std::string ScreenFont::fitted(std::string_view utf8, double width) const
{
    return m_metrics.elidedText(toQString(utf8), Qt::ElideMiddle, width).toStdString();
}

ScreenPainter::ScreenPainter(QPainter& painter, const FigureInk& ink, const QFont& font, bool stamps)
    : m_painter(painter), m_ink(ink), m_font(font), m_metrics(font), m_stamps(stamps)
{
    m_painter.setRenderHint(QPainter::Antialiasing);
}

QColor ScreenPainter::colorOf(const report::Paint& paint) const
{
    switch (paint.tint) {
    case Tint::None: return Qt::transparent;
    case Tint::Ink: return m_ink.ink;
    case Tint::Soft: return m_ink.soft;
    case Tint::Paper: return m_ink.paper;
    case Tint::Series:
    case Tint::Hatch: return seriesColor(static_cast<int>(paint.series), m_ink.dark);
    case Tint::Given: break;
    }
    return QColor(toQString(paint.color));
}

QPen ScreenPainter::penOf(const report::Pen& pen) const
{
    const double width = pen.width.value_or(1);
    QColor color = colorOf(pen.paint);
    color.setAlphaF(static_cast<float>(pen.opacity));
    QPen made(color, width, Qt::SolidLine, Qt::FlatCap, pen.roundJoin ? Qt::RoundJoin : Qt::MiterJoin);
    QVector<qreal> dashes;
    if (pen.dash == report::Dash::Dots)
        dashes = {3, 3};
    else if (pen.dash == report::Dash::Series)
        for (const double length : report::seriesStyle(pen.paint.series).dash)
            dashes.append(length);
    for (qreal& length : dashes)
        length /= width; // Qt counts in widths of the pen
    if (!dashes.isEmpty())
        made.setDashPattern(dashes);
    return made;
}

void ScreenPainter::setLook(const report::Look& look)
{
    QColor fill = look.fill ? colorOf(*look.fill) : QColor(Qt::transparent);
    if (look.fillOpacity < 1)
        fill.setAlphaF(static_cast<float>(look.fillOpacity));
    m_painter.setBrush(fill.alpha() == 0 ? QBrush(Qt::NoBrush) : QBrush(fill));
    m_painter.setPen(look.pen ? penOf(*look.pen) : QPen(Qt::NoPen));
}

void ScreenPainter::line(double x1, double y1, double x2, double y2, const report::Pen& pen)
{
    m_painter.setPen(penOf(pen));
    m_painter.drawLine(QPointF(x1, y1), QPointF(x2, y2));
}

void ScreenPainter::fillHatched(const QRectF& rect, std::size_t series)
{
    m_painter.fillRect(rect, colorOf({Tint::Series, series}));
    const report::Hatch& hatch = report::hatchOf(report::seriesStyle(series));
    if (hatch.lines.empty() || rect.width() < 1 || rect.height() < 1)
        return;
    m_painter.save();
    m_painter.setClipRect(rect, Qt::IntersectClip);
    m_painter.setPen(QPen(m_ink.dark ? QColor(0, 0, 0, 150) : QColor(255, 255, 255, 190), report::hatchWidth));
    for (const report::HatchLines& lines : hatch.lines)
        drawLines(m_painter, rect, lines);
    m_painter.restore();
}

void ScreenPainter::rect(const report::Rect& rect, const report::Look& look)
{
    const QRectF place(rect.left, rect.top, rect.width, rect.height);
    if (look.fill && look.fill->tint == Tint::Hatch)
        fillHatched(place, look.fill->series);
    else if (look.fill)
        m_painter.fillRect(place, colorOf(*look.fill));
    if (!look.pen)
        return;
    setLook({{}, look.pen});
    m_painter.drawRect(place);
}

void ScreenPainter::circle(double x, double y, double radius, const report::Look& look)
{
    setLook(look);
    m_painter.drawEllipse(QPointF(x, y), radius, radius);
}

void ScreenPainter::path(const report::Path& path, const report::Look& look)
{
    setLook(look);
    const bool isFilled = look.fill && look.fill->tint != Tint::None;
    if (!isFilled && m_painter.pen().style() == Qt::SolidLine && path.steps().size() > manySteps)
        drawSegments(m_painter, pathOf(path));
    else
        m_painter.drawPath(pathOf(path));
}

void ScreenPainter::drawMarker(QPainter& painter, QPointF at, std::size_t series) const
{
    const report::Path outline = report::markerOutline(report::seriesStyle(series));
    painter.setPen(penOf({{Tint::Paper}}));
    painter.setBrush(colorOf({Tint::Series, series}));
    if (outline.isEmpty())
        painter.drawEllipse(at, report::markerRadius, report::markerRadius);
    else
        painter.drawPath(pathOf(outline).translated(at));
}

const QPixmap& ScreenPainter::stampOf(std::size_t series)
{
    if (const auto made = m_pictures.find(series); made != m_pictures.end())
        return made->second;
    const double ratio = m_painter.device()->devicePixelRatioF();
    QPixmap stamp(QSize(qCeil(stampSide * ratio), qCeil(stampSide * ratio)));
    stamp.setDevicePixelRatio(ratio);
    stamp.fill(Qt::transparent);
    QPainter one(&stamp);
    one.setRenderHint(QPainter::Antialiasing);
    drawMarker(one, {stampSide / 2, stampSide / 2}, series);
    one.end();
    return m_pictures.emplace(series, std::move(stamp)).first->second;
}

void ScreenPainter::marker(double x, double y, std::size_t series)
{
    if (m_stamps)
        m_painter.drawPixmap(QPointF(x - stampSide / 2, y - stampSide / 2), stampOf(series));
    else
        drawMarker(m_painter, {x, y}, series);
}

void ScreenPainter::text(double x, double y, const report::Label& label)
{
    QFont font = m_font;
    if (label.size != report::labelSize && font.pixelSize() > 0)
        font.setPixelSize(qRound(font.pixelSize() * label.size / report::labelSize));
    else if (label.size != report::labelSize)
        font.setPointSizeF(font.pointSizeF() * label.size / report::labelSize);
    const QString text = toQString(label.text);
    const double width = label.anchor == report::Anchor::Start ? 0 : QFontMetricsF(font).horizontalAdvance(text);
    m_painter.setFont(font);
    m_painter.setPen(colorOf(label.paint));
    m_painter.drawText(QPointF(x - (label.anchor == report::Anchor::Middle ? width / 2 : width), y), text);
}

} // namespace millrace::ui
