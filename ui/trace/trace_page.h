// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/base/document_page.h"
#include "ui/base/job_runner.h"
#include "ui/trace/packet_table.h"
#include "ui/trace/trace_focus.h"
#include "ui/trace/trace_marks.h"

class QAction;
class QCheckBox;
class QLabel;
class QLineEdit;
class QMenu;
class QSplitter;
class QStackedWidget;
class QTabWidget;
class QToolBar;
class QToolButton;

namespace millrace::ui {

class ClockPanel;
class DistributionPanel;
class EmptyState;
class FocusBar;
class IssueModel;
class JobStrip;
class LaneView;
class MatrixPanel;
class ProtocolPanel;
class Settings;
class StepPanel;
class TableView;
class TablePanel;
class TraceExports;
class TracePlot;
class TraceSession;

/// The browser of captures: traffic over time, and below it flows, pairs, nodes, bursts, packets and more. What is
/// selected in one view narrows the others.
class TracePage : public DocumentPage
{
    Q_OBJECT
public:
    enum Tab
    {
        FlowTab,
        PairTab,
        NodeTab,
        BurstTab,
        PacketTab,
        MatrixTab,
        DistributionTab,
        ProtocolTab,
        LaneTab,
        StepTab,
        ClockTab, ///< of several files only
        IssueTab,
        TabCount
    };

    /// Files of one measurement, on one clock; at least one. `file()` is the first.
    TracePage(QStringList files, Settings& settings, QWidget* parent = nullptr);
    ~TracePage() override;

    [[nodiscard]] QStringList files() const override { return m_files; }
    [[nodiscard]] QString title() const override;
    /// None for the captures of a stored run: their names say nothing.
    [[nodiscard]] QStringList recentFiles() const override;
    [[nodiscard]] QJsonObject bookmark() const override;
    [[nodiscard]] QJsonObject shown() const override;
    void restore(const QJsonObject& shown) override;
    /// Instead of the names of the files, which may say nothing: "Packets of run 3". Empty: the names.
    void setTitle(const QString& title);
    void reload() override;
    [[nodiscard]] bool hasContent() const override;
    [[nodiscard]] QStringList activities() const override;
    void stopActivities() override;
    [[nodiscard]] QString helpPage() const override { return QStringLiteral("traces"); }
    void find() override;

    /// Whether something is read, listed, filtered, sorted or summed up in the matrix at the moment.
    [[nodiscard]] bool isBusy() const;
    [[nodiscard]] const TraceFocus& focus() const noexcept { return m_focus; }
    /// Narrows all views.
    void setFocus(const TraceFocus& focus);
    void showTab(Tab tab);
    /// In libpcap's language; reads the files again.
    void applyFilter(const QString& filter);
    [[nodiscard]] TraceSession& session() const noexcept { return *m_session; }
    [[nodiscard]] TracePlot& plot() const noexcept { return *m_plot; }
    [[nodiscard]] TablePanel& table(Tab tab) const;
    [[nodiscard]] MatrixPanel& matrix() const noexcept { return *m_matrix; }
    [[nodiscard]] DistributionPanel& distributions() const noexcept { return *m_distributions; }
    [[nodiscard]] ProtocolPanel& protocols() const noexcept { return *m_protocols; }
    [[nodiscard]] LaneView& lanes() const noexcept { return *m_lanes; }
    [[nodiscard]] StepPanel& steps() const noexcept { return *m_steps; }
    [[nodiscard]] ClockPanel& clocks() const noexcept { return *m_clocks; }
    [[nodiscard]] TraceExports& exports() const noexcept { return *m_exports; }

protected:
    void changeEvent(QEvent* event) override;

private:
    /// What a tab shows at the moment.
    struct Shown
    {
        std::shared_ptr<const Trace> trace;
        TraceFocus focus;
    };

    [[nodiscard]] QWidget* makeHeader();
    [[nodiscard]] QToolBar* makeToolBar();
    [[nodiscard]] QWidget* makeFilterLine();
    [[nodiscard]] QWidget* makeContent();
    void makeTables();
    void makeOtherTabs();
    TablePanel* addTable(Tab tab, const char* name, const QString& title, std::vector<TableColumn> columns, int first);
    void makeEmptyActions();
    void connectPanels();
    void connectSession();
    void connectViews();

    void takeTrace();
    void showHeader();
    void showState();
    void showIssues();
    void showFilterProblem(const QString& sentence);
    void takeSteps();
    void showMarks();
    void showRun();
    /// What files that are written are called by themselves: the capture's name, or "run-3".
    [[nodiscard]] QString exportName() const;
    void takeRows(Tab tab);
    void takeLane(std::uint32_t flow, bool added);
    void focusChanged();
    void updateTab();
    void updateTable(Tab tab, const TraceFocus& focus);
    void updatePackets(const TraceFocus& focus);
    void takePackets(std::shared_ptr<const PacketList> packets);
    void showOnlySelected();
    void excludeSelected();
    void fillTableMenu(Tab tab, QMenu* menu);
    [[nodiscard]] TraceFocus::Kind kindOf(Tab tab) const;
    [[nodiscard]] int rowsShown(Tab tab) const;
    void exportTable(Tab tab);
    void askForPackets();
    void offerPackets();

    const QStringList m_files;
    QString m_givenTitle;
    Settings& m_settings;
    TraceSession* m_session;
    TraceExports* m_exports;
    JobRunner m_packetJob;
    std::shared_ptr<const Trace> m_trace;
    TraceMarks m_marks; ///< of the run that the captures were recorded in
    std::vector<TimelineEvent> m_found; ///< steps that the traffic shows
    std::shared_ptr<const report::RecordedRun> m_run;
    TraceFocus m_focus;
    std::array<Shown, TabCount> m_shown;

    QLabel* m_title = nullptr;
    QLabel* m_subtitle = nullptr;
    QToolButton* m_damage = nullptr;
    QLineEdit* m_filter = nullptr;
    QLabel* m_filterProblem = nullptr;
    QCheckBox* m_tunnels = nullptr;
    TracePlot* m_plot = nullptr;
    FocusBar* m_bar = nullptr;
    QTabWidget* m_tabs = nullptr;
    std::array<TablePanel*, PacketTab + 1> m_tables{};
    MatrixPanel* m_matrix = nullptr;
    DistributionPanel* m_distributions = nullptr;
    ProtocolPanel* m_protocols = nullptr;
    LaneView* m_lanes = nullptr;
    StepPanel* m_steps = nullptr;
    ClockPanel* m_clocks = nullptr;
    IssueModel* m_issues = nullptr;
    TableView* m_issueView = nullptr;
    QSplitter* m_splitter = nullptr;
    QStackedWidget* m_stack = nullptr;
    EmptyState* m_empty = nullptr;
    QAction* m_addresses = nullptr;
    QAction* m_readAgain = nullptr;
    QAction* m_clearFilter = nullptr;
    QList<QAction*> m_packetActions;
    JobStrip* m_reading = nullptr;
    JobStrip* m_working = nullptr;
    JobStrip* m_listing = nullptr;
    JobStrip* m_finding = nullptr;
    JobStrip* m_comparing = nullptr;
};

} // namespace millrace::ui
