// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/report/run_view.h"
#include "ui/base/document_page.h"
#include "ui/interference/report_page.h"
#include "ui/results/result_exports.h"

#include <QTimer>

class QAction;
class QLabel;
class QMenu;
class QSplitter;
class QStackedWidget;
class QTabWidget;
class QToolBar;

namespace millrace::ui {

class ComparePanel;
class CurvesPanel;
class EmptyState;
class FigurePanel;
class FilterBar;
class GroupPanel;
class JobStrip;
class ResultModel;
class RunPanel;
class RunTable;
class SavedViews;
class Settings;
class StoreWatch;

/// The browser of a result store: its runs in a table, and next to it the selected run, groups, figures and comparisons
/// of the runs that match. Reads only, but for leaving runs out of statistics.
class ResultPage : public DocumentPage
{
    Q_OBJECT
public:
    enum Panel
    {
        RunTab,
        GroupTab,
        FigureTab,
        CompareTab,
        CurvesTab
    };

    ResultPage(const QString& file, Settings& settings, QWidget* parent = nullptr);
    ~ResultPage() override;

    void reload() override;
    [[nodiscard]] bool hasContent() const override;
    [[nodiscard]] QString helpPage() const override { return QStringLiteral("results"); }
    void find() override;
    [[nodiscard]] QJsonObject shown() const override;
    void restore(const QJsonObject& shown) override;
    [[nodiscard]] QStringList activities() const override;
    void stopActivities() override;

    /// Everything that is chosen here, and back again.
    [[nodiscard]] report::RunView view() const;
    void setView(const report::RunView& view);
    /// Draws the runs that match.
    void plot(report::FigureKind kind);
    void showPanel(Panel panel);
    /// Shows the page of a run, if it is among the runs that match.
    void showRun(store::RunId run);
    [[nodiscard]] ResultModel& model() const noexcept { return *m_model; }
    [[nodiscard]] GroupPanel& groups() const noexcept { return *m_groups; }
    [[nodiscard]] FigurePanel& figure() const noexcept { return *m_figure; }
    [[nodiscard]] ComparePanel& comparison() const noexcept { return *m_compare; }
    [[nodiscard]] CurvesPanel& curves() const noexcept { return *m_curves; }
    [[nodiscard]] RunPanel& runPanel() const noexcept { return *m_run; }
    [[nodiscard]] ResultExports& exports() const noexcept { return *m_exports; }
    [[nodiscard]] SavedViews& savedViews() const noexcept { return *m_views; }

Q_SIGNALS:
    /// The captures of one run shall be shown.
    void traceRequested(const QStringList& files, const QString& title);
    /// The runs that the filter lets through shall be shown as response curves, or the detectors be scored on them.
    /// `kind`: as for makeReportPage().
    void reportRequested(const QString& kind, const millrace::ui::ReportSubject& subject);
    /// The published studies that the store holds shall be shown, with their figures and their audit.
    void studiesRequested(const QString& store);
    void predictorRequested(const QString& store);
    /// A run of this store shall be played once more.
    void replayRequested(const QString& store, millrace::store::RunId run, int number, const QString& label);

private:
    [[nodiscard]] QWidget* makeHeader();
    [[nodiscard]] QToolBar* makeToolBar();
    [[nodiscard]] QWidget* makeTable();
    [[nodiscard]] QWidget* makePanels();
    void connectPanels();
    void addMenu(QToolBar* bar, const QString& name, const QString& icon, const QString& text, QMenu* menu);
    void showOverview();
    void showCounts();
    void showEmpty();
    void applyFilter();
    void showCurrentRun(store::RunId run);
    void updatePanel();
    void askForReplay();
    [[nodiscard]] ReportSubject reportSubject() const;
    void useSelection(bool first);
    [[nodiscard]] ResultExports::Subject exportSubject() const;

    Settings& m_settings;
    ResultModel* m_model;
    QLabel* m_title = nullptr;
    QLabel* m_subtitle = nullptr;
    FilterBar* m_filter;
    QAction* m_onlyDiffering = nullptr;
    QAction* m_studies = nullptr;
    RunTable* m_table = nullptr;
    EmptyState* m_empty = nullptr;
    QStackedWidget* m_stack = nullptr;
    QTabWidget* m_tabs = nullptr;
    RunPanel* m_run = nullptr;
    GroupPanel* m_groups = nullptr;
    FigurePanel* m_figure = nullptr;
    ComparePanel* m_compare = nullptr;
    CurvesPanel* m_curves = nullptr;
    QSplitter* m_splitter = nullptr;
    JobStrip* m_strip = nullptr;
    SavedViews* m_views;
    ResultExports* m_exports;
    StoreWatch* m_watch = nullptr;
    std::size_t m_columnCount = 0;
};

} // namespace millrace::ui
