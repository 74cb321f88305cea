// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/base/job_runner.h"
#include "ui/plots/timeline_series.h"
#include "ui/trace/lane_image.h"

#include <QAbstractScrollArea>

namespace millrace::ui {

/// Temporal flow chart: one lane for each flow in focus, shaded by its load, over the time of the plot. Lanes are
/// selected with the mouse or the keyboard.
class LaneView : public QAbstractScrollArea
{
    Q_OBJECT
public:
    explicit LaneView(QWidget* parent = nullptr);

    void show(std::shared_ptr<const Trace> trace, const TraceFocus& focus);
    /// Sets the visible time, nanoseconds since the epoch.
    void setView(TimeRange view);
    void setTimeCursor(std::optional<std::int64_t> time);
    /// Sets events and bands, as in the plot above; in order of time.
    void setMarks(std::vector<TimelineEvent> events, std::vector<TimelineBand> bands);
    [[nodiscard]] const std::vector<TimelineEvent>& events() const noexcept { return m_events; }
    [[nodiscard]] const std::vector<TimelineBand>& bands() const noexcept { return m_bands; }
    /// Rows of flows, ascending; drawn with a frame.
    void setSelected(std::vector<std::uint32_t> flows);
    [[nodiscard]] const std::vector<std::uint32_t>& lanes() const noexcept { return m_flows; }
    [[nodiscard]] const QImage& image() const noexcept { return m_image; }

Q_SIGNALS:
    void flowChosen(std::uint32_t flow, bool added);
    void shown();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool viewportEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    [[nodiscard]] int laneHeight() const;
    [[nodiscard]] int nameWidth() const;
    [[nodiscard]] int axisHeight() const;
    void drawAxis(QPainter& painter) const;
    void drawLoads(QPainter& painter) const;
    void drawNames(QPainter& painter) const;
    /// Area of the lanes without their names and the axis.
    [[nodiscard]] QRectF loads() const;
    /// Returns -1 without a lane.
    [[nodiscard]] int laneAt(int y) const;
    [[nodiscard]] QRect chart() const;
    void choose(int lane, bool added);
    void request();
    void updateBar();

    JobRunner m_listJob;
    JobRunner m_imageJob;
    std::shared_ptr<const Trace> m_trace;
    std::vector<std::uint32_t> m_flows;
    std::vector<std::uint32_t> m_selected;
    TimeRange m_view;
    std::optional<std::int64_t> m_cursor;
    std::vector<TimelineEvent> m_events;
    std::vector<TimelineBand> m_bands;
    int m_current = -1;
    QImage m_image;
    TimeRange m_imageView;
    int m_imageFirst = 0; ///< lane at the top of the picture
};

} // namespace millrace::ui
