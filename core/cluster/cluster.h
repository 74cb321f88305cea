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

inline constexpr int maximumNodes = 4096; ///< of a cluster

/// A network interface of a node. Its rate limits everything that the node sends and, separately, all it receives.
struct Nic
{
    std::string name = "eth0"; ///< empty on remote clusters: found by the address
    /// IPv4. Empty on emulated clusters: chosen by Millrace; on remote ones: the node's address by which the other
    /// nodes reach it, found before the run.
    std::string address;
    double bitsPerSecond = 0; ///< 0: not limited
    std::uint64_t queueBytes = 0; ///< 0: by rule, see LinkSettings

    bool operator==(const Nic&) const = default;
};

struct Node
{
    std::string name;
    std::string zone; ///< data centre, rack or cloud region; may be empty
    std::string host; ///< of a remote cluster: an ssh destination, or what Access::command is given; else empty
    int slots = 1; ///< workers that fit on it; 0: takes part as source or destination of cross traffic only
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

/// Whether a root's command is needed on the nodes, and how it is had.
enum class Rights
{
    Automatic, ///< as root directly, else `sudo -n` where that works, else without
    Sudo,
    None
};
/// With the agent: everything. Without: tcpdump, tc, ss and cat over plain commands, with less precision.
enum class AgentUse
{
    Automatic, ///< with the agent, without where it cannot run
    Always,
    Never
};

/// Nodes that Slurm gives: `salloc` on the login node, agents by `srun`.
struct SlurmAccess
{
    std::string login; ///< an ssh destination; empty: this machine
    int nodes = 0; ///< how many; 0: as many as the cluster lists
    std::string partition;
    std::string account;
    std::chrono::seconds time{3600};
    std::vector<std::string> options; ///< further ones for salloc, as they are

    bool operator==(const SlurmAccess&) const = default;
};

/// How the nodes of a remote cluster are reached. Who and where (users, ports, keys, jump hosts) stands in the user's
/// own ssh configuration, by the name in Node::host.
struct Access
{
    Rights rights = Rights::Automatic;
    AgentUse agent = AgentUse::Automatic;
    std::string folder; ///< on the nodes, for runs and programs; empty: below the user's cache folder
    std::optional<SlurmAccess> slurm;
    /// Reaches a node in place of ssh: a program of this machine that gives standard input and output of a command
    /// there, with "{host}" for Node::host: docker exec -i {host}. Empty: ssh. See access_command.h.
    std::vector<std::string> command = {};

    bool operator==(const Access&) const = default;
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
    Access access; ///< of a remote cluster

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
