// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/plots/timeline_canvas.h"

#include <QApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <utility>

namespace millrace::ui {
namespace {

constexpr double zoomOfNotch = 0.8;
constexpr double wheelNotch = 120;
constexpr double panShare = 0.1; ///< of the view, by an arrow key

} // namespace

bool TimelineCanvas::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const QString tip = tipAt(help->pos());
    if (tip.isEmpty())
        QToolTip::hideText();
    else
        QToolTip::showText(help->globalPos(), tip, this);
    return true;
}

void TimelineCanvas::wheelEvent(QWheelEvent* event)
{
    const PlotGeometry geometry = this->geometry();
    if (geometry.view.isEmpty() || geometry.plot.width() < 1)
        return;
    const QPoint turned = event->angleDelta();
    const bool sideways = std::abs(turned.x()) > std::abs(turned.y());
    if (sideways || event->modifiers() & Qt::ShiftModifier) {
        const double notches = (sideways ? turned.x() : turned.y()) / wheelNotch;
        panBy(-notches * panShare);
    } else if (turned.y() != 0) {
        const double x = std::clamp(event->position().x(), geometry.plot.left(), geometry.plot.right());
        changeView(
            [&](TimelineView& view) { view.zoom(std::pow(zoomOfNotch, turned.y() / wheelNotch), geometry.timeAt(x)); });
    }
    event->accept();
}

TimelineCanvas::Drag TimelineCanvas::dragFor(Qt::MouseButton button, Qt::KeyboardModifiers modifiers) const
{
    if (button == Qt::RightButton)
        return Drag::Band;
    const bool shift = modifiers & Qt::ShiftModifier;
    if (shift == m_dragSelects)
        return Drag::Pan;
    return m_selects ? Drag::Mark : Drag::Band;
}

TimeRange TimelineCanvas::draggedRange() const
{
    const PlotGeometry geometry = this->geometry();
    const double from = std::clamp(m_dragStart.x(), geometry.plot.left(), geometry.plot.right());
    const double to = std::clamp(m_dragNow.x(), geometry.plot.left(), geometry.plot.right());
    if (std::abs(to - from) < 3)
        return {};
    return {geometry.timeAt(std::min(from, to)), geometry.timeAt(std::max(from, to))};
}

void TimelineCanvas::mousePressEvent(QMouseEvent* event)
{
    const bool left = event->button() == Qt::LeftButton;
    if (m_view.range().isEmpty() || (!left && event->button() != Qt::RightButton)) {
        if (event->button() == Qt::RightButton)
            m_drag = Drag::Band;
        return;
    }
    m_drag = dragFor(event->button(), event->modifiers());
    m_dragMoved = false;
    m_dragStart = m_dragNow = event->position();
    m_dragView = m_view.range();
}

void TimelineCanvas::mouseMoveEvent(QMouseEvent* event)
{
    const PlotGeometry geometry = this->geometry();
    if (geometry.view.isEmpty())
        return;
    m_dragNow = event->position();
    const double moved = std::abs(m_dragNow.x() - m_dragStart.x());
    if (m_drag != Drag::None && !m_dragMoved)
        m_dragMoved = moved >= QApplication::startDragDistance() / 2;
    if (m_drag == Drag::Pan && m_dragMoved) {
        QWidget::setCursor(Qt::ClosedHandCursor);
        const double share = (m_dragStart.x() - m_dragNow.x()) / geometry.plot.width();
        const auto by = static_cast<std::int64_t>(share * static_cast<double>(m_dragView.length()));
        setView({m_dragView.begin + by, m_dragView.end + by}, ViewMode::Fixed);
    }
    if (m_drag == Drag::Band || m_drag == Drag::Mark)
        update();
    const bool inside = geometry.plot.contains(m_dragNow);
    setTimeCursor(inside ? std::optional(this->geometry().timeAt(m_dragNow.x())) : std::nullopt);
    if (m_drag == Drag::None) {
        const auto series = inside ? seriesAt(m_dragNow) : std::nullopt;
        hover(series ? static_cast<int>(*series) : -1);
    }
}

void TimelineCanvas::mouseReleaseEvent(QMouseEvent* event)
{
    const Drag drag = std::exchange(m_drag, Drag::None);
    const bool moved = std::exchange(m_dragMoved, false);
    unsetCursor();
    update();
    if ((drag == Drag::Band || drag == Drag::Mark) && moved) {
        const TimeRange range = draggedRange();
        if (range.isEmpty())
            return;
        if (drag == Drag::Band)
            setView(range, ViewMode::Fixed);
        else
            Q_EMIT selected(range);
    } else if (event->button() == Qt::RightButton) {
        Q_EMIT menuWanted(event->globalPosition().toPoint());
    } else if (event->button() == Qt::LeftButton && drag == Drag::Pan && !moved) {
        if (const auto series = seriesAt(event->position()))
            Q_EMIT clicked(static_cast<int>(*series));
    }
}

void TimelineCanvas::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton)
        setMode(ViewMode::Fit);
}

void TimelineCanvas::leaveEvent(QEvent* event)
{
    QWidget::leaveEvent(event);
    setTimeCursor(std::nullopt);
    hover(-1);
}

bool TimelineCanvas::selectionKey(const QKeyEvent& event)
{
    if (!m_selects)
        return false;
    if (event.key() == Qt::Key_Escape && m_drag == Drag::None && m_selection) {
        Q_EMIT selected(std::nullopt);
        return true;
    }
    if (event.key() == Qt::Key_Z && m_selection) {
        setView(*m_selection, ViewMode::Fixed);
        return true;
    }
    const bool begins = event.text() == QLatin1String("[") || event.key() == Qt::Key_B;
    const bool ends = event.text() == QLatin1String("]") || event.key() == Qt::Key_E;
    if ((!begins && !ends) || !m_cursor)
        return false;
    TimeRange range = m_selection.value_or(m_view.range());
    (begins ? range.begin : range.end) = *m_cursor;
    if (range.isEmpty())
        range = begins ? TimeRange{*m_cursor, m_view.range().end} : TimeRange{m_view.range().begin, *m_cursor};
    if (!range.isEmpty())
        Q_EMIT selected(range);
    return true;
}

void TimelineCanvas::keyPressEvent(QKeyEvent* event)
{
    if (selectionKey(*event))
        return;
    const bool shift = event->modifiers() & Qt::ShiftModifier;
    const int direction = event->key() == Qt::Key_Left ? -1 : 1;
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Right:
        if (shift)
            moveCursorBy(direction * (event->modifiers() & Qt::ControlModifier ? 10 : 1));
        else
            panBy(direction * panShare);
        return;
    case Qt::Key_PageUp: panBy(-1); return;
    case Qt::Key_PageDown: panBy(1); return;
    case Qt::Key_N: moveCursorToEvent(!shift); return;
    case Qt::Key_Escape:
        if (m_drag != Drag::None || m_cursor) {
            m_drag = Drag::None;
            setTimeCursor(std::nullopt);
            update();
            return;
        }
        break;
    case Qt::Key_Menu: Q_EMIT menuWanted(mapToGlobal(geometry().plot.center().toPoint())); return;
    case Qt::Key_F10:
        if (shift) {
            Q_EMIT menuWanted(mapToGlobal(geometry().plot.center().toPoint()));
            return;
        }
        break;
    default: break;
    }
    QWidget::keyPressEvent(event);
}

} // namespace millrace::ui
