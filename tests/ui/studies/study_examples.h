// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/report/svg_figure.h"
#include "ui/studies/study_reader.h"

#include <cmath>

namespace millrace::test {

inline studies::Recipe madeRecipe(std::string name, std::string title, std::string source, std::string where)
{
    studies::Recipe recipe;
    recipe.study = "multi-cloud";
    recipe.name = std::move(name);
    recipe.title = std::move(title);
    recipe.source = std::move(source);
    recipe.where = std::move(where);
    recipe.description = "throughput over that of one GPU";
    recipe.published.emplace();
    recipe.measured.emplace();
    recipe.remark = "the timers of the study cover a part of the run only";
    return recipe;
}

inline report::FigureSpec madeBars(const std::string& name, double factor)
{
    report::FigureSpec figure;
    figure.name = name;
    figure.title = "Throughput by number of GPUs";
    figure.x.label = "experiment";
    figure.x.categories = {"A-2", "A-3", "A-4", "A-6", "A-8"};
    figure.y.label = "throughput";
    figure.y.unit = "samples/s";
    figure.seriesLabel = "model";
    for (const char* model : {"CONV", "RXLM"}) {
        report::FigureSeries series;
        series.name = model;
        for (std::size_t i = 0; i < figure.x.categories.size(); ++i) {
            report::FigurePoint point;
            point.x = static_cast<double>(i);
            point.y = factor * (80 + 55 * static_cast<double>(i)) * (model[0] == 'C' ? 1 : 1.4);
            point.low = point.y * 0.95;
            point.high = point.y * 1.05;
            point.count = 3;
            series.points.push_back(point);
        }
        figure.series.push_back(std::move(series));
    }
    figure.caption = "Mean of 3 runs; the lines are 95 % intervals.";
    return figure;
}

inline studies::StudyFigure madeFigure(const studies::Recipe& recipe)
{
    studies::StudyFigure figure;
    figure.recipe = recipe;
    figure.published = madeBars(recipe.name + "-published", 1);
    figure.measured = madeBars(recipe.name + "-measured", 0.93);
    figure.table.title = recipe.title;
    figure.table.columns = {{"x", "experiment"},
                            {"series", "model"},
                            {"published", "as published", "samples/s"},
                            {"measured", "as measured", "samples/s"},
                            {"ratio"},
                            {"n"},
                            {"interval", "", "samples/s"}};
    for (std::size_t s = 0; s < 2; ++s)
        for (std::size_t i = 0; i < figure.published->x.categories.size(); ++i) {
            const double published = figure.published->series[s].points[i].y;
            figure.table.rows.push_back({figure.published->x.categories[i], figure.published->series[s].name, published,
                                         published * 0.93, 1 / 0.93, 3.0, published * 0.05});
        }
    figure.definitions = {"As published: samples of all epochs over the sum of their rounded times",
                          "As measured: samples over the wall time from the first to the last epoch"};
    figure.notes = {"A-5 is not part of the study"};
    return figure;
}

inline ui::StudyShelf madeShelf()
{
    ui::StudyShelf shelf;
    ui::ShelfStudy study;
    study.stored = {"multi-cloud", "0f0f", "/srv/studies/multi-cloud", 128};
    study.recipes = {{madeRecipe("a8-scalability", "Scalability of set A", "Fig. 7, left", "set=A"), 25},
                     {madeRecipe("granularity", "Granularity by model", "Fig. 8", "kind=hivemind"), 50},
                     {madeRecipe("b-8", "Scalability of set B, whose title is so long that it has to be cut somewhere",
                                 "Fig. 9", "set=B"),
                      0},
                     {madeRecipe("costs", "Costs per million samples", "Table 6", "kind=hivemind"), 50},
                     {madeRecipe("coverage", "What the timers leave out", "recomputed", "kind=hivemind"), 50}};
    study.recipes[3].recipe.kind = studies::RecipeKind::Table;
    shelf.studies.push_back(std::move(study));
    return shelf;
}

inline studies::Audit madeAudit()
{
    studies::Audit audit;
    audit.study = "multi-cloud";
    audit.campaign = "0f0f";
    studies::Finding timers;
    timers.name = "timer-coverage";
    timers.title = "The timers cover a part of the run only";
    timers.severity = Severity::Error;
    timers.sentence = "In 50 runs the published times add up to 61 % of the wall time on the mean";
    timers.effect = "Granularity comes out up to twice as high as it was";
    timers.figures = {{"granularity", "A-8 CONV", "", 12.4, 7.9, "", "", "the waiting is in neither part"},
                      {"calc", "A-8 CONV", "s", 211.5, 211.5, "", "", ""}};
    for (int i = 0; i < 30; ++i)
        timers.evidence.push_back({store::RunId{i + 1}, "hivemind-" + std::to_string(77 + i), "gc-t4-1",
                                   "wandb/hivemind-" + std::to_string(77 + i) + "-gc-t4-1.csv",
                                   static_cast<std::uint64_t>(120 + i), "step 40, 12.7 s unaccounted"});
    timers.evidenceCount = 4'512;
    studies::Finding units;
    units.name = "gigabytes";
    units.title = "A gigabyte has 1.024e9 bytes";
    units.severity = Severity::Warning;
    units.sentence = "Traffic is divided by 1024 once and by 1000 twice";
    units.effect = "Published volumes are 2.3 % too low";
    units.evidence.push_back({{}, "", "", "prices/egress.csv", 0, "0.12 $ a GB"});
    units.evidenceCount = 1;
    studies::Finding missing;
    missing.name = "missing-runs";
    missing.title = "Sets B and F are not among the files";
    missing.severity = Severity::Note;
    missing.sentence = "No run of the sets B, F-A, F-B and F-C was imported";
    audit.findings = {timers, units, missing};
    for (int i = 1; i <= 24; ++i) {
        studies::Claim claim;
        claim.name = std::to_string(i);
        claim.text = "Speedup of eight T4 over one with CONV";
        claim.source = "Section 4.1";
        claim.stated = 3.2;
        claim.verdict = static_cast<studies::ClaimVerdict>(i % 3);
        if (claim.verdict != studies::ClaimVerdict::NotDecided) {
            claim.computed = claim.verdict == studies::ClaimVerdict::Match ? 3.19 : 2.4;
            claim.runs = {"hivemind-77", "baseline-75"};
        }
        audit.claims.push_back(claim);
    }
    audit.notes = {"claims about set B need its runs"};
    return audit;
}

} // namespace millrace::test
