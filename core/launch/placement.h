// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/launch/launch_plan.h"

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace millrace::launch {

struct RankPlace
{
    int rank = 0;
    int node = 0; ///< position in the nodes
    int local = 0; ///< slot on the node

    bool operator==(const RankPlace&) const = default;
};

/// Places ranks node by node, slot by slot.
[[nodiscard]] std::vector<RankPlace> placeRanks(std::span<const PlacedNode> nodes);
[[nodiscard]] int workerCount(std::span<const PlacedNode> nodes);
/// Returns "10.77.0.1:2,10.77.0.2:2", the format of horovodrun and mpirun.
[[nodiscard]] std::string hostList(std::span<const PlacedNode> nodes);
/// Returns "10.77.0.1:10000" by rank: worker j of a node has the port first + j.
[[nodiscard]] std::vector<std::string> peerAddresses(std::span<const PlacedNode> nodes, std::uint16_t first);
[[nodiscard]] std::uint16_t lastPort(std::span<const PlacedNode> nodes, std::uint16_t first);

/// Extra options of a workload by target.
struct SortedExtras
{
    std::vector<std::string> options; ///< "--name": for the training program
    std::vector<std::pair<std::string, std::string>> launcher; ///< "launcher:--name", or a single dash
    std::vector<std::pair<std::string, std::string>> environment; ///< "env:NAME"
    std::map<std::string, std::string> named; ///< all others

    /// Returns a value of `named`.
    [[nodiscard]] std::string value(const std::string& name, const std::string& otherwise = {}) const;
};
[[nodiscard]] SortedExtras sortExtras(const Workload& workload);
/// Whether a policy may change the strategy during the training.
[[nodiscard]] bool mayChangeStrategy(const Workload& workload);
/// Appends flags as separate arguments; the value split at blanks, none for an empty one.
void appendFlags(std::vector<std::string>& argv, const std::vector<std::pair<std::string, std::string>>& flags);

/// Values of placeholders by name, without braces.
using Placeholders = std::map<std::string, std::string>;
/// Returns the placeholders common to all processes of a run: {size} {nodes} {master} {peers} {hosts} {model}
/// {backend} {strategy} {optimizer} {batch} {global_batch} {steps} {warmup} {seed} {deadline} (seconds), and the
/// workload's named extras.
[[nodiscard]] Placeholders commonPlaceholders(const LaunchRequest& request, const std::vector<std::string>& peers);
/// Adds those of one rank: {rank} {local_rank} {local_size} {node} {node_rank} {address} {port} {master_port}.
void addPlace(Placeholders& values, const LaunchRequest& request, const RankPlace& place, std::uint16_t port);
/// Returns all names, with {run}, {programs} and {interface}; without extras.
[[nodiscard]] std::vector<std::string> placeholderNames();
/// Expands known names; {run}, {programs}, {interface} and unknown ones stay.
[[nodiscard]] std::string filled(std::string_view text, const Placeholders& values);
[[nodiscard]] std::vector<std::string> filled(const std::vector<std::string>& texts, const Placeholders& values);
/// Returns words such as {ranks} that look like placeholders but are not in `names`.
[[nodiscard]] std::vector<std::string> unknownPlaceholders(const std::vector<std::string>& texts,
                                                           const std::vector<std::string>& names);

} // namespace millrace::launch
