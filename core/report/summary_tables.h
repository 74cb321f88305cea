// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/report/campaign_data.h"
#include "core/report/table.h"
#include "core/report/vocabulary.h"

#include <string>
#include <vector>

namespace millrace::report {

struct TableOptions
{
    bool allFactors = false; ///< also those with a single level
    std::vector<std::string> metrics; ///< empty: the usual ones that exist
    bool everyStatistic = false; ///< of cells: also standard deviation, minimum and maximum
    bool superseded = false; ///< of runs and gates: also attempts superseded by a later one
};

/// One row for each run: position, factors, state, metrics.
[[nodiscard]] Table runTable(const CampaignData& data, const TableOptions& options = {});
/// One row for each cell: factors, n, and the mean of each metric with the half width of its 95 % interval (Student's
/// t; unknown for a single run). A note counts the runs left out.
[[nodiscard]] Table cellTable(const CampaignData& data, const TableOptions& options = {});
/// Failed, invalid and cancelled runs, one row for each distinct error, most frequent first.
[[nodiscard]] Table failureTable(const CampaignData& data);
/// One row for each condition of each run: requested, achieved, accepted interval, verdict.
[[nodiscard]] Result<Table> gateTable(store::Database& database, const CampaignData& data,
                                      const TableOptions& options = {}, const JobContext& job = {});
/// Overview of the conditions of a campaign.
struct GateOverview
{
    Table summary; ///< one row per kind: how often met, not met, unknown, and the largest deviation
    Table notMet; ///< failed and unknown ones, at most `limit`
    Table first; ///< the first `limit`
};
[[nodiscard]] Result<GateOverview> gateOverview(store::Database& database, const CampaignData& data, std::size_t limit,
                                                const JobContext& job = {});

/// The same, from the store.
[[nodiscard]] Result<Table> runTable(store::Database& database, store::CampaignId campaign,
                                     const TableOptions& options = {}, const JobContext& job = {});
[[nodiscard]] Result<Table> cellTable(store::Database& database, store::CampaignId campaign,
                                      const TableOptions& options = {}, const JobContext& job = {});
[[nodiscard]] Result<Table> gateTable(store::Database& database, store::CampaignId campaign,
                                      const TableOptions& options = {}, const JobContext& job = {});

} // namespace millrace::report
