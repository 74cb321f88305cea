// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/analysis/traffic.h"
#include "core/base/job.h"
#include "core/base/result.h"
#include "core/report/table_stream.h"

#include <cstddef>
#include <filesystem>
#include <span>
#include <vector>

namespace millrace::report {

/// The content of one or more captures, as tables; the definition of every number is in Column::how. The summary must
/// outlive a stream.
[[nodiscard]] Table captureTable(const analysis::TrafficSummary& summary); ///< one row for each file
[[nodiscard]] Table trafficTotalsTable(const analysis::TrafficSummary& summary); ///< one row for each quantity
[[nodiscard]] Table protocolTable(const analysis::TrafficSummary& summary); ///< by EtherType and IP protocol
[[nodiscard]] Table queuePairTable(const analysis::TrafficSummary& summary); ///< RoCEv2
/// By address; or the `most` with most bytes, by bytes.
[[nodiscard]] Table nodeTrafficTable(const analysis::TrafficSummary& summary, std::size_t most = 0);
[[nodiscard]] Table pairTrafficTable(const analysis::TrafficSummary& summary, std::size_t most = 0);
/// The `most` flows with most bytes, by bytes; 0: all, by time.
[[nodiscard]] Table flowTable(const analysis::TrafficSummary& summary, std::size_t most = 0);
[[nodiscard]] TableStream flowStream(const analysis::TrafficSummary& summary); ///< all, by time
[[nodiscard]] TableStream burstStream(const analysis::TrafficSummary& summary);
[[nodiscard]] Table peakTable(const analysis::TrafficSummary& summary);
/// Lengths of packets that occur, with their counts and shares.
[[nodiscard]] TableStream packetSizeStream(const analysis::TrafficSummary& summary);
/// Times between packets, in classes of 3 to 6 %.
[[nodiscard]] Table interArrivalTable(const analysis::TrafficSummary& summary);
/// Sizes of flows with their empirical distribution: the share of flows not larger.
[[nodiscard]] TableStream flowSizeStream(const analysis::TrafficSummary& summary);
/// Bytes and packets of each pair in each bin that has any.
[[nodiscard]] TableStream pairBinStream(const analysis::TrafficSummary& summary);
/// Oddities and damage.
[[nodiscard]] Table trafficIssueTable(const analysis::TrafficSummary& summary);

/// The names of the tables in JSON and of CSV files: captures, totals, protocols, nodes, pairs, flows, bursts, … rates.
[[nodiscard]] std::vector<std::string> trafficTableNames();
/// "flows,bursts"; InvalidInput for an unknown name.
[[nodiscard]] Result<std::vector<std::string>> chosenTrafficTables(std::string_view text);
/// One of them; nodes, pairs and flows by bytes where only `rows` are requested.
[[nodiscard]] Table trafficTable(const analysis::TrafficSummary& summary, std::string_view name, std::size_t rows = 0);
/// The named tables as one object, followed by `more`; row by row, whatever their length.
[[nodiscard]] Result<void> writeTrafficJson(const analysis::TrafficSummary& summary,
                                            const std::vector<std::string>& tables,
                                            std::span<const std::pair<std::string, Table>> more, const TextSink& sink);
/// The named tables as CSV files in a folder, which is created: nodes.csv, pairs.csv, flows.csv, …
[[nodiscard]] Result<void> writeTrafficCsv(const analysis::TrafficSummary& summary, const std::filesystem::path& folder,
                                           const std::vector<std::string>& tables, const JobContext& job = {});
/// The default tables for display.
[[nodiscard]] std::vector<Table> trafficOverview(const analysis::TrafficSummary& summary, std::size_t rows = 20);

} // namespace millrace::report
