// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/job.h"
#include "core/store/records.h"

#include <filesystem>
#include <functional>
#include <string_view>

namespace millrace::store {
class Database;
}

namespace millrace::report {

/// Takes the text of an export piece by piece; its error ends the export.
using Sink = std::function<Result<void>(std::string_view)>;

/// Parts of a CSV export; each is one table.
enum class ExportPart
{
    Runs, ///< one row for each run: campaign and run, factors, state, times, metrics of the whole run
    Metrics, ///< one row for each metric of each run, node and rank
    Gates, ///< one row for each condition of each run
    Captures, ///< one row for each recording of packets
    Series, ///< one row for each sample of each series: run, series, node, unit, time in ns, value
};

struct ExportOptions
{
    bool superseded = false; ///< also attempts superseded by a later one
    bool series = false; ///< of exportJson and exportFolder: also the series
};

/// One table as CSV (RFC 4180), in full precision; each row begins with campaign, run, campaign_id and run_id. Memory
/// does not grow with the series.
[[nodiscard]] Result<void> exportCsv(store::Database& database, store::CampaignId campaign, ExportPart part,
                                     const ExportOptions& options, const Sink& sink, const JobContext& job = {});
/// One JSON document with everything: campaign, specification, runs with factors, metrics, gates and recordings of
/// packets, optionally series. Times are integer nanoseconds since 1970; unknown values are null.
[[nodiscard]] Result<void> exportJson(store::Database& database, store::CampaignId campaign,
                                      const ExportOptions& options, const Sink& sink, const JobContext& job = {});
/// runs.csv, metrics.csv, gates.csv, captures.csv, optionally series.csv, and campaign.json (the specification) in a
/// new or empty folder.
[[nodiscard]] Result<void> exportFolder(store::Database& database, store::CampaignId campaign,
                                        const std::filesystem::path& folder, const ExportOptions& options,
                                        const JobContext& job = {});
/// "runs.csv", "metrics.csv", …
[[nodiscard]] std::string_view exportFileName(ExportPart part) noexcept;

} // namespace millrace::report
