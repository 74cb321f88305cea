// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"
#include "core/cluster/cluster.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace millrace::cluster {

/// What is known of the way from one node to another.
struct PairEntry
{
    std::string from;
    std::string to;
    std::optional<double> bitsPerSecond;
    std::optional<std::chrono::nanoseconds> roundTrip;
    std::optional<double> loss;
    int streams = 1; ///< TCP connections that the rate was measured with
    std::string source; ///< "iperf3.json", "typed"; of an estimate: how it was made

    bool operator==(const PairEntry&) const = default;
};

/// Rates and round-trip times between nodes, pair by pair and in both directions.
using NetworkMatrix = std::vector<PairEntry>;

/// What measuring all pairs gave.
struct MeasuredPairs
{
    NetworkMatrix matrix;
    std::vector<std::string> problems; ///< one sentence for each pair, or node, that could not be measured
};

/// Reads a table with the columns from, to, and rate, rtt, loss, streams, source, all but the first two optional;
/// quantities as in projects: "6.5Gbit", "12ms", "0.1%". Empty cells are not known. InvalidInput names the line.
[[nodiscard]] Result<NetworkMatrix> parseMatrix(std::string_view csv);
[[nodiscard]] std::string matrixText(const NetworkMatrix& matrix);

/// Reads the JSON of one iperf3 client: sum of what was received, mean round trip and number of its connections.
/// `from` and `to` are the hosts in it.
[[nodiscard]] Result<PairEntry> parseIperf3(std::string_view json, const std::string& file);

/// Reads a table of pairs, or the JSON of one iperf3 client; the error names the file.
[[nodiscard]] Result<NetworkMatrix> readMatrixFile(const std::filesystem::path& file);

/// Fills in unknown rates of pairs whose round trip is known: that many connections each have at most a window on the
/// way, k · window ÷ RTT. Their source says so, beginning with estimateMark.
void estimateRates(NetworkMatrix& matrix, int streams, double windowBytes);
inline constexpr std::string_view estimateMark = "estimated: ";

/// The smaller of two rates, of which 0 is no limit.
[[nodiscard]] double smallerRate(double left, double right) noexcept;
/// What the first NICs of two nodes allow between them; 0: not limited.
[[nodiscard]] double nicRate(const Node& from, const Node& to) noexcept;

/// Puts a matrix into the links of a cluster, one rule for each pair behind those that are there; rules of an earlier
/// matrix for the pair are replaced. Names are those of nodes, or their hosts or addresses. The delay is half of the
/// round trip. InvalidInput names what is no node of the cluster.
[[nodiscard]] Result<void> putMatrix(Cluster& cluster, const NetworkMatrix& matrix);
/// The conditions between all pairs of nodes, as the links say; rates that nothing limits are not known.
[[nodiscard]] NetworkMatrix matrixOf(const Cluster& cluster);

} // namespace millrace::cluster
