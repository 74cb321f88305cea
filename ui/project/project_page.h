// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/store/records.h"
#include "ui/base/document_page.h"
#include "ui/project/project_session.h"
#include "ui/project/project_tree_model.h"

class QSplitter;
class QStackedWidget;

namespace millrace::ui {

class CampaignPage;
class ClusterEditor;
class EmptyState;
class GridEditor;
class NoticeBar;
class OverviewView;
class PlanEditor;
class ProjectTree;
class TrafficEditor;
class WorkloadForm;

/// A project to be edited and run: its parts on the left, the editor of the chosen part on the right, and above them
/// what has to be known about the file.
class ProjectPage : public DocumentPage
{
    Q_OBJECT
public:
    ProjectPage(const QString& file, Settings& settings, QWidget* parent = nullptr);
    ~ProjectPage() override;
    /// A project that has no file yet; reload() reads the text.
    [[nodiscard]] static ProjectPage* fromText(std::string text, const QString& suggestedName, Settings& settings,
                                               QWidget* parent = nullptr);
    /// One that was never saved before its process ended; see abandonedJournals(). It begins as modified.
    [[nodiscard]] static ProjectPage* fromJournal(const JournalEntry& entry, Settings& settings,
                                                  QWidget* parent = nullptr);

    [[nodiscard]] QString title() const override;
    [[nodiscard]] QJsonObject shown() const override;
    void restore(const QJsonObject& shown) override;
    void reload() override;
    [[nodiscard]] bool hasContent() const override { return m_session.isLoaded(); }
    [[nodiscard]] QUndoStack* undoStack() const override;
    [[nodiscard]] bool isModified() const override { return m_session.isModified(); }
    void save() override;
    void saveAs(const QString& file) override;
    [[nodiscard]] QString savedFiles() const override { return tr("Projects (*.millrace)"); }
    [[nodiscard]] QStringList activities() const override;
    void stopActivities() override;
    [[nodiscard]] QString helpPage() const override;
    void find() override;

    [[nodiscard]] ProjectSession& session() noexcept { return m_session; }
    [[nodiscard]] bool hasStore() const { return m_session.hasStore(); }
    /// Where results go; empty for a project without a file.
    [[nodiscard]] QString storeFile() const;
    /// "overview", "cluster:NAME", "workload:NAME", "traffic:NAME", "grid:NAME", "plan:NAME" or "run"; anything else:
    /// the overview.
    void showView(const QString& name);
    [[nodiscard]] QString currentView() const;
    /// Puts the keyboard on the field that a problem names.
    void showField(const QString& where);
    /// Goes to the run page and starts the first grid's campaign.
    void startCampaign();

Q_SIGNALS:
    /// Requests the details of a finished run of the queue.
    void runRequested(const QString& store, millrace::store::RunId run);

private:
    void makeNotices();
    void makeViews();
    void makeLayout();
    void connectSession();
    // Made when they are first shown: a project opens without waiting for all of them.
    [[nodiscard]] ClusterEditor* clusterEditor();
    [[nodiscard]] WorkloadForm* workloadForm();
    [[nodiscard]] TrafficEditor* trafficEditor();
    [[nodiscard]] GridEditor* gridEditor();
    [[nodiscard]] PlanEditor* planEditor();
    void showCurrent();
    void showPart(ProjectPart part);
    void updateNodeTools();
    void updateNotices();
    void updateRun();
    void restoreView();
    void aboutToSave() const;

    Settings& m_settings;
    ProjectSession m_session;
    std::string m_text; ///< of a project without a file
    QString m_suggestedName;
    std::optional<JournalEntry> m_recovered;
    ProjectTree* m_tree;
    QStackedWidget* m_stack;
    QSplitter* m_splitter;
    OverviewView* m_overview = nullptr;
    CampaignPage* m_campaign = nullptr;
    ClusterEditor* m_cluster = nullptr; ///< none until it is shown, like the next four
    WorkloadForm* m_workload = nullptr;
    TrafficEditor* m_traffic = nullptr;
    GridEditor* m_grid = nullptr;
    PlanEditor* m_plan = nullptr;
    EmptyState* m_empty = nullptr;
    NoticeBar* m_lockBar = nullptr;
    NoticeBar* m_diskBar = nullptr;
    NoticeBar* m_offerBar = nullptr;
    ProjectPlace m_shown{ProjectPart::Run, 99}; ///< none yet
};

} // namespace millrace::ui
