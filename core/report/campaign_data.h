// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/job.h"
#include "core/store/result_query.h"
#include "core/store/run_repository.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace millrace::report {

inline constexpr std::size_t runsPerReport = 200; ///< progress is reported after this many
inline constexpr std::size_t mostRunsRead = 400; ///< whose series one figure reads

/// The factor of runs from several campaigns; its levels are the numbers of the campaigns, as in a typed filter.
inline constexpr std::string_view campaignFactor = store::campaignField;

/// Reasons for not counting runs, and the number of runs for each.
struct LeftOut
{
    std::string_view reason; ///< of one run: "warm-up run"
    std::size_t count = 0;

    bool operator==(const LeftOut&) const = default;
};

/// One cell with its runs that count.
struct CellRuns
{
    std::string key;
    std::size_t example = 0; ///< position in CampaignData::rows of one of its runs, for its factors
    std::vector<std::size_t> rows; ///< positions of those that count; may be empty
};

/// A campaign, or runs of several, read into memory with factors and metrics, for all tables and figures.
struct CampaignData
{
    store::CampaignRecord campaign; ///< the newest, when there are several
    std::vector<store::CampaignRecord> campaigns; ///< all campaigns of the runs, newest first
    std::vector<store::ResultRow> rows; ///< all attempts, in order of position
    std::vector<store::FactorSummary> factors; ///< in the order of the grid; levels ascending
    std::vector<std::size_t> differing; ///< positions in `factors` of those with more than one level
    std::vector<store::MetricSummary> metrics; ///< of whole runs, in order of name
    std::vector<CellRuns> cells; ///< ordered by the levels of their factors
    std::size_t counted = 0; ///< runs that count
    std::vector<LeftOut> leftOut; ///< why the other runs do not count
    bool campaignIsFactor = false; ///< the runs are from several campaigns without a factor of that name
};

/// Reads a campaign. NotFound for an unknown id, Cancelled.
[[nodiscard]] Result<CampaignData> loadCampaign(store::Database& database, store::CampaignId campaign,
                                                const JobContext& job = {});
/// Reads the matching runs. Runs of several campaigns get the factor "campaign", unless they have one of that name. No
/// match is not an error.
[[nodiscard]] Result<CampaignData> loadRuns(store::Database& database, const store::ResultFilter& filter,
                                            const JobContext& job = {});
/// The same runs with other cells: one for each combination of levels of these factors. Unknown names are left out.
[[nodiscard]] CampaignData regrouped(CampaignData data, const std::vector<std::string>& factors);
/// The newest campaign of the store, or the newest of a grid; NotFound lists the available ones.
[[nodiscard]] Result<store::CampaignId> findCampaign(store::Database& database, std::string_view grid = {});

/// Counts for statistics: done, and neither warm-up nor superseded nor excluded. In CampaignData simulated runs are
/// excluded where others are measured, unless the filter has the field "origin".
[[nodiscard]] bool counts(const store::RunRecord& run) noexcept;
/// The value of a whole-run metric; NaN when the run lacks it.
[[nodiscard]] double metricOf(const store::ResultRow& row, std::string_view name) noexcept;
/// The level of a factor as written; empty when the run lacks the factor.
[[nodiscard]] std::string_view levelOf(const store::RunRecord& run, std::string_view factor) noexcept;
/// The values of a metric in the runs of a cell, NaN left out.
[[nodiscard]] std::vector<double> valuesOf(const CampaignData& data, const CellRuns& cell, std::string_view metric);
/// "strategy=RING loss=1%", of the factors that differ; "all runs" when none differs.
[[nodiscard]] std::string cellLabel(const CampaignData& data, const store::RunRecord& run);
/// The campaign of a run; nullptr when it was not read.
[[nodiscard]] const store::CampaignRecord* campaignOf(const CampaignData& data, const store::RunRecord& run) noexcept;
/// "1 run", "2 runs".
[[nodiscard]] std::string counted(std::size_t count, std::string_view noun);
/// "Simulated, not measured: model 1, …. Left out: 2 warm-up runs, 1 failed run."; empty when there is neither.
[[nodiscard]] std::string noteOnRuns(const CampaignData& data);
/// The same for two groups of runs together.
[[nodiscard]] std::string noteOnRuns(const CampaignData& first, const CampaignData& second);

} // namespace millrace::report
