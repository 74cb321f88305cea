// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/base/document_page.h"
#include "ui/base/job_runner.h"
#include "ui/run/replay_session.h"

class QComboBox;
class QLabel;
class QSlider;
class QTabWidget;
class QToolButton;

namespace millrace::ui {

class ErrorBanner;
class LiveRun;
class LogView;
class ReportTableModel;
class RunMonitor;
class Settings;
class TableView;

/// Replay of a stored run: looks like a live run, at a chosen speed, and ends with a comparison of the current
/// version's results with the stored ones.
class ReplayPage : public DocumentPage
{
    Q_OBJECT
public:
    /// `number` and `label`: the run as displayed.
    ReplayPage(const QString& store, store::RunId run, int number, const QString& label, Settings& settings,
               QWidget* parent = nullptr);
    ~ReplayPage() override;

    /// Excludes those of other pages about the same store.
    [[nodiscard]] QStringList files() const override;
    [[nodiscard]] QString title() const override;
    /// Starts, unless already started.
    void reload() override;
    [[nodiscard]] bool hasContent() const override { return m_begun; }
    [[nodiscard]] QString helpPage() const override { return QStringLiteral("replay"); }
    void find() override;

    [[nodiscard]] ReplaySession& session() noexcept { return *m_session; }
    [[nodiscard]] RunMonitor& monitor() noexcept { return *m_monitor; }
    [[nodiscard]] LogView& log() noexcept { return *m_log; }
    [[nodiscard]] const std::optional<replay::ReplayReport>& report() const noexcept { return m_report; }

Q_SIGNALS:
    /// Emitted when the comparison is shown.
    void ended();

private:
    [[nodiscard]] QWidget* makeBar();
    void connectBar();
    [[nodiscard]] QWidget* makeComparison();
    void makeLayout();
    void begin(Nanoseconds skip = Nanoseconds::min());
    void seek(int share);
    void takeBatch(const RunBatch& batch);
    void takeReport(const replay::ReplayReport& report);
    void updateBar();
    [[nodiscard]] double chosenSpeed() const;
    [[nodiscard]] QString stateText() const;

    std::filesystem::path m_store;
    store::RunId m_run;
    int m_number;
    QString m_label;
    Settings& m_settings;
    ReplaySession* m_session;
    ErrorBanner* m_banner;
    QLabel* m_badge = nullptr;
    QLabel* m_place = nullptr;
    QSlider* m_slider = nullptr;
    QComboBox* m_speed = nullptr;
    QToolButton* m_pause = nullptr;
    QToolButton* m_end = nullptr;
    RunMonitor* m_monitor;
    QTabWidget* m_tabs;
    LogView* m_log;
    QLabel* m_verdict = nullptr;
    QLabel* m_notes = nullptr;
    TableView* m_table = nullptr;
    ReportTableModel* m_rows;
    std::shared_ptr<LiveRun> m_live;
    std::optional<RunBatch::Iteration> m_iteration;
    std::optional<replay::ReplayReport> m_report;
    replay::ReplayControl::Position m_last; ///< of the ended replay
    bool m_begun = false;
    bool m_logBegun = false;
};

} // namespace millrace::ui
