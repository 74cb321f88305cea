// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/base/colors.h"
#include "ui/base/empty_state.h"
#include "ui/base/file_dialog.h"
#include "ui/base/format.h"
#include "ui/base/icons.h"
#include "ui/base/issue_model.h"
#include "ui/base/message_box.h"
#include "ui/base/search_line.h"
#include "ui/base/settings.h"
#include "ui/base/table_view.h"
#include "ui/base/theme.h"
#include "ui/figures/figure_export.h"
#include "ui/figures/figure_view.h"
#include "ui/figures/save_dialog.h"
#include "ui/plots/time_axis.h"
#include "ui/plots/timeline_plot.h"
#include "ui/trace/distribution_panel.h"
#include "ui/trace/step_panel.h"
#include "ui/trace/table_panel.h"
#include "ui/trace/trace_exports.h"
#include "ui/trace/trace_page.h"
#include "ui/trace/trace_plot.h"
#include "ui/trace/trace_session.h"

#include <QAction>
#include <QFileInfo>
#include <QJsonArray>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QStackedWidget>
#include <QTabWidget>
#include <QToolButton>

#include <algorithm>

namespace millrace::ui {

void TracePage::setTitle(const QString& title)
{
    m_givenTitle = title;
    m_title->setText(this->title());
    Q_EMIT stateChanged();
}

QStringList TracePage::recentFiles() const
{
    return m_givenTitle.isEmpty() ? m_files : QStringList();
}

QJsonObject TracePage::bookmark() const
{
    return {{QStringLiteral("kind"), QStringLiteral("captures")},
            {QStringLiteral("files"), QJsonArray::fromStringList(m_files)},
            {QStringLiteral("title"), m_givenTitle}};
}

QJsonObject TracePage::shown() const
{
    return {{QStringLiteral("tab"), m_tabs->currentIndex()}, {QStringLiteral("filter"), m_session->request().filter}};
}

void TracePage::restore(const QJsonObject& shown)
{
    m_tabs->setCurrentIndex(shown.value(QStringLiteral("tab")).toInt());
    const QString filter = shown.value(QStringLiteral("filter")).toString();
    if (filter != m_session->request().filter)
        applyFilter(filter);
}

QString TracePage::title() const
{
    if (!m_givenTitle.isEmpty())
        return m_givenTitle;
    if (m_run)
        return tr("Packets of run %1").arg(m_run->run.position);
    const QString first = QFileInfo(m_files.constFirst()).fileName();
    return m_files.size() == 1 ? first : tr("%1 and %n more", nullptr, static_cast<int>(m_files.size()) - 1).arg(first);
}

void TracePage::reload()
{
    TraceRequest request = m_session->request();
    request.files = m_files;
    m_session->read(request);
}

bool TracePage::hasContent() const
{
    return m_trace != nullptr;
}

QStringList TracePage::activities() const
{
    QStringList sentences;
    if (m_exports->isRunning())
        sentences.append(m_exports->activity());
    if (m_distributions->figureView().isExporting() || m_steps->figureView().isExporting())
        sentences.append(tr("A figure is being exported."));
    return sentences;
}

bool TracePage::isBusy() const
{
    return m_session->isReading() || m_packetJob.isRunning() || m_matrix->isSumming()
        || std::ranges::any_of(m_tables, [](const TablePanel* table) { return table->model().isArranging(); });
}

void TracePage::stopActivities()
{
    m_exports->job().cancel();
    m_distributions->figureView().cancelExport();
    m_steps->figureView().cancelExport();
}

void TracePage::find()
{
    const int tab = m_tabs->currentIndex();
    if (tab <= PacketTab)
        m_tables[static_cast<std::size_t>(tab)]->filterLine().setFocus(Qt::ShortcutFocusReason);
    else
        m_filter->setFocus(Qt::ShortcutFocusReason);
}

void TracePage::applyFilter(const QString& filter)
{
    m_filter->setText(filter);
    showFilterProblem({});
    TraceRequest request = m_session->request();
    request.files = m_files;
    request.filter = filter;
    m_session->read(request);
}

void TracePage::showFilterProblem(const QString& sentence)
{
    m_filterProblem->setVisible(!sentence.isEmpty());
    m_filterProblem->setText(sentence);
    m_filterProblem->setToolTip(sentence);
    QPalette colors = palette();
    colors.setColor(QPalette::WindowText, errorColor(isDark(colors)));
    m_filterProblem->setPalette(colors);
    m_filter->setAccessibleDescription(sentence);
}

void TracePage::takeTrace()
{
    const std::shared_ptr<const Trace> before = m_trace;
    m_trace = m_session->trace();
    if (before)
        m_focus = remapped(m_focus, *before, *m_trace);
    m_plot->plot().setProvenance(provenanceText(provenanceOf(*m_trace)));
    if (!before || before->owned != m_trace->owned)
        m_found.clear(); // they were of the trace before
    showRun();
    showMarks();
    showFilterProblem({});
    showHeader();
    showIssues();
    showState();
    focusChanged();
    if (!before) {
        if (m_filter->hasFocus() && m_filter->text().isEmpty())
            m_plot->plot().setFocus();
        Q_EMIT stateChanged();
    }
}

void TracePage::showHeader()
{
    QStringList parts;
    if (m_trace) {
        const analysis::TrafficSummary& summary = m_trace->summary;
        parts.append(tr("%1 packets").arg(formatCount(static_cast<qint64>(summary.packets.all), locale())));
        parts.append(tr("%1 on the wire").arg(formatSize(static_cast<double>(summary.wireBytes), locale())));
        if (summary.packets.all > 0) {
            parts.append(offsetText(summary.last - summary.first, 1'000'000, locale()));
            parts.append(tr("from %1").arg(instantText(summary.first, 1'000'000)));
        }
        parts.append(tr("%n flow(s)", nullptr, static_cast<int>(summary.flows.size())));
    }
    if (m_session->isReading())
        parts.append(tr("reading…"));
    else if (m_trace && !m_trace->complete)
        parts.append(tr("not read to the end"));
    m_subtitle->setText(parts.join(QStringLiteral(" · ")));
    m_subtitle->setToolTip(m_subtitle->text());
    const bool usable = m_trace && m_trace->summary.packets.all > 0;
    for (QAction* action : m_packetActions)
        action->setEnabled(usable && m_trace->complete);
}

void TracePage::showState()
{
    m_empty->clearActions();
    const bool empty = !m_trace || m_trace->summary.packets.all == 0;
    m_stack->setCurrentIndex(empty ? 0 : 1);
    if (!empty)
        return;
    if (m_session->isReading()) {
        m_empty->setContent(QStringLiteral("clock"), tr("Reading %1").arg(title()),
                            tr("What is known is shown as soon as the first packets have been read."));
    } else if (!m_trace) {
        m_empty->setContent(QStringLiteral("stop"), tr("Nothing was read"),
                            tr("Reading was cancelled before the first packets were known."));
        m_empty->addAction(m_readAgain);
    } else if (!m_trace->summary.filter.empty()) {
        m_empty->setContent(QStringLiteral("filter"), tr("No packet passes the filter"),
                            tr("“%1” lets no packet of the capture through. Change the packet filter above, or clear "
                               "it to see all packets.")
                                .arg(toQString(m_trace->summary.filter)));
        m_empty->addAction(m_clearFilter);
    } else {
        m_empty->setContent(QStringLiteral("chart-line"), tr("No packets"),
                            tr("The capture holds no packets. It may have been stopped before any arrived, or its "
                               "filter let none through."));
        m_empty->addAction(m_readAgain);
    }
}

void TracePage::showIssues()
{
    Issues issues = problemsOf(*m_trace);
    std::int64_t count = 0;
    bool severe = false;
    for (const Issue& issue : issues) {
        count += issue.severity == Severity::Note ? 0 : 1;
        severe = severe || issue.severity == Severity::Error;
    }
    m_tabs->setTabVisible(IssueTab, !issues.empty());
    m_tabs->setTabText(IssueTab, tr("Problems (%1)").arg(issues.size()));
    m_damage->setVisible(!issues.empty());
    const bool dark = isDark(palette());
    if (count == 0)
        m_damage->setIcon(icon(QStringLiteral("info")));
    else
        m_damage->setIcon(icon(severe ? QStringLiteral("error") : QStringLiteral("warning"),
                               severe ? errorColor(dark) : warningColor(dark)));
    m_damage->setText(count == 0 ? tr("%n note(s)", nullptr, static_cast<int>(issues.size()))
                                 : tr("%n problem(s)", nullptr, static_cast<int>(count)));
    m_damage->setAccessibleName(m_damage->text());
    m_issues->setIssues(std::move(issues));
    m_issueView->fitColumns();
}

void TracePage::changeEvent(QEvent* event)
{
    DocumentPage::changeEvent(event);
    if (event->type() != QEvent::PaletteChange || !m_trace)
        return;
    showIssues();
    showFilterProblem(m_filterProblem->text());
}

int TracePage::rowsShown(Tab tab) const
{
    return table(tab).model().rowCount();
}

QString TracePage::exportName() const
{
    return m_run ? QStringLiteral("run-%1").arg(m_run->run.position)
                 : QFileInfo(m_files.constFirst()).completeBaseName();
}

void TracePage::exportTable(Tab tab)
{
    if (tab > PacketTab)
        return;
    const TablePanel& panel = table(tab);
    if (!panel.model().arranged())
        return;
    const QString name = exportName() + QLatin1Char('-') + m_tabs->tabText(tab).toLower();
    askForExport(this, m_settings, name, tr("CSV files (*.csv)"), QStringLiteral("csv"),
                 [this, arranged = panel.model().arranged(), columns = panel.shownColumns()](const QString& file) {
                     m_exports->writeTable(file, arranged, columns);
                 });
}

void TracePage::askForPackets()
{
    const QString name = exportName() + tr("-selection");
    askForExport(
        this, m_settings, name, tr("Captures (*.pcap)"), QStringLiteral("pcap"),
        [this, trace = m_trace, focus = m_focus](const QString& file) { m_exports->writePackets(file, trace, focus); });
}

void TracePage::offerPackets()
{
    auto* box = new QMessageBox(QMessageBox::Information, tr("Wireshark"),
                                tr("Wireshark is not installed on this machine."), QMessageBox::Cancel, this);
    box->setObjectName(QStringLiteral("wiresharkMissing"));
    box->setInformativeText(tr("Install it with “apt install wireshark”, or save the packets as a pcap file and open "
                               "that file elsewhere."));
    QPushButton* save = box->addButton(tr("&Save packets…"), QMessageBox::AcceptRole);
    box->setDefaultButton(save);
    connect(save, &QPushButton::clicked, this, &TracePage::askForPackets);
    openMessageBox(box);
}

} // namespace millrace::ui
