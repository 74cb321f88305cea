// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/error.h"
#include "core/store/records.h"
#include "ui/base/job_runner.h"
#include "ui/base/table_view.h"

#include <functional>
#include <vector>

namespace millrace::ui {

class ResultModel;

/// The runs of a store and the selection among them, which is kept by the runs' ids when the model is reloaded. Copies
/// the selected ones, leaves them out of statistics, and offers in its context menu what the page does with them.
class RunTable : public TableView
{
    Q_OBJECT
public:
    RunTable(ResultModel& model, QString file, Settings& settings, QWidget* parent = nullptr);

    [[nodiscard]] std::vector<store::RunId> selectedRuns() const;
    /// The one that was current last, also if the filter hides it now; none at first.
    [[nodiscard]] store::RunId currentRun() const noexcept { return m_current; }
    /// False: it is not among the runs that match.
    bool select(store::RunId run);
    void step(int rows);
    /// Whether the current run can be played once more.
    void setCanReplay(std::function<bool()> canReplay) { m_canReplay = std::move(canReplay); }
    /// Asks for the reason to leave out the selected runs; a single one that is left out is taken in again.
    void askForExclusion();

Q_SIGNALS:
    /// None: the current row is no run.
    void currentRunChanged(millrace::store::RunId run);
    void selectedRunsChanged();
    void replayRequested();
    /// The selected runs shall be the first or the second group of a comparison.
    void groupRequested(bool first);
    /// Runs were left out or taken in; the model reloads them.
    void exclusionChanged();
    void noticed(const QString& sentence);
    void failed(const millrace::Error& error);

private:
    void keepPlace();
    void restorePlace();
    void showMenu(QPoint place);
    void copyRuns();
    void exclude(bool excluded, const QString& reason);

    ResultModel& m_runs;
    QString m_file;
    std::function<bool()> m_canReplay;
    JobRunner m_excludeJob;
    store::RunId m_current;
    // What is put back after the model was reset.
    std::vector<store::RunId> m_selected;
    int m_scroll = 0;
};

} // namespace millrace::ui
