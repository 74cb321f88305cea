// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/report/run_view.h"
#include "ui/base/job_runner.h"
#include "ui/results/curves_panel_lines.h"

#include <QTimer>
#include <QWidget>

#include <filesystem>

class QBoxLayout;
class QLabel;
class QScrollArea;
class QStackedWidget;

namespace millrace::ui {

class CurvesBar;
class EmptyState;
class PlotLegend;
class PlotLink;
class Settings;
class TimelinePlot;

/// The series of many runs in one plot for each name: a line for each run, or the median of each group with its
/// quartiles. All plots have the same axis of time; runs that are selected in the table stand out.
class CurvesPanel : public QWidget
{
    Q_OBJECT
public:
    CurvesPanel(QString file, Settings& settings, QWidget* parent = nullptr);
    ~CurvesPanel() override;

    /// Draws the runs of this view; what is drawn already stays until the new lines are there.
    void show(const report::RunView& view);
    /// These stand out; none: all are alike.
    void setSelection(const std::vector<store::RunId>& runs);

    void chooseSeries(const std::vector<std::string>& names);
    void setOptions(const report::CurveOptions& options);
    [[nodiscard]] report::CurveOptions options() const;
    [[nodiscard]] const std::vector<TimelinePlot*>& plots() const noexcept { return m_plots; }
    [[nodiscard]] const report::CurveSubject& subject() const noexcept { return m_subject; }
    /// Text below the plots: counts and what was left out.
    [[nodiscard]] QString note() const;
    /// All that is drawn as a table, CSV or JSON by the ending.
    void writeTo(const QString& file);
    [[nodiscard]] bool isExporting() const noexcept { return m_exportJob.isRunning(); }
    void cancelExport() { m_exportJob.cancel(); }

Q_SIGNALS:
    /// All that was asked for is to be seen.
    void shown();
    /// The run of a line that was clicked.
    void runChosen(millrace::store::RunId run);
    void failed(const millrace::Error& error);
    void noticed(const QString& sentence);
    void exportingChanged();

private:
    [[nodiscard]] QWidget* makePlots();
    void makeLegend();
    void fitLegend();
    void fillExportMenu();
    void reportWritten(const QString& file, const Result<void>& done);
    void takeSubject(report::CurveSubject subject);
    /// Reads the curves that are chosen, one name after the other.
    void readAll();
    void readNext(std::size_t index);
    void take(report::SeriesCurves curves, std::size_t index);
    void dropPlots(std::size_t from);
    void setLines();
    void finish();
    void showNote(std::size_t done);
    void showEmpty();
    void zoomed();
    void refine(std::size_t index, TimeRange stretch);
    void highlight();
    void hoverLine(int line);
    void chooseLine(int line);
    void setLineVisible(int line, bool visible);
    [[nodiscard]] std::size_t lineOf(const report::Curve& line) const;
    [[nodiscard]] TimelinePlot* plotAt(std::size_t index);

    std::filesystem::path m_file;
    Settings& m_settings;
    JobRunner m_subjectJob;
    JobRunner m_readJob;
    JobRunner m_zoomJob;
    JobRunner m_exportJob;
    QTimer m_zoomDelay;

    report::RunView m_view;
    bool m_wanted = false; ///< something was asked for
    report::CurveSubject m_subject;
    CurveText m_words;
    std::vector<std::string> m_names; ///< what is drawn, one plot each
    std::vector<std::shared_ptr<const report::SeriesCurves>> m_curves; ///< of m_names, as far as they were read
    std::vector<std::vector<std::shared_ptr<CurveSource>>> m_sources; ///< of the lines of each
    std::vector<LineKey> m_lines; ///< of all plots, ascending; rows of the legend
    std::vector<bool> m_hidden; ///< of m_lines
    std::vector<store::RunId> m_selection;
    int m_hovered = -1;

    CurvesBar* m_bar;
    QStackedWidget* m_stack = nullptr;
    EmptyState* m_empty = nullptr;
    QScrollArea* m_scroll = nullptr;
    QBoxLayout* m_column = nullptr;
    PlotLegend* m_legend = nullptr;
    QLabel* m_note = nullptr;
    PlotLink* m_link;
    std::vector<TimelinePlot*> m_plots;
};

} // namespace millrace::ui
