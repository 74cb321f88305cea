// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/results/curves_panel.h"

#include "ui/base/empty_state.h"
#include "ui/base/export_event.h"
#include "ui/base/format.h"
#include "ui/base/icons.h"
#include "ui/base/settings.h"
#include "ui/figures/figure_export.h"
#include "ui/figures/metric_text.h"
#include "ui/figures/save_dialog.h"
#include "ui/plots/plot_legend.h"
#include "ui/plots/plot_link.h"
#include "ui/plots/timeline_plot.h"
#include "ui/results/curves_bar.h"
#include "ui/results/curves_panel_series.h"
#include "ui/results/result_jobs.h"

#include <QBoxLayout>
#include <QFileInfo>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QScrollArea>
#include <QStackedWidget>

#include <algorithm>

namespace millrace::ui {
namespace {

/// Columns that all lines of a plot may have together.
constexpr std::size_t mostColumns = 400'000;
constexpr std::size_t mostWidth = 800;
constexpr std::size_t leastWidth = 200;
constexpr int curvePlotHeight = 190;
constexpr int legendRows = 7;
constexpr int zoomDelay = 200; ///< ms without a change of the view

Result<report::CurveSubject> readSubject(const std::filesystem::path& file, const report::RunView& view,
                                         const JobContext& job)
{
    MR_TRY(database, store::Database::openReadOnly(file));
    MR_TRY(filter, report::filterOf(database, view));
    return report::curveSubject(database, filter, job);
}

Result<report::SeriesCurves> readOne(const std::filesystem::path& file, const std::vector<report::CurveRun>& runs,
                                     const std::string& name, const report::CurveOptions& options,
                                     const JobContext& job)
{
    MR_TRY(curves, report::readCurves(file, runs, {name}, options, job));
    return std::move(curves.front());
}

} // namespace

CurvesPanel::CurvesPanel(QString file, Settings& settings, QWidget* parent)
    : QWidget(parent), m_file(toPath(file)), m_settings(settings), m_bar(new CurvesBar(this)),
      m_link(new PlotLink(this))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    column->addWidget(m_bar);
    connect(m_bar, &CurvesBar::changed, this, &CurvesPanel::readAll);
    m_empty = new EmptyState(this);
    m_empty->setObjectName(QStringLiteral("noCurves"));
    m_empty->setContent(QStringLiteral("chart-line"), tr("Reading the series"), tr("This takes a moment."));
    m_stack = new QStackedWidget(this);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(makePlots());
    column->addWidget(m_stack, 1);
    m_note = new QLabel(this);
    m_note->setObjectName(QStringLiteral("curveNote"));
    m_note->setWordWrap(true);
    m_note->setTextFormat(Qt::PlainText);
    m_note->setForegroundRole(QPalette::PlaceholderText);
    m_note->setContentsMargins(10, 2, 10, 6);
    column->addWidget(m_note);
    m_zoomDelay.setSingleShot(true);
    m_zoomDelay.setInterval(zoomDelay);
    connect(&m_zoomDelay, &QTimer::timeout, this, &CurvesPanel::zoomed);
    connect(&m_exportJob, &JobRunner::runningChanged, this, &CurvesPanel::exportingChanged);
}

CurvesPanel::~CurvesPanel()
{
    dropPlots(0);
}

QWidget* CurvesPanel::makePlots()
{
    auto* page = new QWidget(this);
    auto* inside = new QWidget(page);
    m_column = new QVBoxLayout(inside);
    m_column->setContentsMargins(4, 4, 4, 4);
    m_column->addStretch(1);
    m_scroll = new QScrollArea(page);
    m_scroll->setWidget(inside);
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setObjectName(QStringLiteral("curvePlots"));
    m_scroll->setAccessibleName(tr("Curves of the runs"));
    makeLegend();
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    column->addWidget(m_scroll, 1);
    column->addWidget(m_legend);
    return page;
}

void CurvesPanel::makeLegend()
{
    m_legend = new PlotLegend(this);
    m_legend->setObjectName(QStringLiteral("curveLegend"));
    m_legend->setAccessibleName(tr("Lines of the plots"));
    m_legend->legend().setNameHeading(tr("Line"));
    m_legend->setMinimumWidth(0);
    m_legend->setMaximumWidth(QWIDGETSIZE_MAX);
    m_legend->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_legend->horizontalHeader()->setSectionResizeMode(LegendModel::Value, QHeaderView::Stretch);
    connect(m_legend, &PlotLegend::emphasised, this, &CurvesPanel::hoverLine);
    connect(m_legend, &PlotLegend::toggled, this, &CurvesPanel::setLineVisible);
    connect(m_legend, &PlotLegend::onlyWanted, this, [this](int row) {
        for (int line = 0; line < static_cast<int>(m_lines.size()); ++line)
            setLineVisible(line, row < 0 || line == row);
    });
}

