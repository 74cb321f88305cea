// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/report/chosen_metrics.h"
#include "core/report/figure_layout.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace millrace::report {

inline constexpr std::size_t mostCurves = 8; ///< maximum drawn in a figure

/// Building blocks of the figures of campaigns and views.

[[nodiscard]] std::string capitalised(std::string text);
/// " by strategy and loss".
[[nodiscard]] std::string byFactors(const CampaignData& data, const FigureLayout& layout);

/// One metric over the cells of one panel; `target` is a metric drawn as a mark across bars, or empty. Without a kind:
/// bars over categories, lines over a numeric factor. The caller sets name and provenance.
[[nodiscard]] FigureSpec metricFigure(const CampaignData& data, const FigureLayout& layout, const FigurePanel& panel,
                                      const ChosenMetric& metric, std::string_view target,
                                      std::optional<FigureKind> kind = {});
/// The legend of the targets, if any.
void nameTarget(FigureSpec& figure);

/// The empirical distribution function, thinned uniformly to 300 points, including the first and the last value.
[[nodiscard]] std::vector<FigurePoint> distribution(std::vector<double> values);

/// Measured step times of the runs of a cell.
struct CellSteps
{
    std::size_t cell = 0;
    std::vector<double> values;
};
struct StepTimes
{
    std::vector<CellSteps> cells; ///< those with values
    std::vector<std::string> runs; ///< uuids
    std::size_t left = 0; ///< runs that were not read
    Issues issues;
};
/// Reads at most 400 runs.
[[nodiscard]] Result<StepTimes> readStepTimes(store::Database& database, const CampaignData& data,
                                              const std::vector<std::size_t>& cells, const JobContext& job);

} // namespace millrace::report
