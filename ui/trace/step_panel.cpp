// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/trace/step_panel.h"

#include "ui/base/format.h"
#include "ui/base/table_view.h"
#include "ui/figures/figure_view.h"
#include "ui/trace/correlation_figure.h"
#include "ui/trace/distribution_figures.h"
#include "ui/trace/step_model.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QSplitter>

#include <algorithm>

namespace millrace::ui {
namespace {

QLabel* textLabel(const char* name, QWidget* parent)
{
    auto* label = new QLabel(parent);
    label->setObjectName(QString::fromLatin1(name));
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    label->setContentsMargins(8, 2, 8, 2);
    return label;
}

bool isNarrowed(const TraceFocus& focus)
{
    return focus.only || focus.kind != TraceFocus::Kind::None;
}

/// Selected flows are taken as those of the job.
analysis::JobFlows flowsFor(const Trace& trace, const TraceFocus& focus, StepPanel::Choice choice)
{
    if (!isNarrowed(focus))
        return choice == StepPanel::JobFlows ? analysis::findJobFlows(trace.summary)
                                             : analysis::givenFlows(trace.summary, {});
    const FlowMask mask = flowsInFocus(trace, focus, TraceFocus::Kind::None);
    std::vector<std::uint32_t> rows;
    for (std::uint32_t flow = 0; flow < mask.size(); ++flow)
        if (mask[flow] != 0)
            rows.push_back(flow);
    if (!rows.empty())
        return analysis::givenFlows(trace.summary, std::move(rows));
    analysis::JobFlows none;
    none.basis = analysis::FlowBasis::Chosen;
    none.among = trace.summary.flows.size();
    none.share = 0;
    return none;
}

} // namespace

StepPanel::StepPanel(Settings& settings, QWidget* parent)
    : QWidget(parent), m_choice(new QComboBox(this)), m_showFlows(new QPushButton(tr("Select &these flows"), this)),
      m_flowText(textLabel("stepFlows", this)), m_text(textLabel("stepText", this)),
      m_doubt(textLabel("stepDoubt", this)), m_model(new StepModel(this)),
      m_view(new TableView(settings, QStringLiteral("traceSteps"), this)),
      m_figure(new FigureView(settings, QStringLiteral("traceCorrelation"), this))
{
    QFont bold = m_doubt->font();
    bold.setBold(true);
    m_doubt->setFont(bold);
    m_doubt->hide();
    m_view->setAccessibleName(tr("Steps"));
    m_view->setModel(m_model);
    m_view->setToolTip(tr("Press Return, or double-click, to mark the time of the selected steps"));
    m_figure->setCaptionVisible(false);
    connect(m_view, &QAbstractItemView::activated, this, &StepPanel::chooseTime);
    connect(m_figure, &FigureView::failed, this, &StepPanel::failed);
    connect(m_figure, &FigureView::noticed, this, &StepPanel::noticed);
    connect(m_figure, &FigureView::exportingChanged, this, &StepPanel::exportingChanged);
    auto* left = new QWidget(this);
    auto* column = new QVBoxLayout(left);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(makeBar());
    for (QLabel* label : {m_flowText, m_doubt, m_text})
        column->addWidget(label);
    column->addWidget(m_view, 1);
    auto* splitter = new QSplitter(this);
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(left);
    splitter->addWidget(m_figure);
    splitter->setStretchFactor(0, 1);
    splitter->setStretchFactor(1, 1);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(splitter);
}

QWidget* StepPanel::makeBar()
{
    auto* bar = new QWidget(this);
    m_choice->setObjectName(QStringLiteral("stepChoice"));
    m_choice->setAccessibleName(tr("Flows whose steps are shown"));
    m_choice->addItem(tr("Flows of the job"), JobFlows);
    m_choice->addItem(tr("All flows"), FlowsInFocus);
    m_choice->setToolTip(
        tr("Flows whose traffic is divided into steps. Flows selected in another tab are used as they are."));
    connect(m_choice, &QComboBox::activated, this, &StepPanel::find);
    m_showFlows->setObjectName(QStringLiteral("selectStepFlows"));
    m_showFlows->setToolTip(tr("Selects the flows whose steps are shown, in all tabs"));
    m_showFlows->setEnabled(false);
    connect(m_showFlows, &QPushButton::clicked, this, [this] { Q_EMIT flowsWanted(m_found.flows.flows); });
    auto* label = new QLabel(tr("&Steps of"), bar);
    label->setBuddy(m_choice);
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(8, 4, 8, 2);
    row->addWidget(label);
    row->addWidget(m_choice);
    row->addWidget(m_showFlows);
    row->addStretch();
    return bar;
}

void StepPanel::show(std::shared_ptr<const Trace> trace, const TraceFocus& focus)
{
    m_trace = std::move(trace);
    m_focus = focus;
    m_choice->setEnabled(!isNarrowed(focus));
    find();
}

void StepPanel::find()
{
    if (!m_trace)
        return;
    m_text->setText(tr("Looking for steps…"));
    m_doubt->hide();
    const auto choice = static_cast<Choice>(m_choice->currentData().toInt());
    m_job.start(
        [trace = m_trace, focus = m_focus, choice](const JobContext& job) -> Result<Found> {
            Found found;
            found.flows = flowsFor(*trace, focus, choice);
            MR_TRY(steps, analysis::detectSteps(trace->summary, found.flows, job));
            found.steps = std::move(steps);
            return found;
        },
        [this](Result<Found> found) {
            if (found)
                take(*std::move(found));
            else
                Q_EMIT failed(found.error());
        });
}

void StepPanel::sayCancelled()
{
    m_text->setText(tr("The search for steps was cancelled. Choose the tab again to repeat it."));
}

void StepPanel::take(Found found)
{
    m_found = std::move(found);
    const analysis::StepDetection& steps = m_found.steps;
    m_flowText->setText(flowText());
    m_text->setText(stepText() + QLatin1Char(' ') + periodText());
    m_doubt->setVisible(steps.method != analysis::StepMethod::None && !steps.reliable);
    m_doubt->setText(tr("Not reliable: %1. Select the flows of the job in the tab Flows, or use the log of the job.")
                         .arg(toQString(steps.doubt)));
    m_showFlows->setEnabled(!m_found.flows.flows.empty());
    const bool first = m_model->rowCount() == 0;
    m_model->setSteps(steps.steps, m_trace->summary.first);
    if (first)
        m_view->fitColumns();
    m_figure->setFigure(figure());
    Q_EMIT detected();
}

QString StepPanel::flowText() const
{
    const analysis::JobFlows& flows = m_found.flows;
    const QString share = formatFraction(flows.share, locale());
    const QString counts = tr("%1 of %2 flows with %3 of all bytes")
                               .arg(locale().toString(flows.flows.size()), locale().toString(flows.among), share);
    switch (flows.basis) {
    case analysis::FlowBasis::Ports: return tr("%1: heavy, long-lived ones on the ports of the job.").arg(counts);
    case analysis::FlowBasis::Shape: return tr("%1: the heavy, long-lived ones.").arg(counts);
    case analysis::FlowBasis::Chosen: return tr("%1: those that are selected.").arg(counts);
    case analysis::FlowBasis::All: break;
    }
    return counts + QLatin1Char('.');
}

QString StepPanel::stepText() const
{
    const analysis::StepDetection& found = m_found.steps;
    const auto duration = [this](double seconds) { return formatQuantity(seconds, "s", locale()); };
    const auto count = static_cast<int>(found.steps.size());
    const QString median = duration(found.period);
    const QString between = tr("Half of the steps take %1 to %2, the median is %3.")
                                .arg(duration(found.lowerQuartile), duration(found.upperQuartile), median);
    switch (found.method) {
    case analysis::StepMethod::Volume:
        return tr("%n step(s) of about %1, separated by pauses of %2 or longer; %3 of the bytes are in steps within 25 "
                  "% of that volume.",
                  nullptr, count)
                   .arg(formatQuantity(found.volume, "B", locale()), duration(found.gap),
                        formatFraction(found.quality.even, locale()))
            + QLatin1Char(' ') + between;
    case analysis::StepMethod::Gaps:
        return tr("%n step(s), separated by pauses longer than %1; %2 of the distances are within 25 % of the median.",
                  nullptr, count)
                   .arg(duration(found.gap), formatFraction(found.quality.regular, locale()))
            + QLatin1Char(' ') + between;
    case analysis::StepMethod::Period:
        return tr("%n step(s) of %1, cut by the period: there is no silence between them.", nullptr, count).arg(median);
    case analysis::StepMethod::None: break;
    }
    return tr("No steps were found: %1.").arg(toQString(found.reason));
}

QString StepPanel::periodText() const
{
    const analysis::Periodicity& found = m_found.steps.periodicity;
    if (!found.found)
        return tr("No period above the noise.");
    return tr("The traffic repeats every %1: its autocorrelation there is %2, which noise would show in at most %3 of "
              "the cases.")
        .arg(formatQuantity(found.period, "s", locale()), formatNumber(found.strength, locale()),
             formatFraction(std::max(found.falseAlarm, 1e-6), locale()));
}

report::FigureSpec StepPanel::figure() const
{
    report::FigureSpec figure = correlationFigure(m_found.steps.periodicity);
    figure.caption = (stepText() + QLatin1Char(' ') + periodText()).toStdString();
    figure.provenance = provenanceOf(*m_trace);
    return figure;
}

void StepPanel::chooseTime()
{
    TimeRange range;
    for (const QModelIndex& index : m_view->selectionModel()->selectedRows()) {
        const analysis::TrafficStep& step = m_model->steps()[static_cast<std::size_t>(index.row())];
        range = united(range, {step.begin, step.end});
    }
    if (!range.isEmpty())
        Q_EMIT timeChosen(range);
}

} // namespace millrace::ui

#include "moc_step_panel.cpp"
