// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/predict/prediction_view.h"

#include "core/base/text.h"
#include "core/report/usage_report.h"
#include "ui/base/empty_state.h"
#include "ui/base/format.h"
#include "ui/base/table_view.h"
#include "ui/figures/figure_view.h"
#include "ui/figures/report_table_model.h"

#include <QBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QSplitter>
#include <QStackedWidget>
#include <QTabWidget>

namespace millrace::ui {

namespace {

QLabel* makeSentences(const char* name)
{
    auto* label = new QLabel;
    label->setObjectName(QLatin1String(name));
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

TableView* makeReportTable(Settings& settings, ReportTableModel* model, const char* name, const QString& title)
{
    auto* view = new TableView(settings, QLatin1String(name));
    view->setObjectName(QLatin1String(name));
    view->setAccessibleName(title);
    view->setModel(model);
    view->setEditTriggers(QAbstractItemView::NoEditTriggers);
    view->setSelectionBehavior(QAbstractItemView::SelectRows);
    QObject::connect(model, &QAbstractItemModel::modelReset, view, &TableView::fitColumns);
    return view;
}

} // namespace

PredictionView::PredictionView(Settings& settings, QWidget* parent)
    : QWidget(parent), m_settings(settings), m_stack(new QStackedWidget), m_empty(new EmptyState),
      m_values(new ReportTableModel(this)), m_drivers(new ReportTableModel(this))
{
    setObjectName(QStringLiteral("predictionView"));
    m_valueView = makeReportTable(settings, m_values, "predictedValues", tr("Predicted values"));
    m_valueView->setSelectionMode(QAbstractItemView::SingleSelection);
    connect(m_valueView->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &PredictionView::showDrivers);
    m_network = makeSketch("predictedRate");
    m_device = makeSketch("predictedUse");
    m_tabs = new QTabWidget;
    m_tabs->setObjectName(QStringLiteral("predictionTabs"));
    m_tabs->setDocumentMode(true);
    m_tabs->addTab(makeDrivers(), tr("What &drives it"));
    m_tabs->addTab(m_network, tr("&Rate over time"));
    m_tabs->addTab(m_device, tr("D&evice over time"));
    auto* splitter = new QSplitter(Qt::Vertical);
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(m_valueView);
    splitter->addWidget(m_tabs);
    splitter->setSizes({325, 285});
    m_sentences = makeSentences("predictionSentences");
    auto* page = new QWidget;
    auto* results = new QVBoxLayout(page);
    results->setContentsMargins(0, 0, 0, 0);
    results->addWidget(splitter, 1);
    results->addWidget(m_sentences);
    m_empty->setObjectName(QStringLiteral("noPrediction"));
    m_stack->addWidget(m_empty);
    m_stack->addWidget(page);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(8, 6, 8, 6);
    column->addWidget(m_stack);
}

PredictionView::~PredictionView() = default;

QWidget* PredictionView::makeDrivers()
{
    auto* page = new QWidget;
    m_formula = makeSentences("predictionFormula");
    m_formula->setContentsMargins(6, 4, 6, 2);
    auto* view = makeReportTable(m_settings, m_drivers, "predictionDrivers", tr("What drives the selected value"));
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    column->addWidget(m_formula);
    column->addWidget(view, 1);
    return page;
}

FigureView* PredictionView::makeSketch(const char* name)
{
    auto* figure = new FigureView(m_settings, QLatin1String(name));
    connect(figure, &FigureView::failed, this, &PredictionView::failed);
    connect(figure, &FigureView::noticed, this, &PredictionView::noticed);
    return figure;
}

bool PredictionView::hasPrediction() const
{
    return m_stack->currentIndex() == 1;
}

void PredictionView::showNothing(const QString& title, const QString& sentence, const QList<QAction*>& actions)
{
    m_prediction = {};
    m_empty->clearActions();
    m_empty->setContent(QStringLiteral("chart-line"), title, sentence);
    for (QAction* action : actions)
        m_empty->addAction(action);
    m_stack->setCurrentWidget(m_empty);
}

void PredictionView::setPrediction(ShownPrediction prediction)
{
    const int row = std::max(0, m_valueView->currentIndex().row());
    m_prediction = std::move(prediction);
    m_values->setTable(m_prediction.table);
    const auto sketch = [](FigureView* view, const report::FigureSpec& figure) {
        if (report::isEmpty(figure))
            view->setNothing(tr("Nothing to draw"),
                             tr("Idle time, burst and use in bursts are not all known of any of these."));
        else
            view->setFigure(figure);
    };
    sketch(m_network, m_prediction.network);
    sketch(m_device, m_prediction.device);
    m_sentences->setText(toQString(join(m_prediction.sentences, " ")));
    m_sentences->setVisible(!m_prediction.sentences.empty());
    m_stack->setCurrentIndex(1);
    m_valueView->selectRow(row);
    showDrivers();
}

void PredictionView::selectMetric(std::size_t metric)
{
    m_valueView->selectRow(static_cast<int>(metric));
}

void PredictionView::showDrivers()
{
    const int row = m_valueView->currentIndex().row();
    if (!hasPrediction() || row < 0 || static_cast<std::size_t>(row) >= predict::metricCount)
        return;
    const report::Table table =
        report::driverTable(m_prediction.prediction, static_cast<std::size_t>(row), m_prediction.drivers);
    m_formula->setText(toQString(join(table.notes, " ")));
    m_drivers->setTable(table);
}

} // namespace millrace::ui

#include "moc_prediction_view.cpp"
