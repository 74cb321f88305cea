// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/base/job_runner.h"
#include "ui/trace/packet_table.h"
#include "ui/trace/trace_focus.h"

#include <QTabWidget>

#include <array>

class QAction;
class QMenu;

namespace millrace::ui {

class ClockPanel;
class DistributionPanel;
class IssueModel;
class LaneView;
class MatrixPanel;
class ProtocolPanel;
class Settings;
class StepPanel;
class TableView;
class TablePanel;
class TraceSession;

/// Views of a capture in tabs: flows, pairs, nodes, bursts, packets and more. Only the visible one is kept current. A
/// selection in one view restricts the others, not itself.
class TraceTabs : public QTabWidget
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

    TraceTabs(const TraceSession& session, bool severalFiles, Settings& settings, QWidget* parent);
    ~TraceTabs() override;

    void setTrace(std::shared_ptr<const Trace> trace, const TraceFocus& focus);
    void showIssues(Issues issues);
    /// Actions on packets, for the menus of the tables.
    void setPacketActions(const QList<QAction*>& actions) { m_packetActions = actions; }
    void showTab(Tab tab) { setCurrentIndex(tab); }
    [[nodiscard]] Tab currentTab() const { return static_cast<Tab>(currentIndex()); }
    /// Lists packets or steps again when their tab is shown next.
    void sayPacketsCancelled();
    void sayStepsCancelled();

    /// Whether listing, filtering, sorting or the matrix sum is active.
    [[nodiscard]] bool isBusy() const;
    [[nodiscard]] bool isExporting() const;
    void cancelExport();
    [[nodiscard]] JobRunner& packetJob() noexcept { return m_packetJob; }
    [[nodiscard]] TablePanel& table(Tab tab) const;
    [[nodiscard]] MatrixPanel& matrix() const noexcept { return *m_matrix; }
    [[nodiscard]] DistributionPanel& distributions() const noexcept { return *m_distributions; }
    [[nodiscard]] ProtocolPanel& protocols() const noexcept { return *m_protocols; }
    [[nodiscard]] LaneView& lanes() const noexcept { return *m_lanes; }
    [[nodiscard]] StepPanel& steps() const noexcept { return *m_steps; }
    [[nodiscard]] ClockPanel& clocks() const noexcept { return *m_clocks; }

Q_SIGNALS:
    /// The user has selected rows, or restricts the flows.
    void focusEdited(const millrace::ui::TraceFocus& focus);
    void exportWanted(int tab);
    void failed(const millrace::Error& error);
    void noticed(const QString& sentence);
    void exportingChanged();

private:
    /// Current content of a tab.
    struct Shown
    {
        std::shared_ptr<const Trace> trace;
        TraceFocus focus;
    };

    void makeTables();
    void makeOtherTabs(bool severalFiles);
    TablePanel* addTable(Tab tab, const char* name, const QString& title, std::vector<TableColumn> columns, int first);
    void connectPanels();
    void updateCurrent();
    void updateTable(Tab tab, const TraceFocus& focus);
    void updatePackets(const TraceFocus& focus);
    void takePackets(std::shared_ptr<const PacketList> packets);
    void takeRows(Tab tab);
    void takeLane(std::uint32_t flow, bool added);
    void select(TraceFocus::Kind kind, std::vector<std::uint32_t> rows);
    void restrictTo(const FlowMask& mask);
    void showOnlySelected();
    void excludeSelected();
    void fillTableMenu(Tab tab, QMenu* menu);

    const TraceSession& m_session;
    Settings& m_settings;
    std::shared_ptr<const Trace> m_trace;
    TraceFocus m_focus;
    std::array<Shown, TabCount> m_shown;
    JobRunner m_packetJob;
    QList<QAction*> m_packetActions;
    std::array<TablePanel*, PacketTab + 1> m_tables{};
    MatrixPanel* m_matrix = nullptr;
    DistributionPanel* m_distributions = nullptr;
    ProtocolPanel* m_protocols = nullptr;
    LaneView* m_lanes = nullptr;
    StepPanel* m_steps = nullptr;
    ClockPanel* m_clocks = nullptr;
    IssueModel* m_issues = nullptr;
    TableView* m_issueView = nullptr;
};

} // namespace millrace::ui
