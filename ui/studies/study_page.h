// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/base/document_page.h"
#include "ui/base/job_runner.h"
#include "ui/studies/recipe_list.h"
#include "ui/studies/study_reader.h"

class QLabel;
class QSplitter;
class QTabWidget;

namespace millrace::ui {

class AuditPanel;
class JobStrip;
class NoticeBar;
class Settings;
class StudyFigurePanel;

/// The published studies in a store: their figures as published and as measured, and their audit.
class StudyPage : public DocumentPage
{
    Q_OBJECT
public:
    enum Tab
    {
        FigureTab,
        AuditTab
    };

    StudyPage(QString store, StudyReader reader, Settings& settings, QWidget* parent = nullptr);
    ~StudyPage() override;

    /// Not those of other pages about the same store.
    [[nodiscard]] QStringList files() const override;
    [[nodiscard]] QString title() const override;
    [[nodiscard]] QJsonObject bookmark() const override;
    [[nodiscard]] QJsonObject shown() const override;
    void restore(const QJsonObject& shown) override;
    void reload() override;
    [[nodiscard]] bool hasContent() const override { return m_loaded; }
    [[nodiscard]] QStringList activities() const override;
    void stopActivities() override;
    [[nodiscard]] QString helpPage() const override { return QStringLiteral("studies"); }
    void find() override;

    void showTab(Tab tab);
    [[nodiscard]] const QString& store() const noexcept { return m_store; }
    [[nodiscard]] const StudyShelf& shelf() const noexcept { return m_shelf; }
    [[nodiscard]] RecipeList& recipes() const noexcept { return *m_list; }
    [[nodiscard]] StudyFigurePanel& figure() const noexcept { return *m_figure; }
    [[nodiscard]] AuditPanel& audit() const noexcept { return *m_audit; }
    /// Whether something is being computed.
    [[nodiscard]] bool isBusy() const;

Q_SIGNALS:
    /// Requests to show a run of this store in the results browser.
    void runRequested(const QString& store, millrace::store::RunId run);
    /// Requests to show the store itself.
    void storeRequested(const QString& store);
    /// The store has no study; requests an import.
    void importRequested();

private:
    [[nodiscard]] QWidget* makeHeader();
    void connectAll();
    void showShelf(StudyShelf shelf);
    void computeFigure();
    void takeFigure(RecipeList::Place place, Result<studies::StudyFigure> figure);
    void offerAgain(class EmptyState& empty, void (StudyPage::*again)());
    void updateAudit();
    void computeAudit();
    void takeAudit(Result<studies::Audit> audit);
    [[nodiscard]] QStringList studyNames() const;

    QString m_store;
    StudyReader m_reader;
    Settings& m_settings;
    JobRunner m_shelfJob;
    JobRunner m_figureJob;
    JobRunner m_auditJob;
    StudyShelf m_shelf;
    QLabel* m_title = nullptr;
    QLabel* m_summary = nullptr;
    NoticeBar* m_notice;
    QTabWidget* m_tabs;
    QSplitter* m_splitter;
    RecipeList* m_list;
    StudyFigurePanel* m_figure;
    AuditPanel* m_audit;
    JobStrip* m_figureStrip;
    JobStrip* m_auditStrip;
    bool m_loaded = false;
    bool m_auditWanted = true; ///< the display is of an older state, or of another study
};

} // namespace millrace::ui
