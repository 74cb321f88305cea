// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/analysis/series.h"
#include "core/base/job.h"
#include "core/store/artefact_repository.h"
#include "core/store/log_repository.h"
#include "core/store/result_query.h"
#include "core/store/series_repository.h"

#include <filesystem>
#include <span>

namespace millrace::ui {

/// What the head of a table and its columns need: about all runs of the campaigns chosen, whatever else filters them.
struct ResultOverview
{
    std::vector<store::CampaignRecord> campaigns; ///< of the store, newest first
    std::vector<store::FactorSummary> factors; ///< in the order of the grid
    std::vector<store::MetricSummary> metrics;
    std::int64_t runCount = 0;
    std::int64_t storeRuns = 0; ///< of all campaigns
};

/// Everything about one run.
struct RunDetails
{
    store::RunRecord run;
    store::CampaignRecord campaign;
    std::size_t campaigns = 1; ///< in the store
    std::vector<store::Metric> metrics;
    std::vector<store::GateResult> gates;
    std::vector<store::Snapshot> snapshots;
    std::vector<store::JournalEntry> journal; ///< of this run
    std::vector<store::Event> events; ///< the first thousand
    std::vector<store::SeriesRecord> series;
    std::int64_t logLines = 0;
    std::vector<store::Artefact> recordings; ///< of packets, without their analyses
};

/// Each call opens a connection of its own, for reading, so that it can run on any thread and sees the latest state.
[[nodiscard]] Result<ResultOverview>
readOverview(const std::filesystem::path& file, const std::vector<store::CampaignId>& campaigns, const JobContext& job);
[[nodiscard]] Result<store::ResultIndex> readIndex(const std::filesystem::path& file, const store::ResultFilter& filter,
                                                   const store::ResultOrder& order, const JobContext& job);
[[nodiscard]] Result<std::vector<store::ResultRow>> readRows(const std::filesystem::path& file,
                                                             std::span<const store::RunId> runs, const JobContext& job);
[[nodiscard]] Result<RunDetails> readRun(const std::filesystem::path& file, store::RunId run);
[[nodiscard]] Result<store::LogPage> readLog(const std::filesystem::path& file, store::RunId run,
                                             const store::LogQuery& query, const JobContext& job);

/// Leaves runs out of statistics, or takes them in again. Opens the store for writing only for that; Locked names who
/// has it.
[[nodiscard]] Result<void> setExcluded(const std::filesystem::path& file, const std::vector<store::RunId>& runs,
                                       bool excluded, const std::string& reason);

} // namespace millrace::ui
