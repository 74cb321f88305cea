// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/analysis/series.h"
#include "core/base/issue.h"
#include "core/base/job.h"
#include "core/base/unknown.h"
#include "core/studies/figure_pooling.h"
#include "core/studies/figure_values.h"

#include <string>
#include <vector>

namespace millrace::studies {

/// The contribution of one run (and subject) to a mark.
struct MarkValue
{
    std::size_t run = 0; ///< position among the runs of the figure
    double value = unknown;
    double place = unknown; ///< along a numeric axis, of scatter and response
    double label = unknown;
    double target = unknown;
    std::size_t samples = 0; ///< how many of the mark's samples are its own
};

/// One mark of a figure: all runs with the same levels of x and of series.
struct FigureMark
{
    FigureLevel x;
    FigureLevel series;
    std::size_t part = 0;
    std::string partName;
    std::vector<MarkValue> values;
    std::vector<double> samples; ///< of distributions: those of all its runs
    std::vector<double> few; ///< the individual values, where they are too few for an interval
    double mean = unknown;
    double low = unknown; ///< 95 % of the mean
    double high = unknown;
    std::size_t count = 0; ///< values behind the mean and its interval
    bool overSamples = false; ///< the interval is over the samples of one run
};

/// The marks of one variant, ordered by x, series and part.
struct VariantMarks
{
    std::vector<FigureMark> marks;
    std::vector<std::string> runs; ///< uuids of the runs that contributed
    std::size_t wanted = 0; ///< runs that belong to the figure
    std::vector<std::string> without; ///< names of those without a value
    std::vector<std::string> notes;
    Issues issues; ///< of reading series
};

/// Distributions and figures over time show at most this many runs; the rest is left out and noted.
inline constexpr std::size_t mostSeriesRuns = 400;

[[nodiscard]] Result<VariantMarks> makeMarks(store::Database& database, const Recipe& recipe,
                                             const RecipeVariant& variant, VariantFormulas& formulas,
                                             const std::vector<FigureRun>& runs, const PoolingRule& pooling,
                                             const JobContext& job);

/// The series of a variant in a run, one per node, without the skipped samples.
[[nodiscard]] Result<std::vector<analysis::Series>> readSamples(store::Database& database, store::RunId run,
                                                                const RecipeVariant& variant, Issues& issues);

/// Display name of a mark's series: the level, the part, or both.
[[nodiscard]] std::string seriesName(const Recipe& recipe, const FigureMark& mark);
[[nodiscard]] std::string labelOf(const Recipe& recipe, const std::string& level);

} // namespace millrace::studies
