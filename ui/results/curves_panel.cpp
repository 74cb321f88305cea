// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/results/curves_panel.h"

#include "ui/base/empty_state.h"
#include "ui/base/format.h"
#include "ui/figures/metric_words.h"
#include "ui/plots/plot_legend.h"
#include "ui/plots/plot_link.h"
#include "ui/plots/timeline_plot.h"
#include "ui/results/curves_panel_series.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QStackedWidget>
#include <QToolButton>

#include <algorithm>

namespace millrace::ui {
namespace {

/// Columns that all lines of a plot may have together.
constexpr std::size_t mostColumns = 400'000;
constexpr std::size_t mostWidth = 800;
constexpr std::size_t leastWidth = 200;

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
    m_series->setSeries(m_subject.series);
    fillFactors();
    readAll();
}

report::CurveOptions CurvesPanel::options() const
{
    report::CurveOptions options;
    options.time = static_cast<report::CurveTime>(m_time->currentData().toInt());
    options.nodes = static_cast<report::NodeCombination>(m_nodes->currentData().toInt());
    options.smoothing = static_cast<report::CurveSmoothing>(m_smoothing->currentData().toInt());
    if (options.smoothing == report::CurveSmoothing::Median)
        options.medianColumns = static_cast<std::size_t>(m_amount->value());
    if (options.smoothing == report::CurveSmoothing::Ewma)
        options.timeConstant = m_amount->value();
    if (const QString factor = m_group->currentData().toString(); !factor.isEmpty())
        options.groupBy = {factor.toStdString()};
    const std::size_t lines = std::clamp<std::size_t>(m_subject.runs.size(), 1, options.mostLines);
    options.width = std::clamp(mostColumns / lines, leastWidth, mostWidth);
    return options;
}

void CurvesPanel::setOptions(const report::CurveOptions& options)
{
    const auto choose = [](QComboBox* box, const QVariant& value) {
        box->setCurrentIndex(std::max(0, box->findData(value)));
    };
    choose(m_time, static_cast<int>(options.time));
    choose(m_nodes, static_cast<int>(options.nodes));
    choose(m_smoothing, static_cast<int>(options.smoothing));
    limitSmoothing();
    m_amount->setValue(options.smoothing == report::CurveSmoothing::Ewma ? options.timeConstant
                                                                         : static_cast<double>(options.medianColumns));
    choose(m_group, options.groupBy.empty() ? QString() : toQString(options.groupBy.front()));
    readAll();
}

void CurvesPanel::chooseSeries(const std::vector<std::string>& names)
{
    m_series->choose(names);
}

void CurvesPanel::readAll()
{
    if (!m_wanted)
        return;
    m_zoomJob.cancel();
    m_names = m_series->chosen();
    m_words = CurveWords(m_subject, options().groupBy, m_color->currentData().toString().toStdString());
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
    m_export->setEnabled(!m_curves.empty());
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
    std::int64_t samples = 0, damaged = 0;
    std::size_t leftOut = 0, otherUnit = 0;
    for (const auto& curves : m_curves) {
        samples += curves->samples;
        leftOut = std::max(leftOut, curves->leftOut);
        otherUnit += curves->otherUnit;
        for (const Issue& issue : curves->issues)
            damaged += issue.count;
    }
    if (!m_curves.empty())
        sentences.append(tr("%n run(s)", nullptr, static_cast<int>(m_subject.runs.size()))
                         + tr(", %1 samples.").arg(formatCount(samples, locale())));
    if (m_subject.without > 0)
        sentences.append(tr("%n matching run(s) have no series.", nullptr, static_cast<int>(m_subject.without)));
    if (leftOut > 0)
        sentences.append(tr("Only the first %1 lines are drawn; filter the runs, or group them, to see the other %2.")
                             .arg(report::CurveOptions().mostLines)
                             .arg(leftOut));
    if (otherUnit > 0)
        sentences.append(tr("%n series are left out, as their unit differs from that of the first run.", nullptr,
                            static_cast<int>(otherUnit)));
    if (damaged > 0)
        sentences.append(tr("%n chunk(s) of samples are damaged and left out.", nullptr, static_cast<int>(damaged)));
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
