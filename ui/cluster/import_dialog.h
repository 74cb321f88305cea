// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/hosts/host_list.h"
#include "ui/base/job_runner.h"
#include "ui/edit/project_editor.h"

#include <QDialog>
#include <QTimer>

#include <set>

class QBoxLayout;
class QCheckBox;
class QComboBox;
class QLabel;
class QListWidget;
class QPlainTextEdit;
class QPushButton;

namespace millrace::ui {

class HostModel;
class Settings;
class TableView;

/// Makes nodes of a remote cluster from the lists in which people keep their machines: an ssh configuration, an
/// inventory, a host file, a Slurm list; from a file or from pasted text. Shows what is understood before anything is
/// taken. Call open(); one undoable edit when it is accepted.
class ImportDialog : public QDialog
{
    Q_OBJECT
public:
    /// `cluster` is the position in the project.
    ImportDialog(ProjectEditor& editor, std::size_t cluster, Settings& settings, QWidget* parent = nullptr);

    /// Reads this file, or that text.
    void setFile(const QString& file);
    void setText(const QString& text);
    [[nodiscard]] HostModel& hosts() const noexcept { return *m_hosts; }
    void accept() override;

Q_SIGNALS:
    /// What is shown belongs to the source as it is now.
    void listRead();

private:
    struct Reading
    {
        Result<hosts::HostList> list;
        QString text; ///< of the file; empty where it is too long to be shown
    };

    QBoxLayout* makeSource();
    QBoxLayout* makeChoices();
    void makeTable(Settings& settings);
    void connectAll();
    void chooseFile();
    void read();
    void take(Reading reading, bool fromFile);
    void showList();
    void showIssues(const Issues& issues, const QString& failure);
    void updateState();
    [[nodiscard]] std::set<std::string> knownDestinations() const;

    ProjectEditor& m_editor;
    Settings& m_settings;
    std::size_t m_index;
    QString m_file;
    QTimer m_patience;
    JobRunner m_job;
    HostModel* m_hosts;
    QLabel* m_source = nullptr;
    QPlainTextEdit* m_text = nullptr;
    QComboBox* m_kind = nullptr;
    QComboBox* m_group = nullptr;
    TableView* m_table = nullptr;
    QListWidget* m_issues = nullptr;
    QCheckBox* m_replace = nullptr;
    QPushButton* m_import = nullptr;
    hosts::HostList m_list;
    bool m_filling = false;
};

/// Nodes for these hosts, at the end of a cluster, or instead of its nodes.
void importNodes(cluster::Cluster& cluster, hosts::HostList hosts, bool replace);

} // namespace millrace::ui
