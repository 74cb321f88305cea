// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/analysis/traffic.h"
#include "core/base/job.h"
#include "core/base/result.h"
#include "core/report/table.h"

#include <cstddef>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <vector>

namespace millrace::report {

/// What a capture or several hold, as tables; every number says in Column::how where it comes from.
[[nodiscard]] Table captureTable(const analysis::TrafficSummary& summary); ///< one row for each file
[[nodiscard]] Table trafficTotalsTable(const analysis::TrafficSummary& summary); ///< one row for each quantity
/// By address; or the `most` with most bytes, by bytes.
[[nodiscard]] Table nodeTrafficTable(const analysis::TrafficSummary& summary, std::size_t most = 0);
[[nodiscard]] Table pairTrafficTable(const analysis::TrafficSummary& summary, std::size_t most = 0);
/// The `most` flows with most bytes, by bytes; 0: all, by time.
[[nodiscard]] Table flowTable(const analysis::TrafficSummary& summary, std::size_t most = 0);
[[nodiscard]] Table burstTable(const analysis::TrafficSummary& summary);
[[nodiscard]] Table peakTable(const analysis::TrafficSummary& summary);
/// Lengths of packets that occur, with their counts and shares.
[[nodiscard]] Table packetSizeTable(const analysis::TrafficSummary& summary);
/// Times between packets, in classes of 3 to 6 %.
[[nodiscard]] Table interArrivalTable(const analysis::TrafficSummary& summary);
/// Sizes of flows with their empirical distribution: the share of flows not larger.
[[nodiscard]] Table flowSizeTable(const analysis::TrafficSummary& summary);
/// Bytes and packets of each pair in each bin that has any.
[[nodiscard]] Table pairBinTable(const analysis::TrafficSummary& summary);
/// What was odd or damaged.
[[nodiscard]] Table trafficIssueTable(const analysis::TrafficSummary& summary);

/// All of them as one object, bins only when asked for.
[[nodiscard]] nlohmann::ordered_json trafficJson(const analysis::TrafficSummary& summary, bool bins);
/// All of them as CSV files in a folder, which is made: nodes.csv, pairs.csv, flows.csv, …
[[nodiscard]] Result<void> writeTrafficCsv(const analysis::TrafficSummary& summary, const std::filesystem::path& folder,
                                           const JobContext& job = {});
/// What people want to see first.
[[nodiscard]] std::vector<Table> trafficOverview(const analysis::TrafficSummary& summary, std::size_t rows = 20);

} // namespace millrace::report
