// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/analysis/step_detector.h"
#include "core/report/figure_spec.h"
#include "ui/base/job_runner.h"
#include "ui/trace/trace_focus.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QPushButton;

namespace millrace::ui {

class FigureView;
class Settings;
class StepModel;
class TableView;

/// Training steps and their period, estimated from the traffic of a job. The selected time does not restrict them.
class StepPanel : public QWidget
{
    Q_OBJECT
public:
    enum Choice
    {
        JobFlows, ///< heavy, long-lived ones; selected flows are used as they are
        FlowsInFocus ///< all of them
    };

    explicit StepPanel(Settings& settings, QWidget* parent = nullptr);

    void show(std::shared_ptr<const Trace> trace, const TraceFocus& focus);
    void sayCancelled();
    [[nodiscard]] const analysis::StepDetection& detection() const noexcept { return m_found.steps; }
    [[nodiscard]] const analysis::JobFlows& flows() const noexcept { return m_found.flows; }
    [[nodiscard]] StepModel& model() const noexcept { return *m_model; }
    [[nodiscard]] TableView& view() const noexcept { return *m_view; }
    [[nodiscard]] JobRunner& job() noexcept { return m_job; }
    [[nodiscard]] FigureView& figureView() const noexcept { return *m_figure; }

Q_SIGNALS:
    void detected();
    /// Emitted with the time of the selected steps.
    void timeChosen(millrace::ui::TimeRange range);
    /// Requests the selection of the flows whose steps are shown.
    void flowsWanted(const std::vector<std::uint32_t>& flows);
    void failed(const millrace::Error& error);
    void noticed(const QString& sentence);
    void exportingChanged();

private:
    struct Found
    {
        analysis::JobFlows flows;
        analysis::StepDetection steps;
    };

    [[nodiscard]] QWidget* makeBar();
    void find();
    void take(Found found);
    void chooseTime();
    [[nodiscard]] QString flowText() const;
    [[nodiscard]] QString stepText() const;
    [[nodiscard]] QString periodText() const;
    [[nodiscard]] report::FigureSpec figure() const;

    JobRunner m_job;
    QComboBox* m_choice;
    QPushButton* m_showFlows;
    QLabel* m_flowText;
    QLabel* m_text;
    QLabel* m_doubt;
    StepModel* m_model;
    TableView* m_view;
    FigureView* m_figure;
    std::shared_ptr<const Trace> m_trace;
    TraceFocus m_focus;
    Found m_found;
};

} // namespace millrace::ui
