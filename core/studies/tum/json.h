// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/issue.h"
#include "core/base/job.h"
#include "core/base/result.h"
#include "core/studies/tum/published_traffic.h"

#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace millrace::studies::tum {

inline constexpr std::int64_t nanosecondsPerMillisecond = 1'000'000;

/// The seven JSON files of the traffic study, byte by byte as its aggregate.py writes them with pandas 1.5: columns, in
/// each index and value; times are the wall clock of `PublishedTraffic::zone` read as UTC, in milliseconds.
using TextSink = std::function<Result<void>(std::string_view)>;

/// Stages 1 and 4 cover a whole campaign: one entry for each run, in the order of the runs.
struct NamedTraffic
{
    std::string run; ///< name of its folder
    std::vector<HostBytes> sent; ///< IPv4 only counts
    std::size_t flows = 0; ///< as the study counts them
};
[[nodiscard]] std::string bytesSentJson(std::span<const NamedTraffic> runs);
[[nodiscard]] std::string numberFlowsJson(std::span<const NamedTraffic> runs);

[[nodiscard]] std::string jointSentReceivedJson(const PublishedTraffic& traffic);
/// Up to 100 million rows, else InvalidInput: every silent millisecond is a row, too.
[[nodiscard]] Result<void> bytesPerSecJson(const PublishedTraffic& traffic, const TextSink& sink);
[[nodiscard]] Result<void> utilizationJson(const PublishedTraffic& traffic, const TextSink& sink);
[[nodiscard]] std::string flowCdfJson(const PublishedTraffic& traffic);

/// Start and end of flows: true times, or those that the study looks up in the wrong rows.
struct FlowTimes
{
    std::int64_t arrival = 0; ///< nanoseconds UTC
    std::int64_t departure = 0;
};
/// `times`: of the flows that the study counts, in the order of `traffic.flows`.
[[nodiscard]] std::string flowArrivalJson(const PublishedTraffic& traffic, std::span<const FlowTimes> times);
/// Flows below 10 s, on which the study's script stops, have one bin.
[[nodiscard]] Result<void> temporalFlowJson(const PublishedTraffic& traffic, const TextSink& sink);

/// A number as pandas writes it: at most ten decimals, at least one.
[[nodiscard]] std::string pandasNumber(double value);
/// With quotes; "/" and non-ASCII characters are escaped as pandas does.
[[nodiscard]] std::string pandasText(std::string_view text);

/// Content of one file of the study. Damage is counted: "other-value", "other-key", "cut-file", "rows-beyond".
struct ReadFlow
{
    std::uint64_t bytes = 0;
    std::string source, destination, sourcePort, destinationPort; ///< ports without ".0"
    std::string arrival, departure; ///< as text
};

/// InvalidInput when the text is no JSON object, or of another shape than the study's.
[[nodiscard]] Result<std::vector<ReadFlow>> readFlowArrival(const std::filesystem::path& file, Issues& issues);
/// The traffic that bytes_per_sec.json, utilization.json and flow_arrival.json of a folder "parsed-files" tell, as far
/// as they are there; flow times are as published ("published-times"). NotFound when none of them is there.
[[nodiscard]] Result<PublishedTraffic> readTumTraffic(const std::filesystem::path& folder,
                                                      const analysis::WallZone& zone, Issues& issues,
                                                      const JobContext& job = {});

} // namespace millrace::studies::tum
