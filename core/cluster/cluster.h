// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/field.h"

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace millrace::cluster {

inline constexpr int maximumNodes = 4096; ///< of a cluster …
inline constexpr int maximumSimulatedNodes = 16384; ///< … that is simulated
/// To which the kernel of an emulated node tunes the buffers of a socket, bytes.
inline constexpr std::int64_t emulatedSocketBuffer = 64 << 20;

/// Network interface of a node. Its rate limits everything that the node sends and, separately, all it receives.
struct Nic
{
    std::string name = "eth0"; ///< empty on remote clusters: found by the address
    /// IPv4. Empty on emulated clusters: chosen by Millrace; on remote ones: the node's address for the other nodes,
    /// found before the run.
    std::string address;
    double bitsPerSecond = 0; ///< 0: not limited
    std::uint64_t queueBytes = 0; ///< 0: default, see LinkSettings

    bool operator==(const Nic&) const = default;
};

inline constexpr std::array nicFields = {
    field("name", &Nic::name, "", {.always = true}),
    field("address", &Nic::address),
    field("rate", &Nic::bitsPerSecond, Quantity::Rate, {1e3, 1e12}, "",
          {.unset = "not limited", .example = "1Gbit or 0 for no limit", .factor = "nic_rate"}),
    field("queue", &Nic::queueBytes, Quantity::Size, {}),
};

struct Node
{
    std::string name;
    std::string zone; ///< data centre, rack or cloud region; may be empty
    std::string host; ///< of a remote cluster: an ssh destination, or the argument of Access::command; else empty
    int slots = 1; ///< maximum of workers; 0: only a source or destination of cross traffic
    std::vector<Nic> nics = {Nic{}};
    std::string provider = {}; ///< who rents it out, as in the prices; empty: an own machine
    std::string region = {}; ///< of the provider, as in the prices; empty: the zone
    std::string machine = {}; ///< type, as in the prices and rates of a plan: "g4dn.2xlarge"
    bool spot = false; ///< rented at the spot price: the provider may take it back

    bool operator==(const Node&) const = default;
};

/// The NICs of a node in JSON.
void readNics(JsonFields& fields, std::string_view key, Node& node);
void writeNics(const Node& node, std::string_view key, Json& json);

inline constexpr std::array nodeFields = {
    field("name", &Node::name, "", {.always = true}),
    field("zone", &Node::zone),
    field("host", &Node::host),
    field("slots", &Node::slots, Quantity::Count, {0, 65536}),
    field("nics", FieldPart<Node>{readNics, writeNics}),
    field("provider", &Node::provider),
    field("region", &Node::region),
    field("machine", &Node::machine),
    field("spot", &Node::spot),
};

/// What happens to packets on the way from one node to another. Absent: not set here, a wider rule holds.
struct LinkSettings
{
    std::optional<double>
        bitsPerSecond; ///< 0: not limited. Ethernet frames without preamble and checksum, as tc counts
    std::optional<std::chrono::nanoseconds> delay; ///< one way
    std::optional<std::chrono::nanoseconds> jitter; ///< uniform in ±jitter around the delay; order is kept
    std::optional<double> loss; ///< probability per packet, 0 to 1
    std::optional<std::uint64_t> queueBytes; ///< 0: default, the larger of 256 KiB and rate × 50 ms

    bool operator==(const LinkSettings&) const = default;
};

inline constexpr std::array linkFields = {
    field("rate", &LinkSettings::bitsPerSecond, Quantity::Rate, {1e3, 1e12}, "",
          {.unset = "not limited", .example = "100Mbit, 1Gbit or 0 for no limit"}),
    field("delay", &LinkSettings::delay, Quantity::Duration, {0, 60e9}, "", {.example = "10ms or 250us"}),
    field("jitter", &LinkSettings::jitter, Quantity::Duration, {0, 60e9}, "", {.example = "1ms or 250us"}),
    field("loss", &LinkSettings::loss, Quantity::Fraction, {0, 1}, "", {.example = "1% or 0.01"}),
    field("queue", &LinkSettings::queueBytes, Quantity::Size, {}, "", {.example = "64KiB or 150000"}),
};

/// A rule for the pairs it matches. `from` and `to` are a node's name, a zone's name or "*". Later rules override
/// earlier ones field by field.
struct Link
{
    std::string from = "*";
    std::string to = "*";
    bool bothWays = true;
    LinkSettings settings;
    std::string note = {}; ///< where it comes from, see network_matrix.h; empty: typed

    bool operator==(const Link&) const = default;
};

/// One port with a single queue for all traffic of the matched pairs.
struct Bottleneck
{
    std::string from = "*";
    std::string to = "*";
    bool bothWays = true; ///< true: one port for each direction
    double bitsPerSecond = 0;
    std::uint64_t queueBytes = 0;

    bool operator==(const Bottleneck&) const = default;
};

inline constexpr std::array bottleneckFields = {
    field("rate", &Bottleneck::bitsPerSecond, Quantity::Rate, {1e3, 1e12}, "",
          {.example = "100Mbit or 1Gbit", .factor = "bottleneck_rate", .always = true}),
    field("queue", &Bottleneck::queueBytes, Quantity::Size, {}, "",
          {.example = "64KiB or 150000", .factor = "bottleneck_queue"}),
};

/// Whether a root's command is needed on the nodes, and how it is had.
enum class Rights
{
    Automatic, ///< directly as root, else `sudo -n` if it works, else without
    Sudo,
    None
};
/// Use of the agent. With it: everything; without: tcpdump, tc, ss and cat over plain commands, with less precision.
enum class AgentUse
{
    Automatic, ///< with the agent, without where it cannot run
    Always,
    Never
};

/// Nodes allocated by Slurm: `salloc` on the login node, agents by `srun`.
struct SlurmAccess
{
    std::string login; ///< an ssh destination; empty: this machine
    int nodes = 0; ///< number of nodes; 0: as many as the cluster lists
    std::string partition;
    std::string account;
    std::chrono::seconds time{3600};
    std::vector<std::string> options; ///< further options of salloc, unchanged

    bool operator==(const SlurmAccess&) const = default;
};

void readSlurmTime(JsonFields& fields, std::string_view key, SlurmAccess& slurm);
void writeSlurmTime(const SlurmAccess& slurm, std::string_view key, Json& json);

inline constexpr std::array slurmFields = {
    field("login", &SlurmAccess::login),
    field("nodes", &SlurmAccess::nodes, Quantity::Count, {0, maximumNodes}),
    field("partition", &SlurmAccess::partition),
    field("account", &SlurmAccess::account),
    field("time", FieldPart<SlurmAccess>{readSlurmTime, writeSlurmTime}),
    field("options", &SlurmAccess::options),
};

/// How the nodes of a remote cluster are reached. Who and where (users, ports, keys, jump hosts) is in the user's
/// own ssh configuration, by the name in Node::host.
struct Access
{
    Rights rights = Rights::Automatic;
    AgentUse agent = AgentUse::Automatic;
    std::string folder; ///< on the nodes, for runs and programs; empty: below the user's cache folder
    std::optional<SlurmAccess> slurm;
    /// Reaches a node without ssh: a program of this machine that connects stdin and stdout to a command there, with
    /// "{host}" for Node::host: docker exec -i {host}. Empty: ssh. See access_command.h.
    std::vector<std::string> command = {};

    bool operator==(const Access&) const = default;
};

inline constexpr std::array<std::string_view, 3> rightsNames = {"automatic", "sudo", "none"};
inline constexpr std::array<std::string_view, 3> agentUseNames = {"automatic", "always", "never"};

void readSlurm(JsonFields& fields, std::string_view key, Access& access);
void writeSlurm(const Access& access, std::string_view key, Json& json);

inline constexpr std::array accessFields = {
    field("rights", fieldChoice<&Access::rights>(rightsNames)),
    field("agent", fieldChoice<&Access::agent>(agentUseNames)),
    field("folder", &Access::folder),
    field("command", &Access::command),
    field("slurm", FieldPart<Access>{readSlurm, writeSlurm}),
};

enum class ClusterKind
{
    Emulated,
    Remote,
    Simulated ///< its times are calculated (core/simulate); nothing is started
};
/// Fast: frames of up to 64 KiB pass the switch uncut. Packet: real MTU frames. Automatic: Packet with loss or a
/// capture, else Fast.
enum class SwitchMode
{
    Automatic,
    Fast,
    Packet
};
/// Implementation of delay, loss and rate on an emulated cluster.
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

inline constexpr std::array<std::string_view, 3> clusterKindNames = {"emulated", "remote", "simulated"};
inline constexpr std::array<std::string_view, 3> switchModeNames = {"automatic", "fast", "packet"};
inline constexpr std::array<std::string_view, 3> emulationBackendNames = {"automatic", "switch", "netem"};

/// The objects and lists of a cluster in JSON; see cluster_json.cpp.
struct ClusterParts
{
    static void readNodes(JsonFields& fields, std::string_view key, Cluster& cluster);
    static void writeNodes(const Cluster& cluster, std::string_view key, Json& json);
    static void readLinks(JsonFields& fields, std::string_view key, Cluster& cluster);
    static void writeLinks(const Cluster& cluster, std::string_view key, Json& json);
    static void readBottleneck(JsonFields& fields, std::string_view key, Cluster& cluster);
    static void writeBottleneck(const Cluster& cluster, std::string_view key, Json& json);
    static void readAccess(JsonFields& fields, std::string_view key, Cluster& cluster);
    static void writeAccess(const Cluster& cluster, std::string_view key, Json& json);
};

/// All fields of a cluster. A new one is a member above and its line here.
inline constexpr std::array clusterFields = {
    field("name", &Cluster::name, "", {.always = true}),
    field("kind", fieldChoice<&Cluster::kind>(clusterKindNames)),
    field("nodes", FieldPart<Cluster>{ClusterParts::readNodes, ClusterParts::writeNodes}),
    field("links", FieldPart<Cluster>{ClusterParts::readLinks, ClusterParts::writeLinks}),
    field("bottleneck", FieldPart<Cluster>{ClusterParts::readBottleneck, ClusterParts::writeBottleneck}),
    field("congestion_control", &Cluster::congestionControl, "", {.example = "cubic"}),
    field("mtu", &Cluster::mtu, Quantity::Count, {576, 9000}, "", {.example = "1500"}),
    field("mode", fieldChoice<&Cluster::mode>(switchModeNames), "", {.example = "packet"}),
    field("backend", fieldChoice<&Cluster::backend>(emulationBackendNames)),
    field("access", FieldPart<Cluster>{ClusterParts::readAccess, ClusterParts::writeAccess}),
};

/// The settings that hold from one node to another, all fields present.
struct PathSettings
{
    double bitsPerSecond = 0;
    std::chrono::nanoseconds delay{0};
    std::chrono::nanoseconds jitter{0};
    double loss = 0;
    std::uint64_t queueBytes = 0; ///< with the default of LinkSettings applied

    bool operator==(const PathSettings&) const = default;
};

[[nodiscard]] const Node* findNode(const Cluster& cluster, std::string_view name) noexcept;
/// Both must be nodes of the cluster.
[[nodiscard]] PathSettings pathBetween(const Cluster& cluster, const Node& from, const Node& to);
/// Whether any link loses packets.
[[nodiscard]] bool losesPackets(const Cluster& cluster) noexcept;
/// Whether a rule `from` → `to` (names, zones or "*"; `bothWays` also the opposite direction) matches this ordered
/// pair.
[[nodiscard]] bool matchesPair(std::string_view from, std::string_view to, bool bothWays, const Node& source,
                               const Node& destination) noexcept;
/// The port of a bottleneck that traffic from one node to another passes: 0 as the rule is written, 1 the other way;
/// -1: none.
[[nodiscard]] int bottleneckPort(const Bottleneck& rule, const Node& from, const Node& to) noexcept;
/// Returns the default queue of a port of this rate.
[[nodiscard]] std::uint64_t defaultQueueBytes(double bitsPerSecond) noexcept;
/// Returns all problems, `where` relative to the cluster: "nodes[2].name", "links[0].loss".
[[nodiscard]] Issues validate(const Cluster& cluster);

} // namespace millrace::cluster
