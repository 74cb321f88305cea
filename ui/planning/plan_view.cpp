// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/planning/plan_view.h"

#include "core/base/text.h"
#include "core/project/planned_cluster.h"
#include "core/report/plan_report.h"
#include "ui/base/empty_state.h"
#include "ui/base/format.h"
#include "ui/base/job_strip.h"
#include "ui/base/table_view.h"
#include "ui/edit/form_parts.h"
#include "ui/edit/project_editor.h"
#include "ui/figures/figure_view.h"
#include "ui/figures/report_table_model.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QSplitter>
#include <QStackedWidget>
#include <QTabWidget>

namespace millrace::ui {

namespace {

constexpr int patience = 200; // ms

} // namespace

PlanView::PlanView(ProjectEditor& editor, Settings& settings, QWidget* parent)
    : QWidget(parent), m_editor(editor), m_settings(settings), m_stack(new QStackedWidget), m_empty(new EmptyState),
      m_choices(new ReportTableModel(this)), m_numbers(new ReportTableModel(this)), m_alone(new ReportTableModel(this)),
      m_starts(new ReportTableModel(this)), m_interruptions(new ReportTableModel(this)),
      m_strategies(new ReportTableModel(this))
{
    setObjectName(QStringLiteral("planView"));
    m_patience.setSingleShot(true);
    m_patience.setInterval(patience);
    connect(&m_patience, &QTimer::timeout, this, &PlanView::start);
    m_editor.notify(this, &PlanView::later);
    auto* strip = new JobStrip;
    strip->attach(m_job, tr("Search"));
    m_stack->addWidget(m_empty);
    m_stack->addWidget(makeResults());
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(10, 8, 10, 8);
    column->addWidget(makeControls());
    column->addWidget(m_stack, 1);
    column->addWidget(strip);
    m_empty->setContent(QStringLiteral("plan"), tr("No choice yet"),
                        tr("The best choices of machines are listed here."));
}

PlanView::~PlanView() = default;

QWidget* PlanView::makeControls()
{
    auto* controls = new QWidget;
    auto* row = new QHBoxLayout(controls);
    row->setContentsMargins(0, 0, 0, 0);
    m_objective = named<QComboBox>("planObjective", tr("Order of the choices"));
    m_objective->addItems({tr("Cheapest first"), tr("Fastest first")});
    m_add = new QPushButton(tr("Add as an e&mulated cluster"));
    m_add->setObjectName(QStringLiteral("planAddCluster"));
    m_add->setToolTip(
        tr("Adds the selected machines with their links as an emulated cluster to the project, to measure on"));
    m_add->setEnabled(false);
    m_addSimulated = new QPushButton(tr("Add as a simulated one"));
    m_addSimulated->setObjectName(QStringLiteral("planAddSimulated"));
    m_addSimulated->setToolTip(
        tr("Adds the selected machines with their links as a simulated cluster to the project, at full size"));
    m_addSimulated->setEnabled(false);
    m_areStrategiesSearched = named<QCheckBox>("planStrategiesSearched", tr("Search all-reduces"));
    m_areStrategiesSearched->setText(tr("All-red&uces, too"));
    m_areStrategiesSearched->setToolTip(tr(
        "Forecasts each choice with the all-reduces of the built-in worker, as they are simulated, instead of by the "
        "averaging law"));
    row->addWidget(m_objective);
    row->addWidget(m_areStrategiesSearched);
    row->addStretch(1);
    row->addWidget(m_add);
    row->addWidget(m_addSimulated);
    connect(m_objective, &QComboBox::currentIndexChanged, this, &PlanView::start);
    connect(m_areStrategiesSearched, &QCheckBox::toggled, this, &PlanView::start);
    connect(m_add, &QPushButton::clicked, this, [this] { addCluster(cluster::ClusterKind::Emulated); });
    connect(m_addSimulated, &QPushButton::clicked, this, [this] { addCluster(cluster::ClusterKind::Simulated); });
    return controls;
}

TableView* PlanView::makeTable(ReportTableModel* model, const char* name, const QString& title)
{
    auto* view = new TableView(m_settings, QLatin1String(name));
    view->setObjectName(QLatin1String(name));
    view->setAccessibleName(title);
    view->setModel(model);
    view->setEditTriggers(QAbstractItemView::NoEditTriggers);
    view->setSelectionBehavior(QAbstractItemView::SelectRows);
    connect(model, &QAbstractItemModel::modelReset, view, &TableView::fitColumns);
    return view;
}

QWidget* PlanView::makeResults()
{
    m_choicesView = makeTable(m_choices, "planChoices", tr("Choices of machines"));
    m_choicesView->setSelectionMode(QAbstractItemView::SingleSelection);
    connect(m_choicesView->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &PlanView::showSelected);
    m_figure = new FigureView(m_settings, QStringLiteral("planFigure"));
    m_figure->setCaptionVisible(false);
    connect(m_figure, &FigureView::failed, this, &PlanView::failed);
    connect(m_figure, &FigureView::noticed, this, &PlanView::noticed);
    m_sentences = new QLabel;
    m_sentences->setObjectName(QStringLiteral("planSentences"));
    m_sentences->setWordWrap(true);
    m_sentences->setTextFormat(Qt::PlainText);
    m_sentences->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_tabs = new QTabWidget;
    m_tabs->setObjectName(QStringLiteral("planTabs"));
    m_tabs->setDocumentMode(true);
    m_tabs->addTab(makeTable(m_numbers, "planNumbers", tr("Every number of the selected choice")), tr("E&xplained"));
    m_tabs->addTab(m_figure, tr("Cost and ti&me"));
    m_tabs->addTab(makeTable(m_alone, "planAlone", tr("The selected choice against one machine")), tr("O&ne machine"));
    m_strategiesView = makeTable(m_strategies, "planStrategies", tr("All-reduces of the selected choice, simulated"));
    m_strategiesView->setSelectionMode(QAbstractItemView::SingleSelection);
    m_tabs->addTab(m_strategiesView, tr("A&ll-reduces"));
    m_tabs->addTab(makeTable(m_starts, "planStarts", tr("Costs of the selected choice by the day of its start")),
                   tr("&Start"));
    m_tabs->addTab(makeTable(m_interruptions, "planInterruptions", tr("Interruptions of the selected choice")),
                   tr("&Interruptions"));
    auto* splitter = new QSplitter(Qt::Vertical);
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(m_choicesView);
    splitter->addWidget(m_tabs);
    splitter->setSizes({260, 360});
    auto* page = new QWidget;
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(splitter, 1);
    column->addWidget(m_sentences);
    return page;
}

void PlanView::setIndex(int plan)
{
    m_index = plan;
    later();
}

void PlanView::later()
{
    m_isCurrent = false;
    if (isVisible())
        m_patience.start();
}

void PlanView::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (!m_isCurrent)
        m_patience.start();
}

