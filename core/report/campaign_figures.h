// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/report/campaign_data.h"
#include "core/report/figure_spec.h"

#include <vector>

namespace millrace::report {

/// Means of step time, samples per second and bus bandwidth with 95 % intervals, and measured vs predicted payload; one
/// figure for each metric and panel (figure_layout.h), at most 6 panels. Bars over categories, lines over a numeric
/// factor.
[[nodiscard]] std::vector<FigureSpec> metricFigures(const CampaignData& data, const Provenance& provenance);

/// Distribution of step times in each cell: CDFs, or boxes for more than 8 cells. A step takes as long
/// as that of its slowest rank; warm-up steps are left out. Reads at most 400 runs.
[[nodiscard]] Result<FigureSpec> stepTimeFigure(store::Database& database, const CampaignData& data,
                                                const Provenance& provenance, const JobContext& job = {});

/// The send rate of each node of one run over time.
[[nodiscard]] Result<FigureSpec> timelineFigure(store::Database& database, const CampaignData& data,
                                                const store::RunRecord& run, const Provenance& provenance);

/// All of these, with the timeline of the first run that counts. A campaign without such a run gives one empty figure
/// with the reason.
[[nodiscard]] Result<std::vector<FigureSpec>> campaignFigures(store::Database& database, const CampaignData& data,
                                                              const Provenance& provenance, const JobContext& job = {});

} // namespace millrace::report
