// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/sentences.h"

#include <iterator>
#include <vector>

namespace millrace::report::sentences {

std::span<const std::string_view> all() noexcept
{
    static const std::vector<std::string_view> patterns = [] {
        std::vector<std::string_view> list = {
            meansOfCells,      leftOut,       simulated,       pooledRows,        pooledFigure,  meanFigure,
            repetitionsFromTo, oneRepetition, repetitions,     cellsWithoutValue, boxesOfRuns,   curvesOfRuns,
            marksOfRuns,       identityLine,  furtherEvidence, furtherCurves,     measuredSteps, boxesOfSteps,
            curvesOfSteps,     noStepTimes,   runsNotRead,     predictedLine,     boxesOfGroups, noRunMatches,
            noRunCounts,       noMetric,      noRunHas};
        list.insert(list.end(), std::begin(counts), std::end(counts));
        return list;
    }();
    return patterns;
}

} // namespace millrace::report::sentences