void CurvesPanel::fitLegend()
{
    const int rows = std::min(static_cast<int>(m_lines.size()), legendRows);
    m_legend->setVisible(m_lines.size() > 1);
    m_legend->setFixedHeight((rows + 1) * (fontMetrics().height() + 5) + 4);
}

TimelinePlot* CurvesPanel::plotAt(std::size_t index)
{
    if (index < m_plots.size())
        return m_plots[index];
    auto* plot = new TimelinePlot(m_scroll->widget());
    plot->setSettings(&m_settings);
    plot->setMinimumHeight(curvePlotHeight);
    plot->setLegendVisible(false);
    m_link->add(plot);
    m_plots.push_back(plot);
    m_column->insertWidget(m_column->count() - 1, plot, 8);
    const auto key = [this, index](int series) {
        return series >= 0 && index < m_curves.size()
            ? static_cast<int>(lineOf(m_curves[index]->lines[static_cast<std::size_t>(series)]))
            : -1;
    };
    connect(plot, &TimelinePlot::seriesHovered, this, [this, key](int series) {
        hoverLine(key(series));
        if (m_hovered >= 0)
            m_legend->scrollTo(m_legend->model()->index(m_hovered, 0));
    });
    connect(plot, &TimelinePlot::seriesClicked, this, [this, key](int series) { chooseLine(key(series)); });
    connect(plot, &TimelinePlot::viewChanged, this, [this] { m_zoomDelay.start(); });
    return plot;
}

void CurvesPanel::dropPlots(std::size_t from)
{
    for (std::size_t i = from; i < m_plots.size(); ++i) {
        m_link->remove(m_plots[i]);
        delete m_plots[i];
    }
    m_plots.resize(std::min(from, m_plots.size()));
}

void CurvesPanel::fillExportMenu()
{
    QMenu* menu = &m_bar->exports();
    menu->clear();
    menu->addAction(icon(QStringLiteral("table")), tr("All &curves as a table…"), this, [this] {
        askForExport(this, m_settings, QStringLiteral("curves"), tr("CSV files (*.csv);;JSON files (*.json)"),
                     QStringLiteral("csv"), [this](const QString& file) { writeTo(file); });
    });
    menu->addSeparator();
    for (TimelinePlot* plot : m_plots)
        menu->addAction(tr("Picture of %1…").arg(plot->title()), plot, [this, plot] {
            askForExport(this, m_settings, plot->title(),
                         tr("PNG files (*.png);;SVG files (*.svg);;PDF files (*.pdf);;CSV files (*.csv)"),
                         QStringLiteral("png"), [this, plot](const QString& file) {
                             plot->exportTo(file,
                                            [this, file](const Result<void>& done) { reportWritten(file, done); });
                         });
        });
}

void CurvesPanel::writeTo(const QString& file)
{
    m_exportJob.start(
        [store = m_file, view = m_view, curves = m_curves, subject = m_subject, words = m_words, wanted = options(),
         file](const JobContext& job) -> Result<void> {
            MR_TRY(database, store::Database::openReadOnly(store));
            MR_TRY(filter, report::filterOf(database, view));
            VisibleRuns visible;
            visible.filter = filter;
            MR_TRY(provenance, readProvenance(store, visible, view));
            const report::Table table = curveTable(curves, subject, words, wanted);
            if (job.cancelled())
                return fail(ErrorCode::Cancelled, "The export was cancelled.");
            return writeTable(table, provenance, file);
        },
        [this, file](const Result<void>& done) { reportWritten(file, done); });
}

void CurvesPanel::reportWritten(const QString& file, const Result<void>& done)
{
    if (done) {
        announceWritten(this, file);
        Q_EMIT noticed(tr("Wrote %1.").arg(QFileInfo(file).fileName()));
    } else {
        Q_EMIT failed(done.error());
    }
}

void CurvesPanel::show(const report::RunView& view)
{
    m_view = view;
    m_wanted = true;
    m_subjectJob.start([file = m_file, view](const JobContext& job) { return readSubject(file, view, job); },
                       [this](Result<report::CurveSubject> subject) {
                           if (!subject) {
                               Q_EMIT failed(subject.error());
                               return;
                           }
                           takeSubject(*std::move(subject));
                       });
}

void CurvesPanel::takeSubject(report::CurveSubject subject)
{
    const bool same = subject.runs == m_subject.runs && subject.series == m_subject.series
        && subject.factors == m_subject.factors && subject.without == m_subject.without;
    const bool whole = !m_curves.empty() && m_curves.size() == m_names.size();
    if (same && (whole || m_readJob.isRunning())) { // nothing new, or what is being read is just this
        if (!m_readJob.isRunning())
            Q_EMIT shown();
        return;
    }
    m_subject = std::move(subject);
    m_bar->setSubject(m_subject);
    readAll();
}

