// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/analysis/comparison.h"
#include "core/report/chosen_metrics.h"
#include "core/report/figure_spec.h"
#include "core/report/table.h"

#include <string>

namespace millrace::report {

/// One of the two groups of a comparison.
struct ComparedRuns
{
    std::string label; ///< for display: "strategy=RING"
    store::ResultFilter filter;
};

/// Two groups of runs compared by one metric.
struct RunComparison
{
    ChosenMetric metric;
    std::string ofLabel;
    std::string withLabel;
    analysis::Comparison numbers;
    std::vector<std::string> pairedBy; ///< what the runs of a pair have in common: "block", and factors that vary
    std::string sentence; ///< "step time of strategy=RING is 12 % lower than of strategy=TREE (95 % interval …)"
    std::string note; ///< what was left out; what is unknown and why
    Table groups; ///< one row for each group
    Table estimates; ///< one row for each difference, with interval and p
    FigureSpec figure; ///< both groups as boxes
};

/// Compares the runs of two groups that count. InvalidInput when a run is in both groups, NotFound when no run of
/// either has the metric. An empty metric means the first usual one.
[[nodiscard]] Result<RunComparison> compareRuns(store::Database& database, const std::string& metric,
                                                const ComparedRuns& of, const ComparedRuns& with,
                                                const Provenance& provenance, const JobContext& job = {});

/// The compared groups, in lines for a terminal.
[[nodiscard]] std::string toText(const RunComparison& comparison, std::size_t width);
/// All numbers as one JSON document, with provenance.
[[nodiscard]] std::string toJsonText(const RunComparison& comparison);

} // namespace millrace::report
