// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/base/job_runner.h"
#include "ui/run/live_run.h"

#include <QWidget>

#include <optional>
#include <set>

class QBoxLayout;
class QGraphicsOpacityEffect;
class QLabel;
class QMenu;
class QPushButton;
class QScrollArea;
class QStackedWidget;
class QToolButton;

namespace millrace::ui {

class AlarmPanel;
class EmptyState;
class PlotLink;
class Settings;
class TimelinePlot;

/// One run on one clock: throughput, rates, step times, and event markers; live or from the store. Pausing freezes the
/// plots, not the run.
class RunMonitor : public QWidget
{
    Q_OBJECT
public:
    explicit RunMonitor(Settings& settings, QWidget* parent = nullptr);

    /// Follows the current run. Until its first samples arrive, the previous plots stay, greyed and labelled. `title`:
    /// of the plots then.
    void showLive(std::shared_ptr<LiveRun> run, const QString& title = {});
    /// Reads a run that has ended.
    void showStored(const std::filesystem::path& store, store::RunId run, const QString& title = {});
    /// Clears the plots. `hasRuns`: the queue has ended runs.
    void clear(bool hasRuns = false);
    /// Call when the live run has a new series or event.
    void refresh();
    /// Line above the plots.
    void setHeading(const QString& run, const QString& state);
    /// Shows the button that returns to the current run, with this short text about it; nothing: hides it.
    void setReturnOffered(const std::optional<QString>& run);
    /// Whether the plots show the run before the current one.
    [[nodiscard]] bool isPreviousShown() const noexcept { return m_previous; }
    [[nodiscard]] std::vector<TimelinePlot*> plots() const;
    [[nodiscard]] QStringList shownKinds() const;

Q_SIGNALS:
    void returnRequested();

private:
    struct Slot
    {
        int kind = 0;
        TimelinePlot* plot = nullptr;
    };
    [[nodiscard]] QWidget* makeBar();
    void fillMenu(QMenu* menu);
    void setKindShown(int kind, bool shown);
    void rebuildPlots();
    void setPrevious(bool previous);
    void clearCursor();
    void fillPlots();
    [[nodiscard]] std::vector<TimelineSeries> seriesOf(int kind) const;
    [[nodiscard]] TimeRange sharedRange() const;

    Settings& m_settings;
    PlotLink* m_link;
    QLabel* m_run;
    QLabel* m_state;
    QToolButton* m_pause = nullptr;
    QToolButton* m_follow = nullptr;
    QPushButton* m_return;
    QLabel* m_previousText;
    QGraphicsOpacityEffect* m_faint = nullptr;
    AlarmPanel* m_alarms;
    EmptyState* m_empty;
    QStackedWidget* m_stack;
    QScrollArea* m_area;
    QBoxLayout* m_column;
    std::vector<Slot> m_slots;
    std::set<int> m_shown; ///< kinds
    std::shared_ptr<LiveRun> m_live; ///< nullptr: stored, or nothing
    bool m_begins = false; ///< m_live has not been drawn yet
    bool m_previous = false; ///< m_series and m_marks are those of the run before m_live
    QString m_title; ///< of the run that is shown
    QString m_drawnTitle; ///< of the run whose plots are drawn
    std::vector<MonitorSeries> m_series;
    RunMarks m_marks;
    JobRunner m_job;
};

} // namespace millrace::ui