report::CurveOptions CurvesPanel::options() const
{
    report::CurveOptions options = m_bar->options();
    const std::size_t lines = std::clamp<std::size_t>(m_subject.runs.size(), 1, options.mostLines);
    options.width = std::clamp(mostColumns / lines, leastWidth, mostWidth);
    return options;
}

void CurvesPanel::setOptions(const report::CurveOptions& options)
{
    m_bar->setOptions(options);
}

void CurvesPanel::chooseSeries(const std::vector<std::string>& names)
{
    m_bar->series().choose(names);
}

void CurvesPanel::readAll()
{
    if (!m_wanted)
        return;
    m_zoomJob.cancel();
    m_names = m_bar->series().chosen();
    m_words = CurveText(m_subject, options().groupBy, m_bar->colorFactor());
    m_curves.clear();
    m_sources.clear();
    dropPlots(m_names.size());
    showEmpty();
    readNext(0);
}

void CurvesPanel::readNext(std::size_t index)
{
    showNote(index);
    if (index >= m_names.size() || m_subject.runs.empty()) {
        m_readJob.cancel();
        finish();
        return;
    }
    m_readJob.start([file = m_file, runs = m_subject.runs, name = m_names[index],
                     options = options()](const JobContext& job) { return readOne(file, runs, name, options, job); },
                    [this, index](Result<report::SeriesCurves> curves) {
                        if (!curves) {
                            Q_EMIT failed(curves.error());
                            return;
                        }
                        take(*std::move(curves), index);
                        readNext(index + 1);
                    });
}

void CurvesPanel::take(report::SeriesCurves curves, std::size_t index)
{
    auto& sources = m_sources.emplace_back();
    for (const report::Curve& line : curves.lines)
        sources.push_back(std::make_shared<CurveSource>(line, curves.data));
    m_curves.push_back(std::make_shared<const report::SeriesCurves>(std::move(curves)));
    TimelinePlot* plot = plotAt(index);
    plot->setTitle(seriesText(m_names[index]));
    plot->setObjectName(QStringLiteral("curves ") + toQString(m_names[index]));
    setLines();
}

/// Numbers the lines of all plots and gives them to the plots and the legend.
void CurvesPanel::setLines()
{
    std::vector<LineKey> lines;
    for (const auto& curves : m_curves)
        for (const report::Curve& line : curves->lines)
            lines.push_back({line.group, line.node});
    std::ranges::sort(lines);
    lines.erase(std::ranges::unique(lines).begin(), lines.end());
    const bool changed = lines != m_lines;
    if (changed) {
        m_lines = std::move(lines);
        m_hidden.assign(m_lines.size(), false);
    }
    std::vector<TimelineSeries> all(m_lines.size());
    QStringList details;
    for (std::size_t i = 0; i < m_lines.size(); ++i) {
        all[i].name = m_words.name(m_lines[i]);
        all[i].colorIndex = m_words.color(m_lines[i], i);
        all[i].shaded = m_words.areGroups();
        all[i].visible = !m_hidden[i];
        details.append(m_words.details(m_lines[i]));
    }
    const bool absolute = options().time == report::CurveTime::Absolute;
    std::int64_t origin = 0;
    if (absolute)
        origin =
            (*std::ranges::min_element(m_curves, {}, [](const auto& each) { return each->data.begin; }))->data.begin;
    // Numbers and colours may have changed with the new lines.
    for (std::size_t i = changed ? 0 : m_curves.size() - 1; i < m_curves.size(); ++i) {
        std::vector<TimelineSeries> series;
        for (std::size_t line = 0; line < m_curves[i]->lines.size(); ++line) {
            TimelineSeries& one = series.emplace_back(all[lineOf(m_curves[i]->lines[line])]);
            one.unit = toQString(m_curves[i]->unit);
            one.source = m_sources[i][line];
        }
        m_plots[i]->setInstants(absolute);
        m_plots[i]->setOrigin(origin);
        m_plots[i]->setSeries(std::move(series));
    }
    m_legend->legend().setSeries(all);
    m_legend->legend().setValues(m_words.areGroups() ? tr("Runs") : tr("Levels"), details);
    fitLegend();
    highlight();
}

std::size_t CurvesPanel::lineOf(const report::Curve& line) const
{
    return static_cast<std::size_t>(std::ranges::lower_bound(m_lines, LineKey{line.group, line.node})
                                    - m_lines.begin());
}

void CurvesPanel::finish()
{
    m_bar->setExportable(!m_curves.empty());
    fillExportMenu();
    zoomed();
    Q_EMIT shown();
}

