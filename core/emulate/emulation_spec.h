// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"
#include "core/cluster/cluster.h"

#include <array>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>
#include <vector>

namespace millrace::emulate {

using MacAddress = std::array<std::uint8_t, 6>;

/// A node of an emulated cluster: its host name, its addresses and its port on the switch.
struct NodeSpec
{
    std::string name;
    std::string address; ///< IPv4, in EmulationSpec::network
    MacAddress mac{};
    double nicBitsPerSecond = 0; ///< limits what it sends and, separately, what it receives; 0: not limited
    std::uint64_t nicQueueBytes = 0; ///< tail-drop limit of each of the two queues

    bool operator==(const NodeSpec&) const = default;
};

/// One queue shared by all frames of the listed ordered pairs (indices of nodes).
struct SharedPortSpec
{
    double bitsPerSecond = 0;
    std::uint64_t queueBytes = 0;
    std::vector<std::pair<int, int>> pairs;

    bool operator==(const SharedPortSpec&) const = default;
};

/// Complete description of an emulated cluster; all defaults are resolved.
struct EmulationSpec
{
    std::string id; ///< name of the emulation in the registry: letters, digits, '-'
    std::vector<NodeSpec> nodes;
    std::vector<cluster::PathSettings> paths; ///< of the ordered pair (from, to) at from × nodes.size() + to
    std::vector<SharedPortSpec> sharedPorts; ///< a pair is in one of them at most
    std::string network = "10.77.0.0/24";
    int mtu = 1500;
    cluster::SwitchMode mode = cluster::SwitchMode::Fast; ///< never Automatic
    /// Packet mode only: nodes hand TCP data over in pieces of up to 64 KiB, which the switch cuts into packets on
    /// their way in and joins on their way out, as NICs do. The network is the same; the processors have less to do.
    bool segmentationOffload = false;
    cluster::EmulationBackend backend = cluster::EmulationBackend::Switch; ///< never Automatic
    std::string congestionControl = "cubic"; ///< default of the TCP connections between nodes
    std::uint64_t seed = 1; ///< of loss and jitter
    std::uint64_t memoryLimitBytes = std::uint64_t(256) << 20; ///< frames beyond this are dropped and counted
    /// Folders visible inside the nodes although each node has a separate /tmp: only those below /tmp need to be named
    /// (a build folder, a project).
    std::vector<std::string> sharedFolders;

    [[nodiscard]] const cluster::PathSettings& path(int from, int to) const;
    [[nodiscard]] cluster::PathSettings& path(int from, int to);

    bool operator==(const EmulationSpec&) const = default;
};

inline constexpr int maximumNodes = 250;

/// Chooses addresses 10.77.0.1 …, resolves the links of every pair and the automatic modes (packet mode with any loss
/// or a capture, with segmentation offload unless packets are captured; the switch as backend). The cluster must have
/// passed cluster::validate.
[[nodiscard]] EmulationSpec makeEmulationSpec(const cluster::Cluster& cluster, std::uint64_t seed, bool capture);

/// Serialises a spec; pairs without settings are left out.
[[nodiscard]] nlohmann::ordered_json toJson(const EmulationSpec& spec);
/// Parses and checks the format of toJson; the error names the field.
[[nodiscard]] Result<EmulationSpec> parseEmulationSpec(const nlohmann::ordered_json& json);
/// Returns the first problem of a spec, or success. Called by parseEmulationSpec and EmulatedCluster::start.
[[nodiscard]] Result<void> checkEmulationSpec(const EmulationSpec& spec);

/// New settings for one ordered pair.
struct PathUpdate
{
    int from = 0;
    int to = 0;
    cluster::PathSettings path;

    bool operator==(const PathUpdate&) const = default;
};
[[nodiscard]] nlohmann::ordered_json toJson(const PathUpdate& update);
/// Parses an update; absent fields keep the value in `spec`.
[[nodiscard]] Result<PathUpdate> parsePathUpdate(const nlohmann::ordered_json& json, const EmulationSpec& spec);

/// "02:4d:52:00:00:01".
[[nodiscard]] std::string macText(const MacAddress& mac);

} // namespace millrace::emulate
