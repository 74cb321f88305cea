// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/project/project.h"
#include "ui/base/job_runner.h"
#include "ui/cluster/node_check.h"

#include <QWidget>

class QLabel;
class QPushButton;

namespace millrace::ui {

class DetailView;
class JobStrip;
class PreflightModel;
class Settings;
class TableView;

/// Looks at all nodes of a remote cluster before it is used, and shows for each what is good, doubtful or wrong, with
/// the remedy. One job; cancelling it keeps what is known by then.
class PreflightPanel : public QWidget
{
    Q_OBJECT
public:
    explicit PreflightPanel(Settings& settings, QWidget* parent = nullptr);

    void setChecker(NodeChecker checker);
    /// The cluster to look at, by its position. Another one than before forgets what was found.
    void setCluster(std::shared_ptr<const project::Project> project, std::size_t cluster);
    void check();
    void cancel();
    [[nodiscard]] bool isRunning() const noexcept { return m_job.isRunning(); }
    [[nodiscard]] PreflightModel& model() const noexcept { return *m_model; }

Q_SIGNALS:
    void finished();

private:
    void take(NodeCheckResult result);
    void finish(const Result<std::vector<cluster::Finding>>& shared);
    void updateHeadline();
    void showDetails();

    NodeChecker m_checker;
    std::shared_ptr<const project::Project> m_project;
    std::size_t m_index = 0;
    cluster::Cluster m_cluster;
    JobRunner m_job;
    int m_run = 0; ///< identifies late results of a cancelled job
    bool m_checked = false;
    QString m_failure;
    PreflightModel* m_model;
    QLabel* m_headline;
    QPushButton* m_button;
    JobStrip* m_strip;
    TableView* m_table;
    DetailView* m_details;
};

} // namespace millrace::ui
