// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/trace/matrix_panel.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QEvent>
#include <QHeaderView>
#include <QLabel>
#include <QTableView>

#include <algorithm>

namespace millrace::ui {

MatrixPanel::MatrixPanel(QWidget* parent)
    : QWidget(parent), m_model(new MatrixModel(this)), m_view(new QTableView(this)), m_value(new QComboBox(this)),
      m_note(new QLabel(this))
{
    m_value->setObjectName(QStringLiteral("matrixValue"));
    m_value->setAccessibleName(tr("Value"));
    m_value->addItem(tr("Bytes"), static_cast<int>(MatrixValue::Bytes));
    m_value->addItem(tr("Mean rate"), static_cast<int>(MatrixValue::Rate));
    m_value->addItem(tr("Packets"), static_cast<int>(MatrixValue::Packets));
    connect(m_value, &QComboBox::activated, this,
            [this] { m_model->setValue(static_cast<MatrixValue>(m_value->currentData().toInt())); });
    m_note->setForegroundRole(QPalette::PlaceholderText);
    m_note->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_view->setObjectName(QStringLiteral("trafficMatrix"));
    m_view->setAccessibleName(tr("Traffic matrix"));
    m_view->setModel(m_model);
    m_view->setCornerButtonEnabled(false);
    m_view->setTabKeyNavigation(false);
    m_view->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_view->horizontalHeader()->setResizeContentsPrecision(20);
    m_view->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 12);
    m_model->setPalette(palette());
    connect(m_view->selectionModel(), &QItemSelectionModel::selectionChanged, this, &MatrixPanel::takeSelection);
    connect(m_model, &QAbstractItemModel::modelReset, this, [this] {
        m_view->resizeColumnsToContents();
        setSelected(m_selected);
    });
    auto* bar = new QHBoxLayout;
    bar->setContentsMargins(8, 4, 8, 4);
    auto* label = new QLabel(tr("&Value"), this);
    label->setBuddy(m_value);
    bar->addWidget(label);
    bar->addWidget(m_value);
    bar->addWidget(m_note, 1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(bar);
    column->addWidget(m_view, 1);
}

void MatrixPanel::show(std::shared_ptr<const Trace> trace, const TraceFocus& focus)
{
    m_job.start([trace = std::move(trace), focus](const JobContext&) { return makeMatrix(trace, focus); },
                [this](TrafficMatrix matrix) {
                    QString note = tr("Rows send, columns receive; the stronger the colour of a cell, the more.");
                    if (matrix.nodes.empty())
                        note = tr("No traffic between nodes here.");
                    else if (matrix.left > 0)
                        note += QLatin1Char(' ')
                            + tr("%n node(s) with the least traffic are left out.", nullptr,
                                 static_cast<int>(matrix.left));
                    m_note->setText(note);
                    m_model->setMatrix(std::move(matrix));
                });
}

void MatrixPanel::setSelected(const std::vector<std::uint32_t>& pairs)
{
    m_selected = pairs;
    m_restoring = true;
    QItemSelection selection;
    for (int row = 0; !pairs.empty() && row < m_model->rowCount(); ++row)
        for (int column = 0; column < m_model->columnCount(); ++column) {
            const QModelIndex index = m_model->index(row, column);
            if (std::ranges::binary_search(pairs, m_model->pairAt(index)))
                selection.select(index, index);
        }
    m_view->selectionModel()->select(selection, QItemSelectionModel::ClearAndSelect);
    m_restoring = false;
}

void MatrixPanel::takeSelection()
{
    if (m_restoring)
        return;
    std::vector<std::uint32_t> pairs;
    for (const QModelIndex& index : m_view->selectionModel()->selectedIndexes())
        if (const std::uint32_t pair = m_model->pairAt(index); pair != analysis::noRow)
            pairs.push_back(pair);
    std::ranges::sort(pairs);
    if (pairs == m_selected)
        return;
    m_selected = pairs;
    Q_EMIT pairsSelected(pairs);
}

void MatrixPanel::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        m_model->setPalette(palette());
}

} // namespace millrace::ui

#include "moc_matrix_panel.cpp"
