// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/results/run_recordings.h"

#include "core/store/artefact_folder.h"
#include "ui/base/format.h"
#include "ui/base/run_text.h"
#include "ui/base/table_view.h"
#include "ui/figures/report_table_model.h"
#include "ui/results/run_outline.h"

#include <QBoxLayout>
#include <QFileInfo>
#include <QLabel>
#include <QPushButton>

namespace millrace::ui {

RunRecordings::RunRecordings(QString store, Settings& settings, QWidget* parent)
    : QWidget(parent), m_store(std::move(store)), m_model(new ReportTableModel(this)),
      m_table(new TableView(settings, QStringLiteral("recordingTable"), this)),
      m_open(new QPushButton(tr("Open &trace"), this))
{
    m_table->setObjectName(QStringLiteral("recordingTable"));
    m_table->setAccessibleName(tr("Packets recorded in the run"));
    m_table->setEmptyText(tr("No packets were recorded. Recording is set in the grid."));
    m_table->setModel(m_model);
    m_open->setObjectName(QStringLiteral("openTrace"));
    m_open->setToolTip(tr("Opens the recordings of the selected nodes, or of all, on one clock"));
    auto* row = new QHBoxLayout;
    row->setContentsMargins(8, 4, 8, 4);
    row->addStretch();
    row->addWidget(m_open);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_table, 1);
    column->addLayout(row);
    const auto open = [this] {
        if (const QStringList files = chosenFiles(); !files.isEmpty())
            Q_EMIT traceRequested(files, m_title);
    };
    connect(m_open, &QPushButton::clicked, this, open);
    connect(m_table, &QTableView::doubleClicked, this, open);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &RunRecordings::updateButton);
    updateButton();
}

void RunRecordings::show(const RunDetails& run)
{
    const store::ArtefactFolder folder(toPath(m_store));
    m_title =
        tr("Packets · %1 · %2")
            .arg(runNameText(run.run.campaign, run.run.position, run.campaigns), QFileInfo(m_store).completeBaseName());
    m_files.clear();
    for (const store::Artefact& each : run.recordings)
        m_files.append(each.sha256.empty() ? QString() : toQString(folder.fileOf(each.sha256).string()));
    m_model->setTable(runRecordingTable(run));
    m_table->fitColumns();
    updateButton();
}

void RunRecordings::clear()
{
    m_files.clear();
    m_model->setTable({});
    updateButton();
}

QStringList RunRecordings::chosenFiles() const
{
    QStringList files;
    const QItemSelectionModel* selection = m_table->selectionModel();
    for (int row = 0; row < m_files.size(); ++row)
        if (!m_files[row].isEmpty() && (!selection->hasSelection() || selection->isRowSelected(row)))
            files.append(m_files[row]);
    return files;
}

void RunRecordings::updateButton()
{
    m_open->setEnabled(!chosenFiles().isEmpty());
}

} // namespace millrace::ui

#include "moc_run_recordings.cpp"
