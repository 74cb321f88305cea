// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/report/campaign_data.h"
#include "core/report/figure_spec.h"
#include "core/report/table.h"

#include <string>
#include <vector>

namespace millrace::report {

/// Which worker waited for which in runs whose workers report it, which one made the others wait, and how fast the
/// all-reduces were.
struct WaitReport
{
    std::vector<FigureSpec> figures; ///< one for each of the first runs: waits of each rank for each peer
    std::vector<Table> tables; ///< by worker, by pair of workers, by strategy
    std::vector<std::string> notes; ///< runs without reports, and what is not drawn
    std::size_t runs = 0; ///< in the tables
};

/// Of all runs that count; those with cross traffic by phase. InvalidInput if none of them has reports by peer.
[[nodiscard]] Result<WaitReport> waitReport(store::Database& database, const CampaignData& data, const JobContext& job);

} // namespace millrace::report
