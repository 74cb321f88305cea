// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/trace/step_panel.h"

#include "ui/base/format.h"
#include "ui/base/table_view.h"
#include "ui/figures/figure_view.h"
#include "ui/trace/distribution_figures.h"
#include "ui/trace/step_model.h"

#include <QBoxLayout>
#include <QLabel>
#include <QSplitter>

#include <algorithm>
#include <cmath>

namespace millrace::ui {
namespace {

/// More points would hide each other.
constexpr std::size_t mostLags = 240;

analysis::BinnedSeries seriesInFocus(const Trace& trace, const TraceFocus& focus)
{
    analysis::TrafficSelection selection;
    if (focus.only || focus.kind != TraceFocus::Kind::None) {
        const FlowMask mask = flowsInFocus(trace, focus, TraceFocus::Kind::None);
        for (std::uint32_t flow = 0; flow < mask.size(); ++flow)
            if (mask[flow] != 0)
                selection.flows.push_back(flow);
        if (selection.flows.empty())
            return {};
    }
    return analysis::seriesOf(trace.summary, selection);
}

} // namespace

StepPanel::StepPanel(Settings& settings, QWidget* parent)
    : QWidget(parent), m_text(new QLabel(this)), m_model(new StepModel(this)),
      m_view(new TableView(settings, QStringLiteral("traceSteps"), this)),
      m_figure(new FigureView(settings, QStringLiteral("traceCorrelation"), this))
{
    m_text->setObjectName(QStringLiteral("stepText"));
    m_text->setWordWrap(true);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_text->setContentsMargins(8, 6, 8, 6);
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
    column->addWidget(m_text);
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

void StepPanel::show(std::shared_ptr<const Trace> trace, const TraceFocus& focus)
{
    m_trace = std::move(trace);
    m_text->setText(tr("Looking for steps…"));
    m_job.start([trace = m_trace,
                 focus](const JobContext& job) { return analysis::detectSteps(seriesInFocus(*trace, focus), job); },
                [this](Result<analysis::StepDetection> detection) {
                    if (detection)
                        take(*std::move(detection));
                    else
                        Q_EMIT failed(detection.error());
                });
}

void StepPanel::sayCancelled()
{
    m_text->setText(tr("The search for steps was cancelled. Choose the tab again to repeat it."));
}

void StepPanel::take(analysis::StepDetection detection)
{
    m_detection = std::move(detection);
    m_text->setText(words());
    const bool first = m_model->rowCount() == 0;
    m_model->setSteps(m_detection.steps, m_trace->summary.first);
    if (first)
        m_view->fitColumns();
    m_figure->setFigure(figure());
    Q_EMIT detected();
}

QString StepPanel::words() const
{
    const auto duration = [this](double seconds) { return formatQuantity(seconds, "s", locale()); };
    QStringList sentences;
    switch (m_detection.method) {
    case analysis::StepMethod::None:
        sentences << tr("No steps were found: %1.").arg(toQString(m_detection.reason));
        break;
    case analysis::StepMethod::Gaps:
        sentences << tr("%n step(s), told apart by silences longer than %1.", nullptr,
                        static_cast<int>(m_detection.steps.size()))
                         .arg(duration(m_detection.gap));
        break;
    case analysis::StepMethod::Period:
        sentences << tr("%n step(s), cut by the period: there is no silence between them.", nullptr,
                        static_cast<int>(m_detection.steps.size()));
        break;
    }
    if (m_detection.method != analysis::StepMethod::None)
        sentences << tr("A step takes %1 ± %2; %3 of the distances are within 25 % of that.")
                         .arg(duration(m_detection.period), duration(m_detection.deviation),
                              formatFraction(m_detection.confidence, locale()));
    const analysis::Periodicity& found = m_detection.periodicity;
    if (found.found)
        sentences << tr("The traffic repeats every %1 ± %2: its autocorrelation there is %3, which noise would show in "
                        "at most %4 of the cases.")
                         .arg(duration(found.period), duration(found.uncertainty),
                              formatNumber(found.strength, locale()),
                              formatFraction(std::max(found.falseAlarm, 1e-6), locale()));
    else
        sentences << tr("No period stands out of the noise.");
    return sentences.join(QLatin1Char(' '));
}

report::FigureSpec StepPanel::figure() const
{
    const analysis::Periodicity& found = m_detection.periodicity;
    report::FigureSpec figure;
    figure.name = "autocorrelation";
    figure.title = tr("Autocorrelation of the traffic").toStdString();
    figure.kind = report::FigureKind::Lines;
    figure.x.label = tr("lag").toStdString();
    figure.x.unit = "s";
    figure.y.label = tr("correlation").toStdString();
    report::FigureSeries series;
    const std::size_t wanted = found.found
        ? std::min(found.correlation.size(), static_cast<std::size_t>(8 * found.period / found.sampling) + 1)
        : found.correlation.size();
    const std::size_t step = std::max<std::size_t>(wanted / mostLags, 1);
    for (std::size_t lag = 0; lag < wanted; lag += step) {
        std::size_t highest = lag;
        for (std::size_t next = lag; next < std::min(lag + step, wanted); ++next)
            if (found.correlation[next] > found.correlation[highest])
                highest = next;
        report::FigurePoint point;
        point.x = static_cast<double>(highest) * found.sampling;
        point.y = found.correlation[highest];
        if (std::isfinite(point.y))
            series.points.push_back(point);
    }
    if (series.points.empty())
        figure.note = tr("There is too little traffic for an autocorrelation.").toStdString();
    else
        figure.series.push_back(std::move(series));
    figure.caption = words().toStdString();
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
