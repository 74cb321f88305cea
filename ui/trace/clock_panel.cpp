// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/trace/clock_panel.h"

#include "core/base/unknown.h"
#include "ui/base/format.h"
#include "ui/base/table_view.h"
#include "ui/figures/report_table_model.h"
#include "ui/plots/time_axis.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QLabel>
#include <QPushButton>

#include <algorithm>

namespace millrace::ui {
namespace {

report::Column column(const char* name, const QString& label, const char* unit = "", int decimals = -1)
{
    report::Column made;
    made.name = name;
    made.label = label.toStdString();
    made.unit = unit;
    made.decimals = decimals;
    return made;
}

} // namespace

ClockPanel::ClockPanel(Settings& settings, QWidget* parent)
    : QWidget(parent), m_text(new QLabel(this)), m_measure(new QPushButton(tr("&Measure the clocks"), this)),
      m_apply(new QPushButton(tr("&Put all on the first clock"), this)),
      m_reset(new QPushButton(tr("Take times &as they are"), this)),
      m_oneClock(new QCheckBox(tr("The captures have &one clock"), this)), m_captures(new ReportTableModel(this)),
      m_paths(new ReportTableModel(this)), m_captureView(new TableView(settings, QStringLiteral("traceClocks"), this)),
      m_pathView(new TableView(settings, QStringLiteral("tracePaths"), this))
{
    m_measure->setObjectName(QStringLiteral("measureClocks"));
    m_apply->setObjectName(QStringLiteral("applyClocks"));
    m_reset->setObjectName(QStringLiteral("resetClocks"));
    m_oneClock->setObjectName(QStringLiteral("oneClock"));
    m_oneClock->setToolTip(
        tr("Reads the captures as one, in order of time: round trips are then known where each capture "
           "has one direction only. A packet that several captures saw counts once."));
    connect(m_oneClock, &QCheckBox::clicked, this, &ClockPanel::oneClockChosen);
    m_text->setWordWrap(true);
    m_text->setTextFormat(Qt::PlainText);
    m_captureView->setAccessibleName(tr("Clocks of the captures"));
    m_captureView->setEmptyText(tr("The clocks have not been measured yet."));
    m_captureView->setModel(m_captures);
    m_pathView->setAccessibleName(tr("Delay and loss between the captures"));
    m_pathView->setModel(m_paths);
    connect(m_measure, &QPushButton::clicked, this, &ClockPanel::measure);
    connect(m_apply, &QPushButton::clicked, this, [this] {
        std::vector<analysis::ClockCorrection> corrections;
        for (const analysis::CaptureClock& clock : m_report.captures)
            corrections.push_back(clock.forAnalysis());
        Q_EMIT correctionsChosen(corrections);
    });
    connect(m_reset, &QPushButton::clicked, this, [this] { Q_EMIT correctionsChosen({}); });
    auto* bar = new QHBoxLayout;
    bar->setContentsMargins(8, 4, 8, 4);
    bar->setSpacing(6);
    bar->addWidget(m_text, 1);
    bar->addWidget(m_oneClock);
    for (QPushButton* button : {m_measure, m_apply, m_reset})
        bar->addWidget(button);
    auto* tables = new QHBoxLayout;
    tables->setSpacing(1);
    tables->addWidget(m_captureView, 1);
    tables->addWidget(m_pathView, 1);
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    rows->addLayout(bar);
    rows->addLayout(tables, 1);
    showButtons();
}

void ClockPanel::setTrace(std::shared_ptr<const Trace> trace)
{
    m_trace = std::move(trace);
    m_files.clear();
    m_corrected = false;
    for (const analysis::TraceSource& source : m_trace->summary.sources) {
        m_files.emplace_back(source.file);
        m_corrected = m_corrected || source.clockOffset != 0;
    }
    if (!m_report.captures.empty())
        showTables();
    showButtons();
}

void ClockPanel::measure()
{
    m_measure->setEnabled(false);
    m_job.start([files = m_files](const JobContext& job) { return analysis::measureClocks(files, job); },
                [this](Result<analysis::ClockReport> report) {
                    if (report)
                        take(*std::move(report));
                    else
                        Q_EMIT failed(report.error());
                    showButtons();
                });
}

void ClockPanel::take(analysis::ClockReport report)
{
    m_report = std::move(report);
    showTables();
    Q_EMIT measured();
}

void ClockPanel::showTables()
{
    m_captures->setTable(captureTable());
    m_paths->setTable(pathTable());
    m_captureView->fitColumns();
    m_pathView->fitColumns();
}

void ClockPanel::showButtons()
{
    const bool known = std::ranges::count_if(m_report.captures, &analysis::CaptureClock::known) > 1;
    m_measure->setEnabled(m_files.size() > 1 && !m_job.isRunning());
    m_apply->setEnabled(known && m_report.captures.size() == m_files.size());
    m_reset->setEnabled(m_corrected);
    m_text->setText(
        m_corrected ? tr("The captures are on the clock of the first one.")
            : m_report.captures.empty()
            ? tr("Packets seen by two captures show how their clocks differ, and what was delayed or lost.")
            : tr("Times are as in the files. Delay and loss are of the time that both captures cover, without 5 % at "
                 "each end."));
}

report::Table ClockPanel::captureTable() const
{
    report::Table table;
    constexpr int microseconds = 6;
    table.columns = {column("file", tr("Capture")),
                     column("node", tr("Node")),
                     column("offset", tr("Ahead by"), "s", microseconds),
                     column("bound", tr("±"), "s", microseconds),
                     column("drift", tr("Drift (µs/s)")),
                     column("at", tr("Offset at")),
                     column("reason", tr("Remark"))};
    for (const analysis::CaptureClock& clock : m_report.captures) {
        const bool dated = clock.known && clock.reference != 0;
        table.rows.push_back(
            {captureName(*m_trace, clock.file).toStdString(), shownName(*m_trace, clock.node.text()).toStdString(),
             clock.known ? clock.offset : unknown, clock.known ? clock.bound : unknown,
             clock.known ? clock.drift * 1e6 : unknown,
             dated ? report::Cell(instantText(clock.reference, 1000).toStdString()) : report::Cell(), clock.reason});
    }
    return table;
}

report::Table ClockPanel::pathTable() const
{
    report::Table table;
    table.columns = {column("from", tr("From")),
                     column("to", tr("To")),
                     column("sent", tr("Looked at")),
                     column("loss", tr("Lost"), "share"),
                     column("delay_min", tr("Delay min"), "s"),
                     column("delay_median", tr("Delay median"), "s"),
                     column("delay_p99", tr("Delay p99"), "s"),
                     column("reordered", tr("Reordered"))};
    for (const analysis::PathObservation& path : m_report.paths)
        table.rows.push_back({shownName(*m_trace, path.from).toStdString(), shownName(*m_trace, path.to).toStdString(),
                              static_cast<double>(path.sent), path.loss(), path.delayMinimum, path.delayMedian,
                              path.delayP99, static_cast<double>(path.reordered)});
    return table;
}

} // namespace millrace::ui

#include "moc_clock_panel.cpp"
