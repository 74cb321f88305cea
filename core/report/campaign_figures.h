// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/report/campaign_data.h"
#include "core/report/figure_spec.h"

#include <vector>

namespace millrace::report {

/// Means of step time, samples per second and bus bandwidth with 95 % intervals, and measured payload beside predicted;
/// one figure for each metric and panel (figure_layout.h), 6 panels at most. Bars over categories, lines over a numeric
/// factor.
[[nodiscard]] std::vector<FigureSpec> metricFigures(const CampaignData& data, const Provenance& provenance);

/// How step times are distributed in each cell: CDFs, or boxes when there are more than 8 cells. A step takes as long
/// as that of its slowest rank; warm-up steps are left out. Reads at most 400 runs.
[[nodiscard]] Result<FigureSpec> stepTimeFigure(store::Database& database, const CampaignData& data,
                                                const Provenance& provenance, const JobContext& job = {});

/// The rate at which each node of one run sent, over time.
[[nodiscard]] Result<FigureSpec> timelineFigure(store::Database& database, const CampaignData& data,
                                                const store::RunRecord& run, const Provenance& provenance);

/// All of these, with the timeline of the first run that counts. A campaign without such a run gives one empty figure
/// that says why.
[[nodiscard]] Result<std::vector<FigureSpec>> campaignFigures(store::Database& database, const CampaignData& data,
                                                              const Provenance& provenance, const JobContext& job = {});

} // namespace millrace::report