void CurvesPanel::zoomed()
{
    m_zoomDelay.stop();
    if (m_plots.empty() || m_curves.size() != m_names.size() || m_plots.front()->viewMode() == ViewMode::Fit)
        return;
    const TimeRange view = m_plots.front()->view();
    TimeRange all;
    for (const TimelinePlot* plot : m_plots)
        all = united(all, plot->dataRange());
    if (view.isEmpty() || all.isEmpty() || view.length() > all.length() / 2)
        return;
    // Half of the view more on each side, so that a small movement needs nothing new.
    const TimeRange stretch{view.begin - view.length() / 2, view.end + view.length() / 2};
    refine(0, stretch);
}

void CurvesPanel::refine(std::size_t index, TimeRange stretch)
{
    if (index >= m_names.size())
        return;
    report::CurveOptions wanted = options();
    wanted.range = store::TimeRange{stretch.begin, stretch.end};
    m_zoomJob.start([file = m_file, runs = m_subject.runs, name = m_names[index],
                     wanted](const JobContext& job) { return readOne(file, runs, name, wanted, job); },
                    [this, index, stretch](Result<report::SeriesCurves> curves) {
                        if (!curves || index >= m_sources.size()) // the coarse ones stay
                            return;
                        for (std::size_t i = 0; i < m_sources[index].size(); ++i) {
                            const report::Curve& line = m_curves[index]->lines[i];
                            const auto found = std::ranges::find_if(curves->lines, [&](const report::Curve& each) {
                                return each.group == line.group && each.node == line.node;
                            });
                            if (found != curves->lines.end())
                                m_sources[index][i]->refine(*found, stretch);
                        }
                        m_plots[index]->refresh();
                        refine(index + 1, stretch);
                    });
}

void CurvesPanel::setSelection(const std::vector<store::RunId>& runs)
{
    m_selection = runs;
    highlight();
}

/// The line under the pointer, else those of the selected runs.
void CurvesPanel::highlight()
{
    if (m_curves.empty()) // the lines are those of runs that are no longer asked for
        return;
    std::vector<bool> strong(m_lines.size(), false);
    bool all = true;
    for (std::size_t i = 0; i < m_lines.size(); ++i) {
        if (m_hovered >= 0) {
            strong[i] = static_cast<int>(i) == m_hovered;
        } else {
            for (const std::size_t run : m_words.groups()[m_lines[i].group].runs)
                strong[i] = strong[i] || std::ranges::find(m_selection, m_subject.runs[run].id) != m_selection.end();
        }
        all = all && strong[i];
    }
    for (std::size_t plot = 0; plot < m_curves.size(); ++plot) {
        std::vector<int> indices;
        for (std::size_t line = 0; line < m_curves[plot]->lines.size() && !all; ++line)
            if (strong[lineOf(m_curves[plot]->lines[line])])
                indices.push_back(static_cast<int>(line));
        m_plots[plot]->setHighlights(std::move(indices));
    }
}

void CurvesPanel::hoverLine(int line)
{
    if (std::exchange(m_hovered, line) != line)
        highlight();
}

void CurvesPanel::chooseLine(int line)
{
    if (line < 0 || m_curves.empty())
        return;
    const auto& runs = m_words.groups()[m_lines[static_cast<std::size_t>(line)].group].runs;
    if (!m_words.areGroups())
        Q_EMIT runChosen(m_subject.runs[runs.front()].id);
}

void CurvesPanel::setLineVisible(int line, bool visible)
{
    m_hidden[static_cast<std::size_t>(line)] = !visible;
    m_legend->legend().setVisible(line, visible);
    for (std::size_t plot = 0; plot < m_curves.size(); ++plot)
        for (std::size_t i = 0; i < m_curves[plot]->lines.size(); ++i)
            if (lineOf(m_curves[plot]->lines[i]) == static_cast<std::size_t>(line))
                m_plots[plot]->setSeriesVisible(static_cast<int>(i), visible);
}

void CurvesPanel::showNote(std::size_t done)
{
    QStringList sentences;
    if (done < m_names.size() && !m_subject.runs.empty())
        sentences.append(tr("Reading series %1 of %2…").arg(done + 1).arg(m_names.size()));
    sentences += m_words.notes(m_curves, m_subject);
    m_note->setText(sentences.join(QLatin1Char(' ')));
}

QString CurvesPanel::note() const
{
    return m_note->text();
}

void CurvesPanel::showEmpty()
{
    const bool noSeries = m_subject.series.empty() || m_subject.runs.empty();
    if (noSeries)
        m_empty->setContent(QStringLiteral("chart-line"), tr("No series"),
                            tr("None of the runs that match has series over time. Change the filter above the table; "
                               "series are measured while runs are made, and come with imported studies."));
    else
        m_empty->setContent(QStringLiteral("chart-line"), tr("No series chosen"),
                            tr("Choose the series to plot with the button above."));
    m_stack->setCurrentIndex(noSeries || m_names.empty() ? 0 : 1);
}

} // namespace millrace::ui
