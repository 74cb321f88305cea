// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"
#include "ui/plots/timeline_series.h"
#include "ui/plots/timeline_view.h"

#include <QPointer>
#include <QTimer>
#include <QWidget>

#include <functional>
#include <memory>
#include <optional>

class QMenu;

namespace millrace::ui {

class JobRunner;
class PlotLegend;
class Settings;
class TimelineCanvas;

/// Series of one unit over time, live or stored, with a legend. Zoom by the wheel, pan by dragging; drawn off the GUI
/// thread from minima and maxima, so that its cost depends on its width alone and no spike is lost.
class TimelinePlot : public QWidget
{
    Q_OBJECT
public:
    explicit TimelinePlot(QWidget* parent = nullptr);
    ~TimelinePlot() override;

    /// What is drawn: "Throughput". Label of the y axis, name for screen readers and of exported files.
    void setTitle(const QString& title);
    [[nodiscard]] QString title() const;
    /// Replaces all. The view stays, unless it shows all (as it does at first) or follows the data.
    void setSeries(std::vector<TimelineSeries> series);
    [[nodiscard]] const std::vector<TimelineSeries>& series() const;
    void setSeriesVisible(int index, bool visible);
    /// Sources that do not grow have changed all the same: draws them again.
    void refresh();
    void setEvents(std::vector<TimelineEvent> events);
    /// Shades behind the series, with their names; in any order.
    void setBands(std::vector<TimelineBand> bands);
    [[nodiscard]] const std::vector<TimelineEvent>& events() const;
    [[nodiscard]] const std::vector<TimelineBand>& bands() const;
    /// The instant that the axis calls 0 s, nanoseconds since the epoch; the beginning of the data when not set.
    void setOrigin(std::int64_t time);

    void setView(TimeRange view, ViewMode mode = ViewMode::Fixed);
    [[nodiscard]] TimeRange view() const;
    [[nodiscard]] ViewMode viewMode() const;
    /// Shows all there is, and goes on doing so while data arrive.
    void fit();
    /// The end of the view stays at the newest data. Ends when the user moves or zooms the view.
    void setFollowing(bool following);
    [[nodiscard]] bool isFollowing() const;
    /// Holds the picture still; data go on arriving.
    void setPaused(bool paused);
    [[nodiscard]] bool isPaused() const;
    /// From the earliest to the latest sample of all series.
    [[nodiscard]] TimeRange dataRange() const;
    /// What fit() and following look at instead of dataRange(): the range of all plots that are linked.
    void setSharedRange(std::function<TimeRange()> range);

    /// A line across the plot at this time; the legend shows the values there.
    void setTimeCursor(std::optional<std::int64_t> time);
    [[nodiscard]] std::optional<std::int64_t> timeCursor() const;

    /// The user can mark a stretch of time: by dragging with Shift, with B and E at the cursor; Escape takes the mark
    /// away, Z zooms to it. `drag`: dragging without Shift marks as well, and with Shift moves.
    void setSelecting(bool possible, bool drag = false);
    /// The mark; timeSelected() is not emitted.
    void setTimeSelection(std::optional<TimeRange> selection);
    [[nodiscard]] std::optional<TimeRange> timeSelection() const;

    void setLogarithmic(bool logarithmic);
    [[nodiscard]] bool isLogarithmic() const;
    void setLegendVisible(bool visible);
    /// For longer names; in pixels. Without it, up to three tenths of the plot.
    void setLegendWidth(int width);
    /// These are drawn wider, and all others faint; empty: none. setSeries() takes them away.
    void setHighlights(std::vector<int> indices);
    /// Whether tool tips name the instant, as they do at first; not for times that count from something else.
    void setInstants(bool shown);
    /// Instead of the sentence that says why there is nothing to see, when there is nothing to see.
    void setEmptyText(const QString& text);

    /// Where the data come from, as JSON; goes into exported figures.
    void setProvenance(const QString& json);
    /// Remembers the folder of exports; without it the dialog opens in the user's documents.
    void setSettings(Settings* settings);
    /// Writes what is visible as .png, .svg, .pdf or .csv, whatever the name ends in, on another thread. `done` is
    /// called here. InvalidInput for another ending; a second export replaces one that is not done.
    void exportTo(const QString& file, std::function<void(Result<void>)> done);

    /// What the plot shows, in words: series, range, last values.
    [[nodiscard]] QString summary() const;

    /// Fit, follow, pause, zoom, copy, export and the scale, for a page's tool bar and menus.
    [[nodiscard]] const QList<QAction*>& plotActions() const { return m_actions; }

Q_SIGNALS:
    void viewChanged(millrace::ui::TimeRange view);
    void followingChanged(bool following);
    void pausedChanged(bool paused);
    void cursorMoved(std::optional<std::int64_t> time);
    /// By the user, who may have taken the mark away. The plot shows what setTimeSelection() says.
    void timeSelected(std::optional<millrace::ui::TimeRange> selection);
    void seriesVisibilityChanged(int index, bool visible);
    /// The one under the pointer; -1: none.
    void seriesHovered(int index);
    void seriesClicked(int index);
    /// Of a file that the user chose in the menu; `problem` is empty when it was written.
    void exported(const QString& file, const QString& problem);

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void fitLegend();
    void makeActions();
    QAction* makeAction(const QString& text, const QKeySequence& shortcut, std::function<void()> run);
    void showMenu(QPoint globalPosition);
    void addSeriesMenu(QMenu& menu);
    void showOnly(int index);
    void showValues();
    void askAndExport(const QString& filter);
    void copyVisible();
    void describe();

    TimelineCanvas* m_canvas;
    PlotLegend* m_legend;
    int m_legendWidth = 0; ///< 0: a share of the plot
    qsizetype m_longestValue = 0; ///< characters of the values that the legend was last fitted to
    JobRunner* m_export;
    JobRunner* m_copy;
    QPointer<Settings> m_settings;
    QString m_provenance;
    QList<QAction*> m_actions;
    QAction* m_follow = nullptr;
    QAction* m_pause = nullptr;
    QAction* m_logarithmic = nullptr;
    QTimer m_describeDelay;
};

} // namespace millrace::ui
