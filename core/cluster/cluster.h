// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/issue.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace millrace::cluster {

/// A network interface of a node. Its rate limits everything that the node sends and, separately, all it receives.
struct Nic
{
    std::string name = "eth0";
    std::string address; ///< IPv4; empty on emulated clusters: chosen by Millrace
    double bitsPerSecond = 0; ///< 0: not limited
    std::uint64_t queueBytes = 0; ///< 0: by rule, see LinkSettings

    bool operator==(const Nic&) const = default;
};

struct Node
{
    std::string name;
    std::string zone; ///< data centre, rack or cloud region; may be empty
    std::string host; ///< how to reach it: an ssh alias or address; empty on emulated clusters
    int slots = 1; ///< workers that fit on it
    std::vector<Nic> nics = {Nic{}};

    bool operator==(const Node&) const = default;
};

/// What happens to packets on the way from one node to another. Absent: not set here, a wider rule holds.
struct LinkSettings
{
    std::optional<double>
        bitsPerSecond; ///< 0: not limited. Ethernet frames without preamble and checksum, as tc counts
    std::optional<std::chrono::nanoseconds> delay; ///< one way
    std::optional<std::chrono::nanoseconds> jitter; ///< uniform in ±jitter around the delay; order is kept
    std::optional<double> loss; ///< probability per packet, 0 to 1
    std::optional<std::uint64_t> queueBytes; ///< 0: by rule, the larger of 256 KiB and rate × 50 ms

    bool operator==(const LinkSettings&) const = default;
};

/// A rule for the pairs it matches. `from` and `to` are a node's name, a zone's name or "*". Later rules override
/// earlier ones field by field.
struct Link
{
    std::string from = "*";
    std::string to = "*";
    bool bothWays = true;
    LinkSettings settings;

    bool operator==(const Link&) const = default;
};

/// One port through which all traffic of the matched pairs goes, in one queue.
struct Bottleneck
{
    std::string from = "*";
    std::string to = "*";
    bool bothWays = true; ///< true: one port for each direction
    double bitsPerSecond = 0;
    std::uint64_t queueBytes = 0;

    bool operator==(const Bottleneck&) const = default;
};

enum class ClusterKind
{
    Emulated,
    Remote
};
/// Fast: frames of up to 64 KiB cross the switch whole. Packet: true MTU frames. Automatic: Packet when there is loss
/// or a capture is asked for, else Fast.
enum class SwitchMode
{
    Automatic,
    Fast,
    Packet
};
/// Which machinery imposes delay, loss and rate on an emulated cluster.
enum class EmulationBackend
{
    Automatic,
    Switch,
    Netem
};

struct Cluster
{
    std::string name;
    ClusterKind kind = ClusterKind::Emulated;
    std::vector<Node> nodes;
    std::vector<Link> links;
    std::optional<Bottleneck> bottleneck;
    std::string congestionControl = "cubic";
    int mtu = 1500;
    SwitchMode mode = SwitchMode::Automatic;
    EmulationBackend backend = EmulationBackend::Automatic;

    bool operator==(const Cluster&) const = default;
};

/// The settings that hold from one node to another, all fields present.
struct PathSettings
{
    double bitsPerSecond = 0;
    std::chrono::nanoseconds delay{0};
    std::chrono::nanoseconds jitter{0};
    double loss = 0;
    std::uint64_t queueBytes = 0; ///< the rule of LinkSettings applied

    bool operator==(const PathSettings&) const = default;
};

[[nodiscard]] const Node* findNode(const Cluster& cluster, std::string_view name) noexcept;
/// Both must be nodes of the cluster.
[[nodiscard]] PathSettings pathBetween(const Cluster& cluster, const Node& from, const Node& to);
/// Whether a rule `from` → `to` (names, zones or "*"; `bothWays` also the other way round) holds for this ordered pair.
[[nodiscard]] bool matchesPair(std::string_view from, std::string_view to, bool bothWays, const Node& source,
                               const Node& destination) noexcept;
/// The queue that a port of this rate gets when none is asked for.
[[nodiscard]] std::uint64_t defaultQueueBytes(double bitsPerSecond) noexcept;
/// Every problem at once, `where` relative to the cluster: "nodes[2].name", "links[0].loss".
[[nodiscard]] Issues validate(const Cluster& cluster);

} // namespace millrace::cluster
