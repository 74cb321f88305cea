// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/report/run_view.h"
#include "ui/base/job_runner.h"
#include "ui/results/result_jobs.h"

class QMenu;
class QWidget;

namespace millrace::ui {

class Settings;

/// The ways of a store's results out of the program: the table as it is shown, whole campaigns, the report.
class ResultExports : public QObject
{
    Q_OBJECT
public:
    /// What is exported, asked for when an export begins.
    struct Subject
    {
        VisibleRuns visible;
        report::RunView view;
        store::CampaignId campaign; ///< none: the store has none
        QString campaignName;
    };
    ResultExports(QString file, Settings& settings, std::function<Subject()> subject, QWidget* parent);

    void fillMenu(QMenu* menu);
    [[nodiscard]] bool isRunning() const noexcept { return m_job.isRunning(); }
    [[nodiscard]] JobRunner& job() noexcept { return m_job; }
    /// What goes on, as a sentence.
    [[nodiscard]] QString activity() const { return m_activity; }

    /// Each writes without asking.
    void writeVisible(const QString& file);
    void writeCampaignFolder(const QString& folder);
    void writeCampaignJson(const QString& file);
    void writeReport(const QString& file);

Q_SIGNALS:
    void failed(const millrace::Error& error);
    void noticed(const QString& sentence);
    void runningChanged();

private:
    template <typename Work>
    void start(const QString& activity, const QString& file, Work work);
    void askForTable(const QString& suffix);
    void askForFolder();

    std::filesystem::path m_file;
    Settings& m_settings;
    std::function<Subject()> m_subject;
    QWidget* m_window;
    JobRunner m_job;
    QString m_activity;
};

} // namespace millrace::ui
