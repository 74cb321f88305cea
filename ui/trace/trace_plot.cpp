// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/trace/trace_plot.h"

#include "ui/base/format.h"
#include "ui/base/icons.h"
#include "ui/plots/timeline_plot.h"

#include <QAction>
#include <QBoxLayout>
#include <QComboBox>
#include <QLabel>
#include <QToolBar>
#include <QToolButton>

namespace millrace::ui {
namespace {

constexpr int leastPlotHeight = 150;

void choose(QComboBox* box, const QVariant& data)
{
    box->setCurrentIndex(std::max(0, box->findData(data)));
}

} // namespace

TracePlot::TracePlot(Settings& settings, QWidget* parent) : QWidget(parent), m_plot(new TimelinePlot(this))
{
    m_plot->setObjectName(QStringLiteral("tracePlot"));
    m_plot->setTitle(tr("Traffic"));
    m_plot->setSettings(&settings);
    m_plot->setSelecting(true);
    m_plot->setMinimumHeight(leastPlotHeight);
    m_plot->setEmptyText(tr("Reading…"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(makeBar());
    column->addWidget(m_plot, 1);
    connect(m_plot, &TimelinePlot::timeSelected, this, &TracePlot::timeSelected);
    connect(m_plot, &TimelinePlot::viewChanged, this, &TracePlot::showBins);
}

TracePlot::~TracePlot() = default;

QComboBox* TracePlot::addBox(const QString& name, const QString& title, const QString& tip)
{
    auto* box = new QComboBox(this);
    box->setObjectName(name);
    box->setAccessibleName(title);
    box->setToolTip(tip);
    connect(box, &QComboBox::activated, this, &TracePlot::choose);
    return box;
}

void TracePlot::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    // Wide enough for two addresses, while the curves keep most of the room.
    m_plot->setLegendWidth(std::min(fontMetrics().averageCharWidth() * 62, width() * 3 / 10));
}

void TracePlot::makeBoxes()
{
    m_lines =
        addBox(QStringLiteral("traceLines"), tr("Lines"), tr("What is plotted while no row of a table is selected"));
    m_lines->addItem(tr("Total"), static_cast<int>(PlotLines::Total));
    m_lines->addItem(tr("Nodes"), static_cast<int>(PlotLines::Nodes));
    m_lines->addItem(tr("Pairs"), static_cast<int>(PlotLines::Pairs));
    m_lines->addItem(tr("Flows"), static_cast<int>(PlotLines::Flows));
    m_unit = addBox(QStringLiteral("traceUnit"), tr("Unit"), tr("Unit of the rates"));
    m_unit->addItem(tr("bit/s"), static_cast<int>(RateUnit::BitsPerSecond));
    m_unit->addItem(tr("B/s"), static_cast<int>(RateUnit::BytesPerSecond));
    m_unit->addItem(tr("packets/s"), static_cast<int>(RateUnit::PacketsPerSecond));
    m_bins = addBox(QStringLiteral("traceBins"), tr("Bins"),
                    tr("Rates are means over bins of this width. “By zoom” takes some pixels; a fixed width shows the "
                       "least and the greatest bin of each pixel."));
    m_bins->addItem(tr("By zoom"), 0);
    for (const qint64 width : {10'000, 100'000, 1'000'000, 10'000'000, 100'000'000, 1'000'000'000})
        m_bins->addItem(formatDuration(std::chrono::nanoseconds(width), locale()), width);
}

QToolBar* TracePlot::makeTools()
{
    auto* tools = new QToolBar(this);
    tools->setIconSize({16, 16});
    m_mark = tools->addAction(icon(QStringLiteral("edit")), tr("&Mark time"));
    m_mark->setObjectName(QStringLiteral("markTime"));
    m_mark->setCheckable(true);
    m_mark->setToolTip(tr("Drag in the plot to mark a stretch of time; without this, drag with Shift"));
    connect(m_mark, &QAction::toggled, this, [this](bool on) { m_plot->setSelecting(true, on); });
    if (auto* button = qobject_cast<QToolButton*>(tools->widgetForAction(m_mark)))
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    tools->addSeparator();
    for (QAction* action : m_plot->plotActions())
        if (!action->icon().isNull() && !action->isCheckable())
            tools->addAction(action);
    for (QToolButton* button : tools->findChildren<QToolButton*>())
        if (button->defaultAction())
            button->setAccessibleName(button->defaultAction()->toolTip());
    return tools;
}

QWidget* TracePlot::makeBar()
{
    makeBoxes();
    auto* bar = new QWidget(this);
    m_binText = new QLabel(bar);
    m_binText->setForegroundRole(QPalette::PlaceholderText);
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(8, 2, 8, 2);
    const auto add = [&](const QString& text, QComboBox* box) {
        auto* label = new QLabel(text, bar);
        label->setBuddy(box);
        row->addWidget(label);
        row->addWidget(box);
        row->addSpacing(6);
    };
    add(tr("&Lines"), m_lines);
    add(tr("&Unit"), m_unit);
    add(tr("&Bins"), m_bins);
    row->addWidget(m_binText, 1);
    row->addWidget(makeTools());
    return bar;
}

void TracePlot::choose()
{
    PlotChoice choice;
    choice.lines = static_cast<PlotLines>(m_lines->currentData().toInt());
    choice.unit = static_cast<RateUnit>(m_unit->currentData().toInt());
    choice.binWidth = m_bins->currentData().toLongLong();
    setChoice(choice);
}

void TracePlot::setChoice(const PlotChoice& choice)
{
    millrace::ui::choose(m_lines, static_cast<int>(choice.lines));
    millrace::ui::choose(m_unit, static_cast<int>(choice.unit));
    millrace::ui::choose(m_bins, static_cast<qlonglong>(choice.binWidth));
    if (choice == m_choice)
        return;
    m_choice = choice;
    if (m_trace && choice.binWidth > 0 && choice.binWidth < m_trace->summary.options.binWidth)
        Q_EMIT narrowerBinsWanted(choice.binWidth);
    update();
}

void TracePlot::show(std::shared_ptr<const Trace> trace, const TraceFocus& focus)
{
    m_trace = std::move(trace);
    m_focus = focus;
    m_plot->setOrigin(m_trace->summary.first);
    m_plot->setTimeSelection(focus.time);
    update();
}

void TracePlot::update()
{
    if (!m_trace)
        return;
    m_job.start([trace = m_trace, focus = m_focus,
                 choice = m_choice](const JobContext& job) { return plotSeries(*trace, focus, choice, job); },
                [this](std::vector<TimelineSeries> series) {
                    if (series.empty())
                        m_plot->setEmptyText(
                            m_trace->summary.packets.all == 0
                                ? tr("There are no packets here.")
                                : tr("No packet here belongs to a flow, so there is no traffic to draw."));
                    m_plot->setSeries(std::move(series));
                    showBins();
                    Q_EMIT shown();
                });
}

void TracePlot::showBins()
{
    const auto& series = m_plot->series();
    const auto* first = series.empty() ? nullptr : dynamic_cast<const TrafficSeries*>(series.front().source.get());
    if (!first || m_plot->view().isEmpty()) {
        m_binText->clear();
        return;
    }
    const int width = std::max(m_plot->width() - 240, 200);
    const std::int64_t bin = first->binWidth(m_plot->view().length(), static_cast<std::size_t>(width));
    m_binText->setText(tr("mean over %1").arg(formatDuration(std::chrono::nanoseconds(bin), locale())));
}

} // namespace millrace::ui

#include "moc_trace_plot.cpp"
