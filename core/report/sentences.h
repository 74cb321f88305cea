// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/text_marks.h"

#include <span>
#include <string_view>

namespace millrace::report::sentences {

/// Notes below tables and figures. The report fills in the placeholders; the window matches the sentence by its pattern
/// and shows it in the user's language.

inline constexpr std::string_view meansOfCells = MR_TEXT(
    "Sentence", "Means over n runs; ± is half the width of the 95 % interval of the mean (Student's t), – is unknown.");
inline constexpr std::string_view leftOut = MR_TEXT("Sentence", "Left out: {}.");
inline constexpr std::string_view simulated = MR_TEXT("Sentence", "Simulated, not measured: {}.");
inline constexpr std::string_view pooledRows = MR_TEXT("Sentence", "Each row pools the levels of {}.");
inline constexpr std::string_view pooledFigure =
    MR_TEXT("Sentence", "Runs with different levels of {} are drawn together.");
inline constexpr std::string_view meanFigure =
    MR_TEXT("Sentence",
            "Mean over the runs of a cell, {}; whiskers: 95 % interval of the mean (Student's t). Of each run: {}.");
inline constexpr std::string_view repetitionsFromTo = MR_TEXT("Sentence", "n = {} to {} runs each");
inline constexpr std::string_view oneRepetition = MR_TEXT("Sentence", "n = 1 run each, so no interval is known");
inline constexpr std::string_view repetitions = MR_TEXT("Sentence", "n = {} runs each");
inline constexpr std::string_view cellsWithoutValue = MR_TEXT("Sentence", "{} of {} cells have no value.");
inline constexpr std::string_view boxesOfRuns = MR_TEXT(
    "Sentence",
    "Boxes: quartiles and median over runs; whiskers: values within 1.5 interquartile ranges. Of each run: {}.");
inline constexpr std::string_view curvesOfRuns =
    MR_TEXT("Sentence", "Curves: share of the runs that have at most this value. Of each run: {}.");
inline constexpr std::string_view marksOfRuns = MR_TEXT("Sentence", "One mark for each run. Of each run: {}.");
inline constexpr std::string_view identityLine = MR_TEXT("Sentence", "The dashed line is where both are equal.");
inline constexpr std::string_view furtherEvidence = MR_TEXT("Sentence", "{} more are not listed.");
inline constexpr std::string_view furtherCurves = MR_TEXT("Sentence", "{} further curves are not shown.");
inline constexpr std::string_view measuredSteps = MR_TEXT(
    "Sentence", "{} measured steps of {}; the time of a step is that of its slowest rank, warm-up steps are left out.");
inline constexpr std::string_view boxesOfSteps =
    MR_TEXT("Sentence", "Boxes: quartiles and median; whiskers: values within 1.5 interquartile ranges.");
inline constexpr std::string_view curvesOfSteps =
    MR_TEXT("Sentence", "Curves: share of the steps that took at most this long.");
inline constexpr std::string_view noStepTimes = MR_TEXT("Sentence", "The store has no step times of these runs.");
inline constexpr std::string_view runsNotRead = MR_TEXT("Sentence", "{} were not read.");
inline constexpr std::string_view predictedLine =
    MR_TEXT("Sentence", "The line across a bar is the prediction: bytes between nodes in one step, from the graphs.");
inline constexpr std::string_view boxesOfGroups = MR_TEXT(
    "Sentence",
    "Boxes: quartiles and median over {} and {} runs; whiskers: values within 1.5 interquartile ranges. Of each "
    "run: {}.");
inline constexpr std::string_view noRunMatches = MR_TEXT("Sentence", "no run matches.");
inline constexpr std::string_view noRunCounts = MR_TEXT("Sentence", "no run that matches counts.");
inline constexpr std::string_view noMetric = MR_TEXT("Sentence", "these runs have no metric.");
inline constexpr std::string_view noRunHas = MR_TEXT("Sentence", "no run that counts has {}.");

/// Counts of runs within sentences.
inline constexpr std::string_view counts[] = {MR_TEXT("Sentence", "{} run"),
                                              MR_TEXT("Sentence", "{} runs"),
                                              MR_TEXT("Sentence", "{} further run"),
                                              MR_TEXT("Sentence", "{} further runs"),
                                              MR_TEXT("Sentence", "{} repeated attempt"),
                                              MR_TEXT("Sentence", "{} repeated attempts"),
                                              MR_TEXT("Sentence", "{} run that the stop rule did not need"),
                                              MR_TEXT("Sentence", "{} runs that the stop rule did not need"),
                                              MR_TEXT("Sentence", "{} excluded run"),
                                              MR_TEXT("Sentence", "{} excluded runs"),
                                              MR_TEXT("Sentence", "{} simulated run"),
                                              MR_TEXT("Sentence", "{} simulated runs"),
                                              MR_TEXT("Sentence", "{} warm-up run"),
                                              MR_TEXT("Sentence", "{} warm-up runs"),
                                              MR_TEXT("Sentence", "{} failed run"),
                                              MR_TEXT("Sentence", "{} failed runs"),
                                              MR_TEXT("Sentence", "{} invalid run"),
                                              MR_TEXT("Sentence", "{} invalid runs"),
                                              MR_TEXT("Sentence", "{} cancelled run"),
                                              MR_TEXT("Sentence", "{} cancelled runs"),
                                              MR_TEXT("Sentence", "{} run not started yet"),
                                              MR_TEXT("Sentence", "{} runs not started yet"),
                                              MR_TEXT("Sentence", "{} active run"),
                                              MR_TEXT("Sentence", "{} active runs")};

/// All patterns, including those of counts.
[[nodiscard]] std::span<const std::string_view> all() noexcept;

} // namespace millrace::report::sentences