void PlanView::start()
{
    m_isCurrent = true;
    run::PlanSearch options;
    options.objective = m_objective->currentIndex() == 1 ? planner::Objective::Time : planner::Objective::Dollars;
    options.strategies = m_areStrategiesSearched->isChecked();
    m_job.start([project = m_editor.snapshot(), plan = m_index, options, file = m_projectFile](
                    const JobContext& job) { return searchPlan(*project, plan, options, file, job); },
                [this](Result<PlanResult> result) { present(std::move(result)); });
}

void PlanView::present(Result<PlanResult> result)
{
    if (!result || result->found.best.empty()) {
        m_result = {};
        m_add->setEnabled(false);
        m_addSimulated->setEnabled(false);
        m_empty->setContent(QStringLiteral("plan"), tr("No choice of machines"),
                            result ? toQString(join(report::choiceSentences(*result->planner, result->found), "\n"))
                                   : toQString(result.error().text()));
        m_stack->setCurrentWidget(m_empty);
        Q_EMIT finished(false);
        return;
    }
    m_result = *std::move(result);
    m_choices->setTable(m_result.table);
    m_figure->setFigure(m_result.figure);
    m_sentences->setText(toQString(join(m_result.sentences, " ")));
    m_stack->setCurrentIndex(1);
    m_choicesView->selectRow(0);
    showSelected();
    Q_EMIT finished(true);
}

int PlanView::selected() const
{
    const QModelIndex index = m_choicesView->currentIndex();
    return index.isValid() && static_cast<std::size_t>(index.row()) < m_result.found.best.size() ? index.row() : -1;
}

void PlanView::showSelected()
{
    const int row = selected();
    m_add->setEnabled(row >= 0);
    m_addSimulated->setEnabled(row >= 0);
    if (row < 0)
        return;
    const planner::Candidate& candidate = m_result.found.best[static_cast<std::size_t>(row)];
    m_numbers->setTable(report::explanationTable(*m_result.planner, candidate));
    m_alone->setTable(report::breakEvenTable(*m_result.planner, candidate));
    compareStrategies(candidate);
    showOptional(m_starts, report::startTable(*m_result.planner, candidate),
                 tr("The dates of the prices do not span the training"));
    showOptional(m_interruptions, report::interruptionTable(*m_result.planner, candidate),
                 tr("The plan does not say how long a replacement of a spot machine takes"));
}

void PlanView::showOptional(ReportTableModel* model, const report::Table& table, const QString& why)
{
    model->setTable(table);
    for (int tab = 0; tab < m_tabs->count(); ++tab)
        if (const auto* view = qobject_cast<TableView*>(m_tabs->widget(tab));
            view != nullptr && view->model() == model) {
            m_tabs->setTabEnabled(tab, !table.rows.empty());
            m_tabs->setTabToolTip(tab, table.rows.empty() ? why : QString());
        }
}

/// The table stays empty for a single machine and for more than can be simulated.
void PlanView::compareStrategies(const planner::Candidate& candidate)
{
    m_strategies->setTable({});
    m_comparison.start(
        [project = m_editor.snapshot(), planner = m_result.planner, calibration = m_result.calibration, candidate](
            const JobContext& job) { return ui::compareStrategies(*project, *planner, candidate, calibration, job); },
        [this](Result<report::Table> compared) {
            if (compared)
                m_strategies->setTable(*std::move(compared));
        });
}

/// That of the selected row, where it can be seen, or else that of the choice.
std::string PlanView::selectedStrategy(const planner::Candidate& choice) const
{
    const QModelIndex index = m_strategiesView->currentIndex();
    if (!m_strategiesView->isVisible() || !index.isValid())
        return choice.averaging.strategy.empty() ? project::PlannedRun().strategy : choice.averaging.strategy;
    return index.siblingAtColumn(0).data().toString().toStdString();
}

void PlanView::addCluster(cluster::ClusterKind kind)
{
    const int row = selected();
    if (row < 0)
        return;
    QString name;
    m_editor.change(tr("Add a planned cluster"), [&](project::Project& project) {
        const planner::Candidate& candidate = m_result.found.best[static_cast<std::size_t>(row)];
        if (auto added =
                project::addPlannedCluster(project, *m_result.planner, candidate, {kind, selectedStrategy(candidate)}))
            name = toQString(*added);
    });
    if (!name.isEmpty())
        Q_EMIT noticed(tr("The cluster “%1” was added, with a workload and a grid of the same name.").arg(name));
}

} // namespace millrace::ui

#include "moc_plan_view.cpp"
