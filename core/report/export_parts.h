// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/analysis/series.h"
#include "core/report/campaign_data.h"
#include "core/report/campaign_export.h"
#include "core/report/table.h"

#include <nlohmann/json.hpp>

namespace millrace::report {

/// Building blocks of the exports.

/// Passes on the runs of an export, with progress; Cancelled.
[[nodiscard]] Result<void> eachExportedRun(const CampaignData& data, const ExportOptions& options,
                                           const JobContext& job,
                                           const std::function<Result<void>(const store::ResultRow&)>& visit);
/// Passes on the series of a run one after another; Corrupt for a damaged one, because an export must not hide it.
[[nodiscard]] Result<void> eachSeries(store::Database& database, const store::RunRecord& run, const JobContext& job,
                                      const std::function<Result<void>(const analysis::Series&)>& visit);

/// One row for each run with all values of the whole run.
[[nodiscard]] Table wideRunTable(const CampaignData& data, const ExportOptions& options);
/// The campaign without its runs; the specification as an object.
[[nodiscard]] nlohmann::ordered_json campaignJson(const store::CampaignRecord& campaign);
[[nodiscard]] Result<void> writeJson(store::Database& database, const CampaignData& data, const ExportOptions& options,
                                     const Sink& sink, const JobContext& job);

} // namespace millrace::report
