// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/run/run_bridge.h"

#include <QObject>

#include <deque>
#include <filesystem>
#include <memory>
#include <optional>

namespace millrace::ui {

class CampaignModel;
class LiveRun;
class LogView;
class QueueView;
class RunMonitor;
struct QueueRow;

/// Decides which run the monitor and the log of a campaign show: the current one, or a stored one that the user has
/// selected in the queue.
class RunWatch : public QObject
{
    Q_OBJECT
public:
    RunWatch(CampaignModel& model, QueueView& queue, RunMonitor& monitor, LogView& log, QObject* parent);

    void setStore(std::filesystem::path store);
    /// Forgets the runs of another grid.
    void clear();
    /// A campaign begins: its runs are shown as they come.
    void begin();
    void take(const RunBatch& batch);
    /// The campaign has ended, and with it the current run.
    void finish();
    /// Shows a run that has ended, or the current one.
    void show(int position);
    void showLive();
    /// Neither a current nor a selected run.
    [[nodiscard]] bool isEmpty() const noexcept { return !m_live && m_shown == 0; }
    /// Share of the steps of the current run that are done.
    [[nodiscard]] double shareDone() const;
    /// `active`: a campaign is executed.
    void updateHeading(bool active);

Q_SIGNALS:
    /// Another run is shown.
    void changed();

private:
    void beginLive(const run::RunRef& heading);
    [[nodiscard]] bool addData(const RunBatch& batch, std::vector<store::LogLine>& lines);
    [[nodiscard]] bool addOutcomes(const RunBatch& batch);
    void addLines(const std::vector<store::LogLine>& lines);
    [[nodiscard]] bool isLive(store::RunId run) const;
    [[nodiscard]] const QueueRow* liveRow() const;
    [[nodiscard]] QString stateText() const;
    [[nodiscard]] QString currentRunText() const;
    /// Returns "Run 3 of 20 · strategy=RING · repetition 1".
    [[nodiscard]] QString titleOf(const QueueRow& row) const;
    [[nodiscard]] double secondsLeft() const;

    CampaignModel& m_model;
    QueueView& m_queue;
    RunMonitor& m_monitor;
    LogView& m_log;
    std::filesystem::path m_store;
    std::shared_ptr<LiveRun> m_live; ///< the current run, or the last one
    std::deque<store::LogLine> m_liveLines; ///< lines of m_live in the log
    std::optional<RunBatch::Step> m_step;
    std::optional<RunBatch::Iteration> m_iteration;
    int m_shown = 0; ///< position selected by the user; 0: the current run
    store::RunId m_shownRun; ///< displayed attempt at m_shown
};

} // namespace millrace::ui
