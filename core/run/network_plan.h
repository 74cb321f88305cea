// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/json_fields.h"
#include "core/base/result.h"
#include "core/cluster/cluster.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace millrace::run {

/// A node from the view of one run.
struct RunNode
{
    std::string name;
    std::string address; ///< IPv4 in the experiment's network; the host's name while that is not known
    std::string interface; ///< of the experiment; empty: found on the node by its address
    std::string host; ///< ssh destination; empty: the node is emulated
    int slots = 1;
    std::string controller; ///< address that ssh connections to it come from; never impaired
    std::uint16_t sshPort = 22; ///< likewise
    double nicBitsPerSecond = 0; ///< limits sending and, separately, receiving; 0: not limited

    bool operator==(const RunNode&) const = default;
};

/// One queue shared by all packets of the listed ordered pairs of nodes.
struct SharedLimit
{
    double bitsPerSecond = 0;
    std::vector<std::pair<int, int>> pairs;

    bool operator==(const SharedLimit&) const = default;
};

/// The lower of two limits in bit/s; 0: not limited.
[[nodiscard]] double lowerLimit(double one, double other) noexcept;
/// Whether a path requests anything but a queue.
[[nodiscard]] bool isImposed(const cluster::PathSettings& path) noexcept;

/// Nodes of a run, and the conditions between each two of them.
struct NetworkPlan
{
    std::vector<RunNode> nodes;
    std::vector<cluster::PathSettings> paths; ///< of the ordered pair (from, to) at from × nodes.size() + to
    std::vector<SharedLimit> sharedLimits;
    std::string congestionControl; ///< requested; empty: each node's own

    [[nodiscard]] const cluster::PathSettings& path(int from, int to) const;
    [[nodiscard]] const RunNode& node(int position) const { return nodes[static_cast<std::size_t>(position)]; }
    /// Returns the position; nothing if no node has this name.
    [[nodiscard]] std::optional<int> find(const std::string& name) const;
    /// Returns the lowest of the rates of the link, of both NICs and of a shared queue on the path; 0: unlimited.
    [[nodiscard]] double rateLimit(int from, int to) const;
    /// Returns the rank of the first worker on a node, or where it would be: ranks are counted through the nodes'
    /// slots.
    [[nodiscard]] int firstRank(int position) const;
    /// Slots of all nodes.
    [[nodiscard]] int workers() const;
    /// Whether any path has conditions to impose.
    [[nodiscard]] bool hasConditions() const;

    bool operator==(const NetworkPlan&) const = default;
};

/// Network of a connected node, as found there.
struct FoundNetwork
{
    std::string address; ///< of the experiment
    std::string interface;
    std::string controller; ///< as in RunNode
    std::uint16_t sshPort = 22;

    bool operator==(const FoundNetwork&) const = default;
};
using FoundNetworks = std::map<std::string, FoundNetwork>; ///< by the node's name

/// Returns the network of a remote cluster, from the project and the answers of its nodes.
[[nodiscard]] NetworkPlan remoteNetwork(const cluster::Cluster& cluster, const FoundNetworks& found);

/// Returns the interface of a node, by the output of `ip -j -4 address show`: the one that the project names, or with
/// the address that it names, else the one that the connection uses. NotFound lists those that exist.
[[nodiscard]] Result<FoundNetwork> findNetwork(const cluster::Node& node, std::string_view ipJson,
                                               std::string_view sshConnection);

/// {"nodes": [{"name", "address", "interface", "host", "slots"}], "paths": [those with something imposed: {"from",
/// "to", "rate", "delay", "jitter", "loss", "queue"}], "congestion_control"}: the network in a run's snapshot.
[[nodiscard]] Json toJson(const NetworkPlan& network);

/// Returns the host part of "user@host:port" or "ssh://user@host:port".
[[nodiscard]] std::string hostPart(std::string_view destination);

} // namespace millrace::run
