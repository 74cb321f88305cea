// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/score_tables.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <set>

namespace millrace::report {

namespace {

using monitor::DetectorScore;

std::string levelText(double level)
{
    return std::isnan(level) ? "all" : level > 0 ? fmt::format("{:.3g} %", 100 * level) : "control";
}

double countOf(std::size_t count)
{
    return static_cast<double>(count);
}

std::string outcomeOf(const monitor::JobVerdict& verdict)
{
    std::string text = verdict.found ? fmt::format("after {:.0f}", verdict.delay) : verdict.level > 0 ? "missed" : "";
    if (verdict.falseAlarms > 0)
        text += fmt::format("{}{} false", text.empty() ? "" : ", ", verdict.falseAlarms);
    return text.empty() ? "silent" : text;
}

/// A score value for a figure over levels; NaN: not shown.
struct Measure
{
    const char* name;
    const char* title;
    const char* label;
    const char* unit;
    std::optional<double> most; ///< end of the axis
    double (*value)(const DetectorScore&);
    double (*high)(const DetectorScore&);
    bool controls; ///< also defined for clean controls
    const char* caption;
};

FigureSpec figureOf(const Measure& measure, std::span<const DetectorScore> scores, const Provenance& provenance)
{
    FigureSpec figure;
    figure.name = measure.name;
    figure.title = measure.title;
    figure.x.label = "injected slow-down";
    figure.y.label = measure.label;
    figure.y.unit = measure.unit;
    figure.y.low = 0;
    figure.y.high = measure.most;
    figure.seriesLabel = "detector";
    figure.caption = measure.caption;
    figure.provenance = provenance;
    std::set<double> levels;
    for (const DetectorScore& score : scores)
        if (!std::isnan(score.level) && (score.level > 0 || measure.controls))
            levels.insert(score.level);
    for (const double level : levels)
        figure.x.categories.push_back(levelText(level));
    for (const DetectorScore& score : scores) {
        if (!levels.contains(score.level))
            continue;
        if (figure.series.empty() || figure.series.back().name != score.detector)
            figure.series.push_back({score.detector, {}, {}});
        FigurePoint point;
        point.x = static_cast<double>(std::distance(levels.begin(), levels.find(score.level)));
        point.y = measure.value(score);
        point.high = measure.high(score);
        point.low = std::isnan(point.high) ? unknown : point.y;
        point.count = score.jobs;
        figure.series.back().points.push_back(point);
    }
    if (levels.empty())
        figure.note = "No run with an injected slow-down.";
    return figure;
}

} // namespace

Table scoreTable(std::span<const DetectorScore> scores)
{
    Table table{
        "Detectors",
        {{"detector"},
         {"level", "slow-down", "",
          "requested slow-down if it was reached; control: none was injected; all: all runs together"},
         {"jobs", "runs"},
         {"found", "", "", "an alarm was raised from the onset to 10 iterations after the end"},
         {"missed"},
         {"false_alarms", "false", "", "alarms raised at another time"},
         {"precision", "", "share", "found ÷ (found + false alarms, with those of as many iterations of the controls)"},
         {"recall", "", "share", "found ÷ runs"},
         {"f1", "F1", "", "2·found ÷ (2·found + false alarms + missed), false alarms as for precision", 3},
         {"delay_median", "delay", "", "iterations from the onset to the alarm, median"},
         {"delay_p90", "delay p90"},
         {"false_per_hour", "false per hour", "", "false alarms ÷ hours of iterations without an injection", 3},
         {"link_named", "named", "share", "of the found ones, where the loaded link or a worker at its end was named"},
         {"size_error", "size error", "share", "median of |reported size − measured slow-down|"}},
        {}};
    table.keys = 2;
    for (const DetectorScore& score : scores)
        table.rows.push_back({score.detector, levelText(score.level), countOf(score.jobs), countOf(score.found),
                              countOf(score.missed), countOf(score.falseAlarms), score.precision, score.recall,
                              score.f1, score.delayMedian, score.delayP90, score.falseAlarmsPerHour, score.linkNamed,
                              score.sizeError});
    return table;
}

Table judgedRunTable(std::vector<Column> identity, std::span<const JudgedRun> runs,
                     std::span<const std::string> detectors)
{
    Table table{"Runs", std::move(identity), {}};
    for (Column& column : std::vector<Column>{
             {"name", "", "", "the run and the levels that differ"},
             {"iterations"},
             {"requested", "", "share", "requested slow-down"},
             {"measured", "", "share", "median of the loaded iterations ÷ median of those before and after − 1"},
             {"uncertainty", "±", "share", "half-width of the 95 % interval"},
             {"onset", "", "", "first iteration that the load touched"},
             {"end", "", "", "first iteration that it no longer touched"}})
        table.columns.push_back(std::move(column));
    const std::size_t known = table.columns.size();
    for (const std::string& detector : detectors)
        table.columns.push_back({detector, {}, {}, "iterations from the onset to the alarm; false alarms"});
    for (const JudgedRun& run : runs) {
        std::vector<Cell> row = run.identity;
        row.emplace_back(run.job.name);
        const auto first = run.verdicts.begin();
        row.push_back(first == run.verdicts.end() ? Cell() : Cell(countOf(first->second.iterations)));
        if (run.job.truth)
            for (const double value :
                 {run.job.truth->requested, run.job.truth->measured, run.job.truth->uncertainty,
                  static_cast<double>(run.job.truth->onset), static_cast<double>(run.job.truth->end)})
                row.push_back(value);
        else
            row.resize(known, std::string());
        for (const std::string& detector : detectors) {
            const auto it = run.verdicts.find(detector);
            row.push_back(it == run.verdicts.end() ? Cell() : Cell(outcomeOf(it->second)));
        }
        table.rows.push_back(std::move(row));
    }
    return table;
}

std::vector<FigureSpec> scoreFigures(std::span<const DetectorScore> scores, const Provenance& provenance)
{
    constexpr auto none = [](const DetectorScore&) { return unknown; };
    const Measure measures[] = {
        {"detector-f1", "Detectors: F1 by slow-down", "F1", "", 1.0, [](const DetectorScore& s) { return s.f1; }, none,
         false,
         "2·found ÷ (2·found + false alarms + missed); false alarms also of as many iterations of clean controls."},
        {"detector-delay",
         "Detectors: delay by slow-down",
         "iterations",
         "",
         {},
         [](const DetectorScore& s) { return s.delayMedian; },
         [](const DetectorScore& s) { return s.delayP90; },
         false,
         "Median of the iterations from the onset to the alarm; the line ends at the 90th percentile."},
        {"detector-false-alarms",
         "Detectors: false alarms",
         "per hour of clean training",
         "",
         {},
         [](const DetectorScore& s) { return s.falseAlarmsPerHour; },
         none,
         true,
         "Alarms outside of injections ÷ hours of iterations outside of injections."}};
    std::vector<FigureSpec> figures;
    for (const Measure& measure : measures)
        figures.push_back(figureOf(measure, scores, provenance));
    return figures;
}

} // namespace millrace::report
