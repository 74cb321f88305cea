// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/results/run_table.h"

#include "ui/base/format.h"
#include "ui/base/icons.h"
#include "ui/results/result_columns.h"
#include "ui/results/result_model.h"
#include "ui/results/result_source.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QInputDialog>
#include <QMenu>
#include <QScrollBar>

#include <algorithm>
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

RunTable::RunTable(ResultModel& model, QString file, Settings& settings, QWidget* parent)
    : TableView(settings, QStringLiteral("runs"), parent), m_runs(model), m_file(std::move(file))
{
    setObjectName(QStringLiteral("runTable"));
    setAccessibleName(tr("Runs"));
    hideByDefault(hiddenColumns());
    setModel(&m_runs);
    setCopy([this] { copyRuns(); });
    setSelectionMode(QAbstractItemView::ExtendedSelection);
    horizontalHeader()->setSortIndicator(0, Qt::AscendingOrder);
    horizontalHeader()->setResizeContentsPrecision(40); // rows that widths are measured by
    setSortingEnabled(true);
    setIconSize({12, 12});
    setContextMenuPolicy(Qt::CustomContextMenu);
    connect(this, &QWidget::customContextMenuRequested, this, &RunTable::showMenu);
    connect(selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this] {
        const store::RunId run = m_runs.runAt(currentIndex().row());
        if (run)
            m_current = run;
        Q_EMIT currentRunChanged(run);
    });
    connect(selectionModel(), &QItemSelectionModel::selectionChanged, this, &RunTable::selectedRunsChanged);
    connect(&m_runs, &ResultModel::modelAboutToBeReset, this, &RunTable::keepPlace);
    connect(&m_runs, &ResultModel::modelReset, this, &RunTable::restorePlace);
}

bool RunTable::select(store::RunId run)
{
    const int row = m_runs.rowOf(run);
    if (row >= 0)
        selectRow(row);
    return row >= 0;
}

void RunTable::step(int rows)
{
    const int row = std::clamp(currentIndex().row() + rows, 0, std::max(0, m_runs.rowCount() - 1));
    selectRow(row);
}

void RunTable::keepPlace()
{
    m_selected = selectedRuns();
    m_scroll = verticalScrollBar()->value();
}

void RunTable::restorePlace()
{
    // By their ids, as rows may have moved; what is in a row becomes one range.
    const std::set<std::int64_t> wanted = idsOf(m_selected);
    QItemSelection selection;
    for (int row = 0, first = -1; row <= m_runs.rowCount() && !wanted.empty(); ++row) {
        const bool inside = row < m_runs.rowCount() && wanted.contains(m_runs.runAt(row).value);
        if (inside && first < 0)
            first = row;
        if (!inside && first >= 0)
            selection.select(m_runs.index(std::exchange(first, -1), 0),
                             m_runs.index(row - 1, std::max(0, m_runs.columnCount() - 1)));
    }
    selectionModel()->select(selection, QItemSelectionModel::ClearAndSelect);
    if (const int row = m_runs.rowOf(m_current); m_current && row >= 0)
        selectionModel()->setCurrentIndex(m_runs.index(row, 0), QItemSelectionModel::NoUpdate);
    verticalScrollBar()->setValue(m_scroll);
}

std::vector<store::RunId> RunTable::selectedRuns() const
{
    std::vector<store::RunId> runs;
    for (const QModelIndex& index : selectionModel()->selectedRows())
        if (const store::RunId run = m_runs.runAt(index.row()))
            runs.push_back(run);
    return runs;
}

/// As lines with tabs below the headings; rows that were not looked at yet are read for it.
void RunTable::copyRuns()
{
    const QList<int> columns = visibleSections();
    std::vector<int> rows;
    for (const QModelIndex& index : selectionModel()->selectedRows())
        rows.push_back(index.row());
    std::ranges::sort(rows);
    m_runs.readRows(rows, [this, columns](const std::vector<store::ResultRow>& read) {
        QStringList lines{visibleColumns().join(QLatin1Char('\t'))};
        for (const store::ResultRow& row : read) {
            QStringList cells;
            for (const int column : columns)
                cells.append(m_runs.text(row, column).simplified());
            lines.append(cells.join(QLatin1Char('\t')));
        }
        QGuiApplication::clipboard()->setText(lines.join(QLatin1Char('\n')));
        Q_EMIT noticed(tr("%Ln row(s) copied.", nullptr, static_cast<int>(read.size())));
    });
}

void RunTable::showMenu(QPoint place)
{
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const auto runs = selectedRuns();
    menu->addAction(icon(QStringLiteral("copy")), tr("&Copy"), this, &RunTable::copyRuns)->setEnabled(!runs.empty());
    menu->addAction(icon(QStringLiteral("play")), tr("&Replay"), this, &RunTable::replayRequested)
        ->setEnabled(runs.size() == 1 && m_canReplay && m_canReplay());
    menu->addSeparator();
    menu->addAction(icon(QStringLiteral("compare")), tr("Compare: selection as &first group"), this,
                    [this] { Q_EMIT groupRequested(true); })
        ->setEnabled(!runs.empty());
    menu->addAction(tr("Compare: selection as &second group"), this, [this] { Q_EMIT groupRequested(false); })
        ->setEnabled(!runs.empty());
    menu->addSeparator();
    menu->addAction(tr("&Leave out of statistics…"), this, &RunTable::askForExclusion)->setEnabled(!runs.empty());
    menu->addAction(tr("&Take into statistics again"), this, [this] { exclude(false, {}); })->setEnabled(!runs.empty());
    menu->popup(viewport()->mapToGlobal(place));
}

void RunTable::askForExclusion()
{
    const auto runs = selectedRuns();
    const store::ResultRow* current = m_runs.rowAt(currentIndex().row());
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

void RunTable::exclude(bool excluded, const QString& reason)
{
    auto runs = selectedRuns();
    if (runs.empty() && m_current)
        runs.push_back(m_current);
    m_excludeJob.start([file = toPath(m_file), runs, excluded, reason = reason.toStdString()](
                           const JobContext&) { return setExcluded(file, runs, excluded, reason); },
                       [this](const Result<void>& done) {
                           if (!done) {
                               Q_EMIT failed(done.error());
                               return;
                           }
                           m_runs.refresh();
                           Q_EMIT exclusionChanged();
                       });
}

} // namespace millrace::ui

#include "moc_run_table.cpp"
