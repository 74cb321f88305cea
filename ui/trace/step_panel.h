// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/analysis/step_detector.h"
#include "core/report/figure_spec.h"
#include "ui/base/job_runner.h"
#include "ui/trace/trace_focus.h"

#include <QWidget>

class QLabel;

namespace millrace::ui {

class FigureView;
class Settings;
class StepModel;
class TableView;

/// Training steps and their period, as far as the traffic in focus tells. Time that is marked does not narrow them.
class StepPanel : public QWidget
{
    Q_OBJECT
public:
    explicit StepPanel(Settings& settings, QWidget* parent = nullptr);

    void show(std::shared_ptr<const Trace> trace, const TraceFocus& focus);
    void sayCancelled();
    [[nodiscard]] const analysis::StepDetection& detection() const noexcept { return m_detection; }
    [[nodiscard]] StepModel& model() const noexcept { return *m_model; }
    [[nodiscard]] TableView& view() const noexcept { return *m_view; }
    [[nodiscard]] JobRunner& job() noexcept { return m_job; }
    [[nodiscard]] FigureView& figureView() const noexcept { return *m_figure; }

Q_SIGNALS:
    void detected();
    /// Of the steps that are selected.
    void timeChosen(millrace::ui::TimeRange range);
    void failed(const millrace::Error& error);
    void noticed(const QString& sentence);
    void exportingChanged();

private:
    void take(analysis::StepDetection detection);
    void chooseTime();
    [[nodiscard]] QString words() const;
    [[nodiscard]] report::FigureSpec figure() const;

    JobRunner m_job;
    QLabel* m_text;
    StepModel* m_model;
    TableView* m_view;
    FigureView* m_figure;
    std::shared_ptr<const Trace> m_trace;
    analysis::StepDetection m_detection;
};

} // namespace millrace::ui
