// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/analysis/clock_alignment.h"
#include "core/report/table.h"
#include "ui/base/job_runner.h"
#include "ui/trace/trace.h"

#include <QStringList>
#include <QWidget>

class QCheckBox;
class QLabel;
class QPushButton;

namespace millrace::ui {

class ReportTableModel;
class Settings;
class TableView;

/// Clock offsets of several captures, and delay and loss between them, from packets recorded in two captures.
class ClockPanel : public QWidget
{
    Q_OBJECT
public:
    explicit ClockPanel(Settings& settings, QWidget* parent = nullptr);

    /// Sets the files of the page, and the corrections of their summary, in nanoseconds per source.
    void setTrace(std::shared_ptr<const Trace> trace);
    void measure();
    [[nodiscard]] const analysis::ClockReport& clocks() const noexcept { return m_report; }
    [[nodiscard]] JobRunner& job() noexcept { return m_job; }

Q_SIGNALS:
    void measured();
    /// Requests reading the files with these corrections; empty: none.
    void correctionsChosen(const std::vector<millrace::analysis::ClockCorrection>& corrections);
    /// Requests reading the files as one, in order of time, or each separately.
    void oneClockChosen(bool one);
    void failed(const millrace::Error& error);

private:
    void take(analysis::ClockReport report);
    void showTables();
    void showButtons();
    [[nodiscard]] report::Table captureTable() const;
    [[nodiscard]] report::Table pathTable() const;

    JobRunner m_job;
    QLabel* m_text;
    QPushButton* m_measure;
    QPushButton* m_apply;
    QPushButton* m_reset;
    QCheckBox* m_oneClock;
    ReportTableModel* m_captures;
    ReportTableModel* m_paths;
    TableView* m_captureView;
    TableView* m_pathView;
    std::shared_ptr<const Trace> m_trace;
    std::vector<std::filesystem::path> m_files;
    bool m_corrected = false;
    analysis::ClockReport m_report;
};

} // namespace millrace::ui
