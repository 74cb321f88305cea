// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/clock.h"
#include "core/cluster/cluster.h"

#include <map>
#include <span>

namespace millrace::cluster {

/// What a node is asked about itself before it is used.
struct PreflightQuestion
{
    std::string interface; ///< of the experiment; empty: that of the address
    std::string address; ///< the node's own on the experiment's network; empty: not known yet
    std::string folder; ///< where files are to be written; it need not exist yet
    int firstPort = 0; ///< ports that shall be free; 0: none
    int lastPort = 0;
    std::vector<std::string> tools; ///< programs besides the usual ones
    std::string python = "python3"; ///< whose packages are asked for

    bool operator==(const PreflightQuestion&) const = default;
};

struct ToolFacts
{
    std::string name;
    bool found = false;
    std::string version; ///< empty: not known

    bool operator==(const ToolFacts&) const = default;
};

/// Whom the queue at an interface's root belongs to.
enum class QueueOwner
{
    Unknown,
    Kernel, ///< what the kernel sets up by itself
    Millrace, ///< an impairment of ours that was not put back
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
    bool measures = false; ///< captures packets, trains, or is of Millrace

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

/// Another node as seen from this one. What could not be tried is absent.
struct PeerReach
{
    std::string address;
    std::optional<bool> answers;
    std::optional<Nanoseconds> roundTrip; ///< the shortest
    std::optional<int> pathMtu; ///< the interface's MTU when packets of that size arrive, else the size that does

    bool operator==(const PeerReach&) const = default;
};

/// How a node's wall clock stands to the one of this machine: by the shortest of several exchanges (Cristian 1989).
struct ClockFacts
{
    std::optional<Nanoseconds> offset; ///< positive: the node is ahead
    Nanoseconds uncertainty{0}; ///< half the round trip
    std::optional<bool> synchronised; ///< what its kernel says about NTP
    std::optional<Nanoseconds> kernelError; ///< its kernel's estimate

    bool operator==(const ClockFacts&) const = default;
};

/// What a node says about itself. Absent, empty and 0 with a name that says so: not known.
struct NodeFacts
{
    std::string hostname;
    std::string machineId; ///< tells two names of the same machine
    std::string kernel;
    std::string architecture;
    std::string user;
    bool root = false;
    bool netAdmin = false; ///< CAP_NET_ADMIN
    bool netRaw = false; ///< CAP_NET_RAW
    std::optional<bool> sudo; ///< the node is used by `sudo -n`, so that the run may do what root may
    std::vector<std::string> putInOrder; ///< what killed agents had left, a sentence each
    std::vector<ToolFacts> tools;
    std::vector<ToolFacts> packages; ///< of Python
    std::string folder; ///< the one asked about, or the nearest above it that exists
    bool folderWritable = false;
    std::uint64_t freeBytes = 0;
    std::uint64_t freeInodes = 0; ///< 0 also where the file system does not count them
    ClockFacts clock;
    std::string interface; ///< of the experiment; empty: not found
    std::vector<NicFacts> nics;
    std::string congestionControl;
    std::vector<std::string> congestionControls; ///< that can be set
    int processors = 0;
    double load = 0; ///< of the last minute
    std::uint64_t memoryBytes = 0;
    std::uint64_t availableMemory = 0;
    std::vector<BusyProcess> busy; ///< those that use most, at most 8
    std::vector<GpuFacts> gpus;
    std::vector<int> usedPorts; ///< listening ones of the range asked for, at most 64
    std::map<std::string, std::optional<bool>> features; ///< of the kernel: netem, tbf, htb, nft-loss …
    std::string featureReason; ///< why the features are not known
    std::vector<PeerReach> peers;

    [[nodiscard]] const NicFacts* nic(std::string_view name) const noexcept;
    [[nodiscard]] const ToolFacts* tool(std::string_view name) const noexcept;
    [[nodiscard]] const ToolFacts* package(std::string_view name) const noexcept;
    bool operator==(const NodeFacts&) const = default;
};

/// The NIC of each node for the experiment, where its name or address is left open: by what is said about it, else in
/// the network that all nodes have an address in (the fastest when there are several), else in no common network the
/// only one that is not the loopback. NotFound says for which node there is none. Facts in the order of the nodes.
[[nodiscard]] Result<std::vector<Nic>> chooseNics(std::span<const Nic> wished, std::span<const NodeFacts> facts);

} // namespace millrace::cluster
