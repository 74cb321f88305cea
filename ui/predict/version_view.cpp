// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/predict/version_view.h"

#include "core/report/usage_report.h"
#include "ui/base/table_view.h"
#include "ui/figures/report_table_model.h"

#include <QBoxLayout>
#include <QHeaderView>
#include <QPushButton>

namespace millrace::ui {

VersionView::VersionView(Settings& settings, QWidget* parent)
    : QWidget(parent), m_model(new ReportTableModel(this)),
      m_table(new TableView(settings, QStringLiteral("predictorVersions"))),
      m_use(new QPushButton(tr("&Use this version")))
{
    setObjectName(QStringLiteral("versionView"));
    m_table->setObjectName(QStringLiteral("predictorVersions"));
    m_table->setAccessibleName(tr("Versions of the predictor"));
    m_table->setModel(m_model);
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setEmptyText(tr("No version yet: train a predictor on the runs of this store."));
    m_use->setObjectName(QStringLiteral("useVersion"));
    m_use->setToolTip(
        tr("Predictions of this store, here and on the command line, are made by this version from then on"));
    connect(m_model, &QAbstractItemModel::modelReset, m_table, &TableView::fitColumns);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &VersionView::updateButton);
    connect(m_use, &QPushButton::clicked, this, [this] {
        if (const auto* record = selected())
            Q_EMIT useRequested(record->id.value);
    });
    auto* row = new QHBoxLayout;
    row->addStretch(1);
    row->addWidget(m_use);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(8, 6, 8, 6);
    column->addWidget(m_table, 1);
    column->addLayout(row);
    updateButton();
}

const store::PredictorRecord* VersionView::selected() const
{
    const QModelIndex index = m_table->currentIndex();
    const auto row = static_cast<std::size_t>(index.row());
    return index.isValid() && row < m_versions.size() ? &m_versions[m_versions.size() - 1 - row] : nullptr;
}

void VersionView::updateButton()
{
    const store::PredictorRecord* record = selected();
    m_use->setEnabled(record != nullptr && !record->isInUse && !m_busy);
}

void VersionView::setVersions(std::vector<store::PredictorRecord> versions)
{
    m_versions = std::move(versions);
    m_model->setTable(report::versionTable(m_versions));
    updateButton();
}

void VersionView::setBusy(bool busy)
{
    m_busy = busy;
    updateButton();
}

} // namespace millrace::ui

#include "moc_version_view.cpp"
