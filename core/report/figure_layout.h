// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/report/campaign_data.h"
#include "core/report/figure_spec.h"

namespace millrace::report {

/// Role of each factor in the figures of a campaign; indices in CampaignData::factors, or -1.
struct FigureLayout
{
    int x = -1; ///< a numeric factor with at least three levels, otherwise the factor with most levels
    int group = -1; ///< of the others the one with most levels, at most eight
    std::vector<std::size_t> panels; ///< the rest: one figure for each combination of their levels
};
[[nodiscard]] FigureLayout figureLayout(const CampaignData& data);

/// The cells of one figure: all with the same levels of the panel factors.
struct FigurePanel
{
    std::string label; ///< "model=vgg16 rate=1Gbit"; empty: there are no panel factors
    std::vector<std::size_t> cells; ///< positions in CampaignData::cells
};
[[nodiscard]] std::vector<FigurePanel> figurePanels(const CampaignData& data, const FigureLayout& layout);

/// The axis of a factor: numeric, logarithmic when the numbers span more than a factor of 50, or of categories.
[[nodiscard]] FigureAxis factorAxis(const CampaignData& data, int factor);
/// The axis of a factor with one category per level.
[[nodiscard]] FigureAxis categoryAxis(const CampaignData& data, int factor);
/// The position of a run on such an axis.
[[nodiscard]] double axisPosition(const CampaignData& data, int factor, const FigureAxis& axis,
                                  const store::RunRecord& run);
/// The level that selects the series of a run; empty without a group.
[[nodiscard]] std::string groupOf(const CampaignData& data, const FigureLayout& layout, const store::RunRecord& run);
/// One series per level of the group factor, in order; one without a name when there is no group.
[[nodiscard]] std::vector<FigureSeries> emptySeries(const CampaignData& data, const FigureLayout& layout);

} // namespace millrace::report
