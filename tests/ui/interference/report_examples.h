// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/report/response_report.h"
#include "core/report/score_report.h"

#include <cmath>

namespace millrace::test {

constexpr double linkRate = 100e6;

/// A report of four models under six loads, as in the cross-traffic study, with values from a closed formula.
inline report::ResponseReport madeResponse(const report::ResponseChoice& choice)
{
    report::ResponseReport report;
    report::FigureSpec response;
    response.name = "response";
    response.title = "Iteration time against achieved cross traffic";
    response.kind = report::FigureKind::Lines;
    response.x = {"achieved cross traffic", "bit/s", report::Scale::Linear, {}, {}, {}};
    response.y = {choice.relative ? "slow-down" : "iteration time",
                  choice.relative ? "" : "s",
                  choice.logarithmic ? report::Scale::Logarithmic : report::Scale::Linear,
                  {},
                  {},
                  {}};
    response.seriesLabel = "model";
    response.caption = "Mean over the loaded phase; whiskers: 95 % interval of the mean (Student's t).";
    response.provenance.storeName = "flumen.mrdb";
    report::Table points{
        "Points", {{"curve"}, {"rate", "cross traffic", "bit/s"}, {"time", "iteration time", "s"}}, {}};
    int place = 0;
    for (const char* model : {"resnet50", "vgg16", "lstm", "mlp"}) {
        report::ResponseCurve curve;
        curve.label = std::string("model=") + model;
        report::FigureSeries& line = response.series.emplace_back();
        line.name = curve.label;
        for (int load = 0; load < 6; ++load) {
            const double rate = linkRate * 0.15 * load;
            const double time = (0.05 + 0.03 * place) + 0.01 * (place + 1) * linkRate / (linkRate - rate);
            curve.points.push_back({rate, time, 40});
            line.points.push_back({rate, time, time * 0.97, time * 1.03, std::nan(""), 40});
            points.rows.push_back({curve.label, rate, time});
        }
        ++place;
        report.curves.push_back(std::move(curve));
    }
    report::FigureSpec cdf = response;
    cdf.name = "response-cdf";
    cdf.title = "Distribution of iteration times";
    cdf.kind = report::FigureKind::Cdf;
    cdf.x = {"iteration time", "s", report::Scale::Linear, {}, {}, {}};
    cdf.y = {"share of iterations", "", report::Scale::Linear, 0.0, 1.0, {}};
    for (report::FigureSeries& line : cdf.series) {
        const double least = line.points.front().y;
        line.points.clear();
        for (int i = 1; i <= 30; ++i)
            line.points.push_back({least * (1 + 0.01 * i * i / 10.0), i / 30.0});
    }
    report.figures = {std::move(response), std::move(cdf)};
    points.notes = {"Rates are those of the loaded phase."};
    report.tables = {std::move(points)};
    report.notes = {"Left out: 2 warm-up runs.", "One run of vgg16 has no loaded phase: it ended before."};
    return report;
}

inline report::ScoreReport madeScores(const std::vector<std::string>& detectors)
{
    report::ScoreReport report;
    for (int i = 0; i < 13; ++i) {
        monitor::ScoredJob& job = report.jobs.emplace_back();
        job.name = "run " + std::to_string(i + 1);
        if (i >= 3)
            job.truth = monitor::InjectedSlowdown{40 + i, 90 + i, 0.1, 0.12, {}};
    }
    report::FigureSpec f1;
    f1.name = "score-f1";
    f1.title = "F1 by level and detector";
    f1.kind = report::FigureKind::Bars;
    f1.x = {"slow-down", "", report::Scale::Linear, {}, {}, {"5 %", "8 %", "10 %", "20 %", "50 %"}};
    f1.y = {"F1", "", report::Scale::Linear, 0.0, 1.0, {}};
    f1.seriesLabel = "detector";
    f1.caption = "F1 of the alarms over the runs of a level.";
    report::Table levels{"Levels", {{"level", "slow-down"}, {"detector"}, {"f1", "F1"}}, {}, {}, 2};
    double worse = 0;
    for (const std::string& name : detectors) {
        report::FigureSeries& bars = f1.series.emplace_back();
        bars.name = name;
        for (int level = 0; level < 5; ++level) {
            const double value = std::min(1.0, 0.55 + 0.1 * level - worse);
            bars.points.push_back({static_cast<double>(level), value});
            levels.rows.push_back({f1.x.categories[static_cast<std::size_t>(level)], name, value});
        }
        monitor::DetectorScore score;
        score.detector = name;
        score.level = std::nan("");
        score.f1 = 0.5 + worse; // the last is the best
        report.scores.push_back(score);
        worse += 0.08;
    }
    report.figures = {std::move(f1)};
    report.tables = {std::move(levels)};
    report.notes = {"Run 14 could not be scored: it has fewer than 20 iterations."};
    return report;
}

} // namespace millrace::test
