// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/base/job_runner.h"
#include "ui/results/result_jobs.h"

#include <QWidget>

class QComboBox;

namespace millrace::ui {

class FigureView;
class Settings;

/// The figure of the runs that are shown, with boxes to choose what is drawn.
class FigurePanel : public QWidget
{
    Q_OBJECT
public:
    FigurePanel(QString file, Settings& settings, QWidget* parent = nullptr);

    /// Draws the runs of this view; metric, x, series, kind and values are those chosen here.
    void show(const report::RunView& view);
    void setKind(report::FigureKind kind);
    /// Takes over metric, x, series, kind and values.
    void setChoice(const report::RunView& view);
    /// The view with what was chosen here in it.
    [[nodiscard]] report::RunView with(report::RunView view) const;
    [[nodiscard]] FigureView& figureView() const noexcept { return *m_figure; }

Q_SIGNALS:
    void choiceChanged();
    void shown();
    void failed(const millrace::Error& error);
    void noticed(const QString& sentence);
    void exportingChanged();

private:
    [[nodiscard]] QWidget* makeBoxes();
    [[nodiscard]] QComboBox* addBox(const QString& name, const QString& title);
    void fill(const FigureRead& read);

    std::filesystem::path m_file;
    JobRunner m_job;
    report::RunView m_choice; ///< only what is chosen here
    QComboBox* m_kind = nullptr;
    QComboBox* m_metric = nullptr;
    QComboBox* m_x = nullptr;
    QComboBox* m_series = nullptr;
    QComboBox* m_values = nullptr;
    FigureView* m_figure;
};

} // namespace millrace::ui
