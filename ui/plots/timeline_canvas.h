// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/plots/frame_maker.h"
#include "ui/plots/plot_figure.h"
#include "ui/plots/timeline_view.h"

#include <QElapsedTimer>
#include <QTimer>
#include <QWidget>

#include <functional>

namespace millrace::ui {

/// The drawing of a TimelinePlot, which the mouse and the keys work on. Draws the latest frame, moved to where the view
/// is now, until the next one is made.
class TimelineCanvas : public QWidget
{
    Q_OBJECT
public:
    explicit TimelineCanvas(QWidget* parent = nullptr);

    void setTitle(const QString& title);
    void setSeries(std::vector<TimelineSeries> series);
    void setSeriesVisible(int index, bool visible);
    void refresh() { requestFrame(false); }
    /// Drawn wider, over the others; -1: none.
    void setEmphasis(int index);
    /// Drawn wider, and all others faint; empty: none.
    void setHighlights(std::vector<int> indices);
    /// Whether the tool tip names the instant, as it does at first; not for times that count from something else.
    void setInstants(bool shown);
    void setEvents(std::vector<TimelineEvent> events);
    void setBands(std::vector<TimelineBand> bands);
    void setOrigin(std::int64_t time);
    void setLogarithmic(bool logarithmic);
    void setEmptyText(const QString& text);
    void setSharedRange(std::function<TimeRange()> range);

    void setView(TimeRange range, ViewMode mode);
    void setMode(ViewMode mode);
    void panBy(double share);
    /// About the middle, or about the newest data while following.
    void zoomBy(double factor);
    void setPaused(bool paused);
    void setTimeCursor(std::optional<std::int64_t> time);
    /// Time can be marked: by dragging with Shift, or without when `drag` is set, which exchanges both.
    void setSelecting(bool possible, bool drag);
    void setSelection(std::optional<TimeRange> selection);

    [[nodiscard]] const std::vector<TimelineSeries>& series() const { return m_series; }
    [[nodiscard]] const std::vector<TimelineEvent>& events() const { return m_events; }
    [[nodiscard]] const std::vector<TimelineBand>& bands() const { return m_bands; }
    [[nodiscard]] const TimelineView& timelineView() const { return m_view; }
    [[nodiscard]] bool isPaused() const { return m_paused; }
    [[nodiscard]] bool isLogarithmic() const { return m_logarithmic; }
    [[nodiscard]] std::optional<std::int64_t> timeCursor() const { return m_cursor; }
    [[nodiscard]] std::optional<TimeRange> selection() const { return m_selection; }
    [[nodiscard]] TimeRange dataRange() const;
    [[nodiscard]] std::int64_t origin() const;
    /// "12.5 s" after the origin; "–" as long as nothing says which instant that is.
    [[nodiscard]] QString timeText(std::int64_t time) const;
    [[nodiscard]] const QString& title() const { return m_title; }
    /// Null before the first.
    [[nodiscard]] const Frame* frame() const { return m_frame.get(); }
    /// What is shown now, with the colours of paper.
    [[nodiscard]] PlotFigure figure() const;
    /// What a series had at a time, or without one at the end of the view; "–" where nothing is known.
    [[nodiscard]] QString valueText(std::size_t series, std::optional<std::int64_t> time) const;
    [[nodiscard]] PlotGeometry geometry() const;
    [[nodiscard]] QSize sizeHint() const override { return {640, 180}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {240, 90}; }

Q_SIGNALS:
    void viewChanged();
    void followingChanged(bool following);
    void pausedChanged(bool paused);
    void cursorMoved();
    void frameChanged();
    /// The user has marked a time, or taken the mark away.
    void selected(std::optional<millrace::ui::TimeRange> selection);
    void menuWanted(QPoint globalPosition);
    /// The series under the pointer; -1: none.
    void hovered(int index);
    void clicked(int index);

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void changeEvent(QEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    enum class Drag
    {
        None,
        Pan,
        Band, ///< zooms
        Mark ///< selects
    };

    void lookForData();
    void requestFrame(bool smooth);
    void takeFrame(std::shared_ptr<const Frame> frame);
    void updateTimers();
    [[nodiscard]] std::uint64_t revisions() const;
    [[nodiscard]] TimeRange wholeRange() const { return m_sharedRange ? m_sharedRange() : dataRange(); }
    /// Without any data there is no instant that could be called 0 s.
    [[nodiscard]] bool hasOrigin() const { return m_origin || !wholeRange().isEmpty(); }
    /// Calls `change` on the view and emits signals for what has changed.
    void changeView(const std::function<void(TimelineView&)>& change);
    [[nodiscard]] QString emptyReason() const;
    void drawFrame(QPainter& painter, const PlotGeometry& geometry) const;
    void drawOverlay(PlotPainter& parts, QPainter& painter, const PlotGeometry& geometry) const;
    [[nodiscard]] QString tipAt(QPointF position) const;
    [[nodiscard]] std::optional<std::size_t> seriesAt(QPointF position) const;
    void hover(int index);
    void moveCursorBy(int pixels);
    void moveCursorToEvent(bool forward);
    [[nodiscard]] Drag dragFor(Qt::MouseButton button, Qt::KeyboardModifiers modifiers) const;
    [[nodiscard]] TimeRange draggedRange() const;
    void drawBand(QPainter& painter, const PlotGeometry& geometry, double from, double to) const;
    bool selectionKey(const QKeyEvent& event);

    QString m_title;
    QString m_emptyText;
    std::vector<TimelineSeries> m_series;
    std::vector<TimelineEvent> m_events;
    std::vector<TimelineBand> m_bands; ///< in order of their beginnings
    std::optional<std::int64_t> m_origin;
    std::function<TimeRange()> m_sharedRange;
    bool m_logarithmic = false;
    bool m_paused = false;
    bool m_instants = true;
    int m_emphasis = -1;
    int m_hovered = -1;
    std::vector<int> m_highlights; ///< ascending

    TimelineView m_view;
    std::optional<std::int64_t> m_cursor;
    std::optional<TimeRange> m_selection;
    bool m_selects = false;
    bool m_dragSelects = false;
    FrameMaker m_maker;
    std::shared_ptr<const Frame> m_frame;
    std::uint64_t m_drawnRevisions = 0;
    QElapsedTimer m_sinceRequest;
    QTimer m_live;
    QTimer m_still;

    Drag m_drag = Drag::None;
    bool m_dragMoved = false;
    QPointF m_dragStart;
    QPointF m_dragNow;
    TimeRange m_dragView;
};

} // namespace millrace::ui
