// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/base/job_runner.h"
#include "ui/run/live_run.h"

#include <QWidget>

#include <set>

class QBoxLayout;
class QLabel;
class QMenu;
class QScrollArea;
class QStackedWidget;
class QToolButton;

namespace millrace::ui {

class AlarmPanel;
class EmptyState;
class PlotLink;
class Settings;
class TimelinePlot;

/// One run on one clock: throughput, rates, times of steps, and marks for what happened; live or from the store.
/// Pausing holds the picture, not the run.
class RunMonitor : public QWidget
{
    Q_OBJECT
public:
    explicit RunMonitor(Settings& settings, QWidget* parent = nullptr);

    /// Follows a run under way.
    void showLive(std::shared_ptr<LiveRun> run);
    /// Reads a run that has ended.
    void showStored(const std::filesystem::path& store, store::RunId run);
    void clear();
    /// The live run has a new series or a new event.
    void refresh();
    /// Line above the plots.
    void setHeading(const QString& run, const QString& state);
    /// "Show the Run Under Way" is offered.
    void setReturnOffered(bool offered);
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
    void fillPlots();
    [[nodiscard]] std::vector<TimelineSeries> seriesOf(int kind) const;
    [[nodiscard]] TimeRange sharedRange() const;

    Settings& m_settings;
    PlotLink* m_link;
    QLabel* m_run;
    QLabel* m_state;
    QToolButton* m_pause = nullptr;
    QToolButton* m_follow = nullptr;
    QToolButton* m_return = nullptr;
    AlarmPanel* m_alarms;
    EmptyState* m_empty;
    QStackedWidget* m_stack;
    QScrollArea* m_area;
    QBoxLayout* m_column;
    std::vector<Slot> m_slots;
    std::set<int> m_shown; ///< kinds
    std::shared_ptr<LiveRun> m_live; ///< nullptr: stored, or nothing
    std::vector<RunSeries> m_series;
    RunMarks m_marks;
    JobRunner m_job;
};

} // namespace millrace::ui
