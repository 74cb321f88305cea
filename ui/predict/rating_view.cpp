// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/predict/rating_view.h"

#include "core/base/text.h"
#include "core/report/prediction_report.h"
#include "ui/base/format.h"
#include "ui/base/table_view.h"
#include "ui/figures/report_table_model.h"

#include <QBoxLayout>
#include <QLabel>

namespace millrace::ui {

RatingView::RatingView(Settings& settings, QWidget* parent)
    : QWidget(parent), m_model(new ReportTableModel(this)),
      m_table(new TableView(settings, QStringLiteral("predictorRatings"))), m_notes(new QLabel)
{
    setObjectName(QStringLiteral("ratingView"));
    m_table->setObjectName(QStringLiteral("predictorRatings"));
    m_table->setAccessibleName(tr("Errors for samples that were held out"));
    m_table->setModel(m_model);
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setEmptyText(tr("No predictor has been trained yet."));
    connect(m_model, &QAbstractItemModel::modelReset, m_table, &TableView::fitColumns);
    m_notes->setObjectName(QStringLiteral("ratingNotes"));
    m_notes->setWordWrap(true);
    m_notes->setTextFormat(Qt::PlainText);
    m_notes->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(8, 6, 8, 6);
    column->addWidget(m_table, 1);
    column->addWidget(m_notes);
}

void RatingView::setPredictor(const predict::UsagePredictor* predictor)
{
    m_ready.clear();
    const report::Table table = predictor != nullptr ? report::ratingTable(*predictor) : report::Table{};
    m_model->setTable(table);
    QStringList notes;
    if (predictor != nullptr)
        notes.append(
            tr("Mean relative errors. Read the rows of what you will ask: a new model, a larger cluster, another "
               "network."));
    for (const std::string& note : table.notes)
        notes.append(toQString(note));
    m_notes->setText(notes.join(QLatin1Char(' ')));
}

void RatingView::clear()
{
    m_ready.clear();
    m_model->setTable({});
    m_notes->setText(tr("Training: errors appear as they are ready."));
}

void RatingView::add(const std::vector<predict::HeldOutErrors>& ratings)
{
    m_ready.insert(m_ready.end(), ratings.begin(), ratings.end());
    m_model->setTable(report::ratingTable(m_ready));
}

} // namespace millrace::ui

#include "moc_rating_view.cpp"
