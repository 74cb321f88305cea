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

/// A node as one run sees it.
struct RunNode
{
    std::string name;
    std::string address; ///< IPv4 on the experiment's network; the host's name while that is not known
    std::string interface; ///< of the experiment; empty: found on the node by its address
    std::string host; ///< ssh destination; empty: the node is emulated
    int slots = 1;
    std::string controller; ///< address that ssh connections to it come from; never impaired
    std::uint16_t sshPort = 22; ///< likewise
    double nicBitsPerSecond = 0; ///< limits what it sends and, separately, what it receives; 0: not limited

    bool operator==(const RunNode&) const = default;
};

/// One queue that all packets of the listed ordered pairs of nodes pass.
struct SharedLimit
{
    double bitsPerSecond = 0;
    std::vector<std::pair<int, int>> pairs;

    bool operator==(const SharedLimit&) const = default;
};

/// Whether a path asks for anything but a queue.
[[nodiscard]] bool isImposed(const cluster::PathSettings& path) noexcept;

/// The nodes of a run, and what is to hold between each two of them.
struct NetworkPlan
{
    std::vector<RunNode> nodes;
    std::vector<cluster::PathSettings> paths; ///< of the ordered pair (from, to) at from × nodes.size() + to
    std::vector<SharedLimit> sharedLimits;
    std::string congestionControl; ///< asked for; empty: each node's own

    [[nodiscard]] const cluster::PathSettings& path(int from, int to) const;
    [[nodiscard]] const RunNode& node(int position) const { return nodes[static_cast<std::size_t>(position)]; }
    /// Its position; nothing when no node has this name.
    [[nodiscard]] std::optional<int> find(const std::string& name) const;
    /// The lowest of the rates of the link, of both NICs and of a shared queue on the way; 0: none limits.
    [[nodiscard]] double rateLimit(int from, int to) const;
    /// Slots of all nodes.
    [[nodiscard]] int workers() const;
    /// Whether anything is to be imposed on a path.
    [[nodiscard]] bool hasConditions() const;

    bool operator==(const NetworkPlan&) const = default;
};

/// What a connected node says about its network.
struct FoundNetwork
{
    std::string address; ///< of the experiment
    std::string interface;
    std::string controller; ///< as in RunNode
    std::uint16_t sshPort = 22;

    bool operator==(const FoundNetwork&) const = default;
};
using FoundNetworks = std::map<std::string, FoundNetwork>; ///< by the node's name

/// Of a remote cluster: as the project says, and as its nodes said.
[[nodiscard]] NetworkPlan remoteNetwork(const cluster::Cluster& cluster, const FoundNetworks& found);

/// Which interface a node uses, by what `ip -j -4 address show` prints: the one that the project names, or that has the
/// address that it names, else the one by which the node is reached. NotFound with what there is.
[[nodiscard]] Result<FoundNetwork> findNetwork(const cluster::Node& node, std::string_view ipJson,
                                               std::string_view sshConnection);

/// {"nodes": [{"name", "address", "interface", "host", "slots"}], "paths": [those with something imposed: {"from",
/// "to", "rate", "delay", "jitter", "loss", "queue"}], "congestion_control"}: what a run's snapshot says about its
/// network.
[[nodiscard]] Json toJson(const NetworkPlan& network);

/// The host part of "user@host:port" or "ssh://user@host:port".
[[nodiscard]] std::string hostPart(std::string_view destination);

} // namespace millrace::run
