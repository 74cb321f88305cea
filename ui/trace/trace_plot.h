// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/base/job_runner.h"
#include "ui/trace/plot_series.h"

#include <QWidget>

class QAction;
class QComboBox;
class QLabel;
class QToolBar;

namespace millrace::ui {

class Settings;
class TimelinePlot;

/// Traffic over time with boxes to choose lines, unit and bins; a time range is selected with the mouse.
class TracePlot : public QWidget
{
    Q_OBJECT
public:
    explicit TracePlot(Settings& settings, QWidget* parent = nullptr);
    ~TracePlot() override;

    /// Sums the lines in the background; the current ones stay until then.
    void show(std::shared_ptr<const Trace> trace, const TraceFocus& focus);
    [[nodiscard]] TimelinePlot& plot() const noexcept { return *m_plot; }
    [[nodiscard]] const PlotChoice& choice() const noexcept { return m_choice; }
    void setChoice(const PlotChoice& choice);

Q_SIGNALS:
    /// Emitted with the selected time; nothing: none.
    void timeSelected(std::optional<millrace::ui::TimeRange> range);
    /// Emitted when the series of the plot have changed.
    void shown();
    /// Requests bins narrower than those of the trace, which needs another reading.
    void narrowerBinsWanted(std::int64_t width);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    [[nodiscard]] QWidget* makeBar();
    void makeBoxes();
    [[nodiscard]] QToolBar* makeTools();
    [[nodiscard]] QComboBox* addBox(const QString& name, const QString& title, const QString& tip);
    void choose();
    void update();
    void showBins();

    JobRunner m_job;
    TimelinePlot* m_plot;
    QComboBox* m_lines = nullptr;
    QComboBox* m_unit = nullptr;
    QComboBox* m_bins = nullptr;
    QLabel* m_binText = nullptr;
    QAction* m_mark = nullptr;
    PlotChoice m_choice;
    std::shared_ptr<const Trace> m_trace;
    TraceFocus m_focus;
};

} // namespace millrace::ui
