// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/job.h"
#include "core/store/result_query.h"

#include <filesystem>

namespace millrace::ui {

/// What one look into a store tells before its rows: for the head of a table.
struct ResultOverview
{
    std::vector<store::CampaignRecord> campaigns; ///< newest first
    std::vector<std::pair<store::RunState, std::int64_t>> states; ///< among the runs that match
    std::int64_t runCount = 0; ///< that match
    std::vector<store::FactorSummary> factors;
    std::vector<store::MetricSummary> metrics;
    store::ResultPage firstPage;
};

/// Everything about one run.
struct RunDetails
{
    store::RunRecord run;
    std::vector<store::Metric> metrics;
    std::vector<store::GateResult> gates;
};

/// Each call opens a connection of its own, for reading, so that it can run on any thread and sees the latest state.
[[nodiscard]] Result<ResultOverview> readOverview(const std::filesystem::path& file, const store::ResultFilter& filter,
                                                  const store::ResultOrder& order, std::size_t pageSize,
                                                  const JobContext& job);
[[nodiscard]] Result<store::ResultPage> readPage(const std::filesystem::path& file, const store::ResultFilter& filter,
                                                 const store::ResultOrder& order, std::size_t pageSize,
                                                 const store::ResultCursor& after);
[[nodiscard]] Result<RunDetails> readRun(const std::filesystem::path& file, store::RunId run);

} // namespace millrace::ui
