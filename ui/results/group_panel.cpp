// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/results/group_panel.h"

#include "ui/base/export_event.h"
#include "ui/base/format.h"
#include "ui/base/icons.h"
#include "ui/base/settings.h"
#include "ui/base/table_view.h"
#include "ui/figures/figure_export.h"
#include "ui/figures/report_table_model.h"
#include "ui/figures/save_dialog.h"
#include "ui/figures/sentence_text.h"
#include "ui/results/result_jobs.h"

#include <QBoxLayout>
#include <QFileInfo>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QSortFilterProxyModel>
#include <QToolButton>

namespace millrace::ui {

GroupPanel::GroupPanel(QString file, Settings& settings, QWidget* parent)
    : QWidget(parent), m_file(toPath(file)), m_settings(settings), m_model(new ReportTableModel(this)),
      m_table(new TableView(settings, QStringLiteral("groupTable"), this)), m_notes(new QLabel(this))
{
    auto* sorted = new QSortFilterProxyModel(this);
    sorted->setSourceModel(m_model);
    sorted->setSortRole(ReportTableModel::SortRole);
    m_table->setModel(sorted);
    m_table->setObjectName(QStringLiteral("groupTable"));
    m_table->setAccessibleName(tr("Groups of runs"));
    m_table->horizontalHeader()->setResizeContentsPrecision(40);
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(-1, Qt::AscendingOrder);
    m_table->setEmptyText(tr("Computing the groups…"));
    m_notes->setWordWrap(true);
    m_notes->setTextFormat(Qt::PlainText);
    m_notes->setForegroundRole(QPalette::PlaceholderText);
    m_notes->setContentsMargins(10, 2, 10, 6);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    column->addWidget(makeBar());
    column->addWidget(m_table, 1);
    column->addWidget(m_notes);
}

QWidget* GroupPanel::makeBar()
{
    auto* bar = new QWidget(this);
    m_by = new QToolButton(bar);
    m_by->setObjectName(QStringLiteral("groupBy"));
    m_by->setIcon(icon(QStringLiteral("group")));
    m_by->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_by->setPopupMode(QToolButton::InstantPopup);
    m_by->setMenu(new QMenu(m_by));
    m_by->setToolTip(tr("Factors whose levels distinguish the groups"));
    m_export = new QToolButton(bar);
    m_export->setObjectName(QStringLiteral("exportGroups"));
    m_export->setIcon(icon(QStringLiteral("export")));
    m_export->setText(tr("Export &groups…"));
    m_export->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_export->setAutoRaise(true);
    connect(m_export, &QToolButton::clicked, this, &GroupPanel::exportTable);
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(6, 2, 6, 0);
    row->addWidget(m_by);
    row->addStretch(1);
    row->addWidget(m_export);
    return bar;
}

void GroupPanel::setFactors(const std::vector<std::string>& names)
{
    if (!m_chosen)
        m_groupBy = names;
    if (m_factors == names)
        return;
    m_factors = names;
    fillMenu();
}

void GroupPanel::setGroupBy(const std::vector<std::string>& names)
{
    m_chosen = true;
    m_groupBy = names;
    fillMenu();
}

void GroupPanel::fillMenu()
{
    m_by->menu()->clear();
    QStringList chosen;
    for (const std::string& name : m_factors) {
        QAction* action = m_by->menu()->addAction(toQString(name));
        action->setCheckable(true);
        const bool isChosen = std::ranges::find(m_groupBy, name) != m_groupBy.end();
        action->setChecked(isChosen);
        if (isChosen)
            chosen.append(toQString(name));
        connect(action, &QAction::toggled, this, [this, name](bool on) { toggle(name, on); });
    }
    const QString text =
        chosen.isEmpty() ? tr("All runs together") : tr("By %1").arg(chosen.join(QStringLiteral(", ")));
    m_by->setText(fontMetrics().elidedText(text, Qt::ElideMiddle, fontMetrics().averageCharWidth() * 50));
    m_by->setAccessibleName(text);
}

void GroupPanel::toggle(const std::string& factor, bool chosen)
{
    m_chosen = true;
    std::erase(m_groupBy, factor);
    if (chosen)
        m_groupBy.push_back(factor);
    QMetaObject::invokeMethod(
        this, [this] { fillMenu(); }, Qt::QueuedConnection); // not while its action is at work
    Q_EMIT groupByChanged();
}

void GroupPanel::show(const report::RunView& view)
{
    report::RunView grouped = view;
    grouped.groupBy = m_groupBy;
    m_table->setEmptyText(tr("Computing the groups…"));
    m_job.start([file = m_file, grouped](const JobContext& job) { return readGroups(file, grouped, job); },
                [this](Result<GroupsRead> read) {
                    if (!read) {
                        m_table->setEmptyText(tr("The groups could not be computed."));
                        Q_EMIT failed(read.error());
                        return;
                    }
                    m_table->setEmptyText(read->runs == 0 ? tr("No run matches.")
                                                          : tr("None of the %Ln run(s) that match counts: only runs "
                                                               "that are done do, and no warm-up runs.",
                                                               nullptr, static_cast<int>(read->runs)));
                    m_provenance = std::move(read->provenance);
                    take(std::move(read->table));
                });
}

void GroupPanel::take(report::Table table)
{
    const bool same = table.columns == m_model->table().columns;
    QStringList notes;
    for (const std::string& note : table.notes)
        notes.append(sentenceText(note));
    m_notes->setText(notes.join(QLatin1Char(' ')));
    m_model->setTable(std::move(table));
    m_export->setEnabled(m_model->rowCount() > 0);
    if (!same)
        m_table->fitColumns();
    fillMenu();
    Q_EMIT shown();
}

void GroupPanel::exportTable()
{
    askForExport(this, m_settings, QStringLiteral("groups"), tr("CSV files (*.csv);;JSON files (*.json)"),
                 QStringLiteral("csv"), [this](const QString& file) {
                     m_exportJob.start([table = m_model->table(), provenance = m_provenance,
                                        file](const JobContext&) { return writeTable(table, provenance, file); },
                                       [this, file](const Result<void>& done) {
                                           if (done) {
                                               announceWritten(this, file);
                                               Q_EMIT noticed(tr("Wrote %1.").arg(QFileInfo(file).fileName()));
                                           } else {
                                               Q_EMIT failed(done.error());
                                           }
                                       });
                 });
}

} // namespace millrace::ui

#include "moc_group_panel.cpp"
