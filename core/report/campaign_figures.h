// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/report/campaign_data.h"
#include "core/report/figure_spec.h"

#include <vector>

namespace millrace::report {

/// Which factor goes where in the figures of a campaign; positions in CampaignData::factors, or -1.
struct FigureLayout
{
    int x = -1; ///< a numeric factor with three levels or more, else the factor with most levels
    int group = -1; ///< of the others that with most levels, eight at most
    std::vector<std::size_t> panels; ///< the rest: one figure for each combination of their levels
};
[[nodiscard]] FigureLayout figureLayout(const CampaignData& data);

/// Means of the usual metrics with 95 % intervals, and measured payload beside predicted; one figure for each metric
/// and panel, 6 panels at most. Bars over categories, lines over a numeric factor.
[[nodiscard]] std::vector<FigureSpec> metricFigures(const CampaignData& data, const Provenance& provenance);

/// How step times are distributed in each cell: CDFs, or boxes when there are more than 8 cells. A step takes as long
/// as that of its slowest rank; warm-up steps are left out. Reads at most 400 runs.
[[nodiscard]] Result<FigureSpec> stepTimeFigure(store::Database& database, const CampaignData& data,
                                                const Provenance& provenance, const JobContext& job = {});

/// The rate at which each node of one run sent, over time.
[[nodiscard]] Result<FigureSpec> timelineFigure(store::Database& database, const CampaignData& data,
                                                const store::RunRecord& run, const Provenance& provenance);

/// All of these, with the timeline of the first run that counts.
[[nodiscard]] Result<std::vector<FigureSpec>> campaignFigures(store::Database& database, const CampaignData& data,
                                                              const Provenance& provenance, const JobContext& job = {});

} // namespace millrace::report
