// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/base/document_page.h"
#include "ui/trace/trace_focus.h"
#include "ui/trace/trace_marks.h"
#include "ui/trace/trace_tabs.h"

#include <functional>

class QAction;
class QSplitter;
class QStackedWidget;
class QToolBar;

namespace millrace::ui {

class ClockPanel;
class DistributionPanel;
class EmptyState;
class FocusBar;
class JobStrip;
class LaneView;
class MatrixPanel;
class ProtocolPanel;
class Settings;
class StepPanel;
class TablePanel;
class TraceExports;
class TraceFilterLine;
class TraceHeader;
class TracePlot;
class TraceSession;
struct TraceRequest;

/// Browser of captures: traffic over time, and below it flows, pairs, nodes, bursts, packets and more. A selection in
/// one view restricts the others.
class TracePage : public DocumentPage
{
    Q_OBJECT
public:
    using enum TraceTabs::Tab;
    using Tab = TraceTabs::Tab;

    /// Opens files of one measurement, on one clock; at least one. `file()` is the first.
    TracePage(QStringList files, Settings& settings, QWidget* parent = nullptr);
    ~TracePage() override;

    [[nodiscard]] QStringList files() const override { return m_files; }
    [[nodiscard]] QString title() const override;
    /// Returns none for the captures of a stored run: their names are not meaningful.
    [[nodiscard]] QStringList recentFiles() const override;
    [[nodiscard]] QJsonObject bookmark() const override;
    [[nodiscard]] QJsonObject shown() const override;
    void restore(const QJsonObject& shown) override;
    /// Replaces the file names as the title: "Packets of run 3". Empty: the names.
    void setTitle(const QString& title);
    void reload() override;
    [[nodiscard]] bool hasContent() const override;
    [[nodiscard]] QStringList activities() const override;
    void stopActivities() override;
    [[nodiscard]] QString helpPage() const override { return QStringLiteral("traces"); }
    void find() override;

    /// Whether reading, listing, filtering, sorting or the matrix sum is active.
    [[nodiscard]] bool isBusy() const;
    [[nodiscard]] const TraceFocus& focus() const noexcept { return m_focus; }
    /// Restricts all views.
    void setFocus(const TraceFocus& focus);
    void showTab(Tab tab);
    /// Reads the files again with a filter in libpcap's language.
    void applyFilter(const QString& filter);
    [[nodiscard]] TraceSession& session() const noexcept { return *m_session; }
    [[nodiscard]] TracePlot& plot() const noexcept { return *m_plot; }
    [[nodiscard]] TablePanel& table(Tab tab) const { return m_tabs->table(tab); }
    [[nodiscard]] MatrixPanel& matrix() const noexcept { return m_tabs->matrix(); }
    [[nodiscard]] DistributionPanel& distributions() const noexcept { return m_tabs->distributions(); }
    [[nodiscard]] ProtocolPanel& protocols() const noexcept { return m_tabs->protocols(); }
    [[nodiscard]] LaneView& lanes() const noexcept { return m_tabs->lanes(); }
    [[nodiscard]] StepPanel& steps() const noexcept { return m_tabs->steps(); }
    [[nodiscard]] ClockPanel& clocks() const noexcept { return m_tabs->clocks(); }
    [[nodiscard]] TraceExports& exports() const noexcept { return *m_exports; }

protected:
    void changeEvent(QEvent* event) override;

private:
    [[nodiscard]] QToolBar* makeToolBar();
    [[nodiscard]] QWidget* makeContent();
    void makeEmptyActions();
    void connectPanels();
    void connectSession();
    void connectViews();

    void takeTrace();
    void showHeader();
    void showState();
    void showIssues();
    void takeSteps();
    void showMarks();
    void showRun();
    /// Returns the default name of exported files: the capture's name, or "run-3".
    [[nodiscard]] QString exportName() const;
    void focusChanged();
    void readWith(const std::function<void(TraceRequest&)>& change);
    void exportTable(Tab tab);
    void askForPackets();

    const QStringList m_files;
    QString m_givenTitle;
    Settings& m_settings;
    TraceSession* m_session;
    TraceExports* m_exports;
    std::shared_ptr<const Trace> m_trace;
    TraceMarks m_marks; ///< of the run of the captures
    std::vector<TimelineEvent> m_found; ///< steps found in the traffic
    std::shared_ptr<const report::RecordedRun> m_run;
    TraceFocus m_focus;

    TraceHeader* m_header = nullptr;
    TraceFilterLine* m_filter = nullptr;
    TracePlot* m_plot = nullptr;
    FocusBar* m_bar = nullptr;
    TraceTabs* m_tabs = nullptr;
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
