// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/clock.h"
#include "core/cluster/cluster.h"

#include <map>
#include <span>

namespace millrace::cluster {

/// Pre-flight query to a node.
struct PreflightQuestion
{
    std::string interface; ///< of the experiment; empty: that of the address
    std::string address; ///< the node's own on the experiment's network; empty: not known yet
    std::string folder; ///< folder for files; it need not exist yet
    int firstPort = 0; ///< ports that must be free; 0: none
    int lastPort = 0;
    std::vector<std::string> tools; ///< programs besides the usual ones
    std::string python = "python3"; ///< interpreter for the package queries

    bool operator==(const PreflightQuestion&) const = default;
};

struct ToolFacts
{
    std::string name;
    bool found = false;
    std::string version; ///< empty: not known

    bool operator==(const ToolFacts&) const = default;
};

/// Owner of the queue at an interface's root.
enum class QueueOwner
{
    Unknown,
    Kernel, ///< default of the kernel
    Millrace, ///< stale impairment of Millrace
    Foreign
};

struct NicFacts
{
    std::string name;
    std::vector<std::string> addresses; ///< IPv4 with the prefix length: "10.0.0.1/24"
    bool up = false;
    int mtu = 0;
    double bitsPerSecond = 0; ///< 0: not known
    std::string driver; ///< empty: not known
    std::map<std::string, bool> offloads;
    std::string rootQueue; ///< kind of the queue at the root, "fq_codel"; empty: not known
    QueueOwner queueOwner = QueueOwner::Unknown;

    bool operator==(const NicFacts&) const = default;
};

struct BusyProcess
{
    std::int64_t pid = 0;
    std::string user;
    std::string command;
    double cpuShare = 0; ///< of one processor
    bool measures = false; ///< captures packets, sends trains, or belongs to Millrace

    bool operator==(const BusyProcess&) const = default;
};

struct GpuFacts
{
    std::string name;
    std::string driver;
    std::uint64_t memoryBytes = 0;
    double busyShare = 0; ///< 0 to 1

    bool operator==(const GpuFacts&) const = default;
};

/// Reachability of another node from this one. Absent: not tried.
struct PeerReach
{
    std::string address;
    std::optional<bool> answers;
    std::optional<Nanoseconds> roundTrip; ///< the shortest
    std::optional<int> pathMtu; ///< the interface's MTU if packets of that size arrive, else the largest size that does

    bool operator==(const PeerReach&) const = default;
};

/// Offset of a node's wall clock from this machine's: by the shortest of several exchanges (Cristian 1989).
struct ClockFacts
{
    std::optional<Nanoseconds> offset; ///< positive: the node is ahead
    Nanoseconds uncertainty{0}; ///< half the round trip
    std::optional<bool> synchronised; ///< by its kernel's NTP state
    std::optional<Nanoseconds> kernelError; ///< its kernel's estimate

    bool operator==(const ClockFacts&) const = default;
};

/// Facts reported by a node. Absent, empty and 0 as documented: not known.
struct NodeFacts
{
    std::string hostname;
    std::string machineId; ///< identical for two names of the same machine
    std::string kernel;
    std::string architecture;
    std::string user;
    bool root = false;
    bool netAdmin = false; ///< CAP_NET_ADMIN
    bool netRaw = false; ///< CAP_NET_RAW
    std::optional<bool> sudo; ///< the node is used by `sudo -n`, so that the run has root's permissions
    std::vector<std::string> putInOrder; ///< stale state of killed agents that was removed, a sentence each
    std::vector<ToolFacts> tools;
    std::vector<ToolFacts> packages; ///< of Python
    std::string folder; ///< the requested one, or its nearest existing ancestor
    bool folderWritable = false;
    std::uint64_t freeBytes = 0;
    std::uint64_t freeInodes = 0; ///< 0 also if the file system does not count them
    ClockFacts clock;
    std::string interface; ///< of the experiment; empty: not found
    std::vector<NicFacts> nics;
    std::string congestionControl;
    std::vector<std::string> congestionControls; ///< that can be set
    int processors = 0;
    double load = 0; ///< of the last minute
    std::uint64_t memoryBytes = 0;
    std::uint64_t availableMemory = 0;
    std::vector<BusyProcess> busy; ///< with the highest use, at most 8
    std::vector<GpuFacts> gpus;
    std::vector<int> usedPorts; ///< listening ones in the requested range, at most 64
    std::map<std::string, std::optional<bool>> features; ///< of the kernel: netem, tbf, htb, nft-loss …
    std::string featureReason; ///< why the features are not known
    std::vector<PeerReach> peers;

    [[nodiscard]] const NicFacts* nic(std::string_view name) const noexcept;
    [[nodiscard]] const ToolFacts* tool(std::string_view name) const noexcept;
    [[nodiscard]] const ToolFacts* package(std::string_view name) const noexcept;
    bool operator==(const NodeFacts&) const = default;
};

/// Chooses the NIC of each node for the experiment, if its name or address is open: by the given one, else in the
/// network that all nodes have an address in (the fastest of several), else, without a common network, the only one
/// that is not the loopback. NotFound names the node without one. Facts in the order of the nodes.
[[nodiscard]] Result<std::vector<Nic>> chooseNics(std::span<const Nic> wished, std::span<const NodeFacts> facts);

} // namespace millrace::cluster
