// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/cluster/preflight.h"

namespace millrace::cluster {

/// Green: as expected. Yellow: the run is possible, its figures may suffer. Red: the run is impossible or would give
/// wrong figures.
enum class Light
{
    Green,
    Unknown,
    Yellow,
    Red
};
[[nodiscard]] std::string_view lightName(Light light) noexcept; ///< "green", "unknown", "yellow", "red"

/// Sentence about one topic of a node or of the cluster.
struct Finding
{
    std::string topic; ///< one of preflightTopics()
    Light light = Light::Green;
    std::string sentence;
    std::string remedy; ///< empty if nothing needs to be done

    bool operator==(const Finding&) const = default;
};
/// reach, rights, tools, disk, clock, nic, queue, tcp, load, ports, peers, kernel, versions: the columns of the table.
[[nodiscard]] const std::vector<std::string>& preflightTopics();
/// Returns the worst light of a topic; Green without findings.
[[nodiscard]] Light lightOf(std::span<const Finding> findings, std::string_view topic) noexcept;
[[nodiscard]] Light worst(std::span<const Finding> findings) noexcept;

/// Requirements of a run on a node.
struct NodeNeeds
{
    std::vector<std::string> tools;
    std::vector<std::string> packages; ///< of Python
    bool captures = false; ///< packets are captured
    bool impairments = false; ///< delay, loss or rate is imposed
    std::vector<std::string> features; ///< of the kernel: netem, tbf, nft-loss
    std::uint64_t diskBytes = 0;
    std::string congestionControl; ///< empty: any
    int mtu = 0; ///< 0: any
    double bitsPerSecond = 0; ///< required of the NIC; 0: any
    int slots = 1; ///< workers on it
    bool gpu = false;
    bool ownClock = true; ///< false: shares the clock of this machine, as emulated nodes do
};

/// Returns at least one finding for every topic about a single node, in the order of the topics.
[[nodiscard]] std::vector<Finding> judgeNode(const NodeFacts& facts, const NodeNeeds& needs);
/// Returns findings from comparing the nodes: clocks, versions, MTUs, speeds, congestion control, one machine under two
/// names. Names in the order of the facts; only what is not green.
[[nodiscard]] std::vector<Finding> judgeCluster(std::span<const std::string> names, std::span<const NodeFacts> facts);

} // namespace millrace::cluster
