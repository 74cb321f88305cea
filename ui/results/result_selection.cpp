// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/results/result_page.h"

#include "ui/base/format.h"
#include "ui/base/icons.h"
#include "ui/base/run_words.h"
#include "ui/base/table_view.h"
#include "ui/results/compare_panel.h"
#include "ui/results/figure_panel.h"
#include "ui/results/filter_bar.h"
#include "ui/results/group_panel.h"
#include "ui/results/result_model.h"
#include "ui/results/run_panel.h"

#include <QClipboard>
#include <QFileInfo>
#include <QGuiApplication>
#include <QInputDialog>
#include <QMenu>
#include <QScrollBar>
#include <QTabWidget>

#include <set>
#include <utility>

namespace millrace::ui {
namespace {

std::set<std::int64_t> idsOf(const std::vector<store::RunId>& runs)
{
    std::set<std::int64_t> ids;
    for (const store::RunId run : runs)
        ids.insert(run.value);
    return ids;
}

} // namespace

report::RunView ResultPage::view() const
{
    report::RunView view = m_figure->with(m_filter->view());
    view.groupBy = m_groups->groupBy();
    view.compareOf = m_compare->of().filter;
    view.compareWith = m_compare->with().filter;
    return view;
}

QJsonObject ResultPage::shown() const
{
    return {{QStringLiteral("view"), toQString(report::viewToJson(view()))},
            {QStringLiteral("panel"), m_tabs->currentIndex()},
            {QStringLiteral("run"), QString::number(m_current.value)}};
}

void ResultPage::restore(const QJsonObject& shown)
{
    if (const auto view = report::viewFromJson(shown.value(QStringLiteral("view")).toString().toStdString()))
        setView(*view);
    const store::RunId run{shown.value(QStringLiteral("run")).toString().toLongLong()};
    if (m_model->rowOf(run) >= 0)
        showRun(run);
    showPanel(static_cast<Panel>(shown.value(QStringLiteral("panel")).toInt()));
}

void ResultPage::setView(const report::RunView& view)
{
    m_figure->setChoice(view);
    m_groups->setGroupBy(view.groupBy);
    if (!view.compareOf.empty() || !view.compareWith.empty())
        m_compare->setGroups(view.compareOf, view.compareWith);
    m_filter->setView(view);
}

void ResultPage::plot(report::FigureKind kind)
{
    m_figure->setKind(kind);
    showPanel(FigureTab);
}

void ResultPage::showPanel(Panel panel)
{
    if (m_tabs->currentIndex() == panel)
        updatePanel();
    else
        m_tabs->setCurrentIndex(panel);
}

void ResultPage::showRun(store::RunId run)
{
    const int row = m_model->rowOf(run);
    if (row >= 0)
        m_table->selectRow(row);
    else
        m_run->show(run);
    showPanel(RunTab);
}

void ResultPage::showCurrentRun()
{
    const store::RunId run = m_model->runAt(m_table->currentIndex().row());
    if (!run) {
        m_run->clear();
        return;
    }
    m_current = run;
    m_run->show(m_current);
}

void ResultPage::step(int rows)
{
    const int row = std::clamp(m_table->currentIndex().row() + rows, 0, std::max(0, m_model->rowCount() - 1));
    m_table->selectRow(row);
}

void ResultPage::keepPlace()
{
    m_selected = selectedRuns();
    m_scroll = m_table->verticalScrollBar()->value();
}

void ResultPage::restorePlace()
{
    // By their ids, as rows may have moved; what is in a row becomes one range.
    const std::set<std::int64_t> wanted = idsOf(m_selected);
    QItemSelection selection;
    for (int row = 0, first = -1; row <= m_model->rowCount() && !wanted.empty(); ++row) {
        const bool inside = row < m_model->rowCount() && wanted.contains(m_model->runAt(row).value);
        if (inside && first < 0)
            first = row;
        if (!inside && first >= 0)
            selection.select(m_model->index(std::exchange(first, -1), 0),
                             m_model->index(row - 1, std::max(0, m_model->columnCount() - 1)));
    }
    m_table->selectionModel()->select(selection, QItemSelectionModel::ClearAndSelect);
    if (const int row = m_model->rowOf(m_current); m_current && row >= 0)
        m_table->selectionModel()->setCurrentIndex(m_model->index(row, 0), QItemSelectionModel::NoUpdate);
    m_table->verticalScrollBar()->setValue(m_scroll);
}

std::vector<store::RunId> ResultPage::selectedRuns() const
{
    std::vector<store::RunId> runs;
    for (const QModelIndex& index : m_table->selectionModel()->selectedRows())
        if (const store::RunId run = m_model->runAt(index.row()))
            runs.push_back(run);
    return runs;
}

/// As lines with tabs below the headings; rows that were not looked at yet are read for it.
void ResultPage::copySelection()
{
    const QList<int> columns = m_table->visibleSections();
    std::vector<int> rows;
    for (const QModelIndex& index : m_table->selectionModel()->selectedRows())
        rows.push_back(index.row());
    std::ranges::sort(rows);
    m_model->readRows(rows, [this, columns](const std::vector<store::ResultRow>& read) {
        QStringList lines{m_table->visibleColumns().join(QLatin1Char('\t'))};
        for (const store::ResultRow& row : read) {
            QStringList cells;
            for (const int column : columns)
                cells.append(m_model->text(row, column).simplified());
            lines.append(cells.join(QLatin1Char('\t')));
        }
        QGuiApplication::clipboard()->setText(lines.join(QLatin1Char('\n')));
        Q_EMIT noticed(tr("%Ln row(s) copied.", nullptr, static_cast<int>(read.size())));
    });
}

void ResultPage::askForReplay()
{
    const auto& details = m_run->details();
    if (!details)
        return;
    QStringList levels;
    for (const store::Factor& factor : details->run.factors)
        levels.append(toQString(factor.name) + QLatin1Char('=') + toQString(factor.level));
    const QString number = runNameText(details->run.campaign, details->run.position, details->campaigns);
    Q_EMIT replayRequested(file(), details->run.id, details->run.position,
                           levels.isEmpty() ? number : number + QStringLiteral(" · ") + levels.join(QLatin1Char(' ')));
}

ReportSubject ResultPage::reportSubject() const
{
    QString name = QFileInfo(file()).completeBaseName();
    if (m_model->overview().campaigns.size() > 1 && m_model->filter().campaigns.size() == 1)
        name = tr("%1, campaign %2").arg(name).arg(m_model->filter().campaigns.front().value);
    return {file(), m_filter->view(), name};
}

void ResultPage::showContextMenu(QPoint place)
{
    auto* menu = new QMenu(m_table);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const auto runs = selectedRuns();
    menu->addAction(icon(QStringLiteral("copy")), tr("&Copy"), this, &ResultPage::copySelection)
        ->setEnabled(!runs.empty());
    menu->addAction(icon(QStringLiteral("play")), tr("&Replay"), this, &ResultPage::askForReplay)
        ->setEnabled(runs.size() == 1 && m_run->details().has_value());
    menu->addSeparator();
    menu->addAction(icon(QStringLiteral("compare")), tr("Compare: selection as &first group"), this,
                    [this] { useSelection(true); })
        ->setEnabled(!runs.empty());
    menu->addAction(tr("Compare: selection as &second group"), this, [this] { useSelection(false); })
        ->setEnabled(!runs.empty());
    menu->addSeparator();
    menu->addAction(tr("&Leave out of statistics…"), this, &ResultPage::askForExclusion)->setEnabled(!runs.empty());
    menu->addAction(tr("&Take into statistics again"), this, [this] { exclude(false, {}); })->setEnabled(!runs.empty());
    menu->popup(m_table->viewport()->mapToGlobal(place));
}

void ResultPage::useSelection(bool first)
{
    GroupChoice choice;
    choice.runs = selectedRuns();
    choice.label = tr("%n selected run(s)", nullptr, static_cast<int>(choice.runs->size()));
    if (first)
        m_compare->setOf(choice);
    else
        m_compare->setWith(choice);
    showPanel(CompareTab);
}

void ResultPage::askForExclusion()
{
    const auto runs = selectedRuns();
    const store::ResultRow* current = m_model->rowAt(m_table->currentIndex().row());
    if (runs.size() <= 1 && current != nullptr && current->run.excluded) {
        exclude(false, {});
        return;
    }
    auto* dialog = new QInputDialog(this);
    dialog->setObjectName(QStringLiteral("exclusionReason"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Leave out of statistics"));
    dialog->setLabelText(tr("Why do these runs not count? The reason is kept with them."));

    connect(dialog, &QInputDialog::textValueSelected, this, [this](const QString& reason) { exclude(true, reason); });
    dialog->open();
}

void ResultPage::exclude(bool excluded, const QString& reason)
{
    auto runs = selectedRuns();
    if (runs.empty() && m_current)
        runs.push_back(m_current);
    m_excludeJob.start([file = toPath(file()), runs, excluded, reason = reason.toStdString()](
                           const JobContext&) { return setExcluded(file, runs, excluded, reason); },
                       [this](const Result<void>& done) {
                           if (!done) {
                               Q_EMIT failed(done.error());
                               return;
                           }
                           m_model->refresh();
                           m_run->refresh();
                       });
}

ResultExports::Subject ResultPage::exportSubject() const
{
    ResultExports::Subject subject;
    subject.visible.filter = m_model->filter();
    subject.visible.order = m_model->order();
    for (const int section : m_table->visibleSections())
        subject.visible.columns.push_back(m_model->columns()[static_cast<std::size_t>(section)]);
    subject.view = view();
    const auto& campaigns = m_model->overview().campaigns;
    for (const store::CampaignRecord& campaign : campaigns)
        if (m_model->filter().campaigns.empty() || campaign.id == m_model->filter().campaigns.front()) {
            subject.campaign = campaign.id;
            subject.campaignName = toQString(campaign.gridName);
            break;
        }
    return subject;
}

} // namespace millrace::ui
