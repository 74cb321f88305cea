// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/studies/number_table.h"

#include "core/report/table_writers.h"
#include "ui/base/export_event.h"
#include "ui/base/format.h"
#include "ui/base/icons.h"
#include "ui/base/table_view.h"
#include "ui/figures/figure_export.h"
#include "ui/figures/report_table_model.h"
#include "ui/figures/save_dialog.h"

#include <QBoxLayout>
#include <QClipboard>
#include <QFileInfo>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QSortFilterProxyModel>
#include <QToolButton>

namespace millrace::ui {

NumberTable::NumberTable(Settings& settings, const QString& name, const QString& heading, QWidget* parent)
    : NumberTable(settings, name, heading, new ReportTableModel, parent)
{
}

NumberTable::NumberTable(Settings& settings, const QString& name, const QString& heading, ReportTableModel* model,
                         QWidget* parent)
    : QWidget(parent), m_settings(settings), m_model(model), m_sorted(new QSortFilterProxyModel(this)),
      m_view(new TableView(settings, name, this))
{
    m_model->setParent(this);
    m_sorted->setSourceModel(m_model);
    m_sorted->setSortRole(ReportTableModel::SortRole);
    m_view->setModel(m_sorted);
    m_view->setObjectName(name);
    m_view->setAccessibleName(heading);
    m_view->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_view->setSortingEnabled(true);
    m_view->horizontalHeader()->setResizeContentsPrecision(40);
    m_view->horizontalHeader()->setStretchLastSection(true);
    connect(m_view, &QAbstractItemView::activated, this,
            [this](const QModelIndex& index) { Q_EMIT rowActivated(m_sorted->mapToSource(index).row()); });
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    column->addWidget(makeBar(name, heading));
    column->addWidget(m_view, 1);
}

QWidget* NumberTable::makeBar(const QString& name, const QString& heading)
{
    auto* bar = new QWidget(this);
    m_heading = new QLabel(heading, bar);
    QFont bold = m_heading->font();
    bold.setBold(true);
    m_heading->setFont(bold);
    m_heading->setTextFormat(Qt::PlainText);
    m_heading->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    auto* copy = new QToolButton(bar);
    copy->setObjectName(name + QStringLiteral("Copy"));
    copy->setIcon(icon(QStringLiteral("copy")));
    copy->setText(tr("Copy"));
    copy->setAccessibleName(tr("Copy %1").arg(heading));
    copy->setToolTip(tr("The whole table as CSV, with all digits"));
    connect(copy, &QToolButton::clicked, this, &NumberTable::copyTable);
    auto* out = new QToolButton(bar);
    out->setObjectName(name + QStringLiteral("Export"));
    out->setIcon(icon(QStringLiteral("export")));
    out->setText(tr("Export"));
    out->setAccessibleName(tr("Export %1").arg(heading));
    out->setPopupMode(QToolButton::InstantPopup);
    auto* menu = new QMenu(out);
    menu->addAction(tr("&CSV…"), this, [this] { askForFile(QStringLiteral("csv")); });
    menu->addAction(tr("&JSON…"), this, [this] { askForFile(QStringLiteral("json")); });
    out->setMenu(menu);
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(10, 2, 6, 0);
    row->addWidget(m_heading, 1);
    for (QToolButton* button : {copy, out}) {
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::TabFocus);
        row->addWidget(button);
    }
    return bar;
}

void NumberTable::setHeading(const QString& heading)
{
    m_heading->setText(heading);
    m_heading->setToolTip(heading);
}

void NumberTable::setTable(report::Table table, report::Provenance provenance)
{
    m_provenance = std::move(provenance);
    m_view->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    m_model->setTable(std::move(table));
    m_sorted->sort(-1);
    QHeaderView* header = m_view->horizontalHeader();
    for (int section = 0; m_columnsVary && section < header->count(); ++section)
        header->moveSection(header->visualIndex(section), section);
    m_view->fitColumns();
}

const report::Table& NumberTable::table() const
{
    return m_model->table();
}

int NumberTable::currentRow() const
{
    const QModelIndex current = m_view->currentIndex();
    return current.isValid() ? m_sorted->mapToSource(current).row() : -1;
}

void NumberTable::copyTable()
{
    QGuiApplication::clipboard()->setText(toQString(report::toCsv(m_model->table())));
    Q_EMIT noticed(tr("The table is in the clipboard, as CSV."));
}

void NumberTable::askForFile(const QString& suffix)
{
    askForExport(this, m_settings, toQString(m_model->table().title),
                 tr("%1 files (*.%2)").arg(suffix.toUpper(), suffix), suffix,
                 [this](const QString& file) { exportTo(file); });
}

void NumberTable::exportTo(const QString& file)
{
    if (const auto written = writeTable(m_model->table(), m_provenance, file); written) {
        announceWritten(this, file);
        Q_EMIT noticed(tr("Wrote %1.").arg(QFileInfo(file).fileName()));
    } else {
        Q_EMIT failed(written.error());
    }
}

} // namespace millrace::ui

#include "moc_number_table.cpp"
