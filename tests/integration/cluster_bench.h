// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/command.h"
#include "core/base/process.h"
#include "core/emulate/emulated_cluster.h"

#include <functional>
#include <string>
#include <thread>
#include <vector>

namespace millrace::tests {

/// "n0", "n1", … with nothing set.
[[nodiscard]] cluster::Cluster plainCluster(int nodes);
/// One rule for all pairs, both ways.
[[nodiscard]] cluster::Link linkOf(double bitsPerSecond, Nanoseconds delay, Nanoseconds jitter, double loss);

/// Packets and bytes that an interface of a node sent and received, by its own kernel counters.
struct InterfaceCounters
{
    std::uint64_t sentPackets = 0;
    std::uint64_t sentBytes = 0;
    std::uint64_t receivedPackets = 0;
    std::uint64_t receivedBytes = 0;
};

/// A running emulated cluster and the tools that measure it from inside. Failures end the test program with a message.
class ClusterBench
{
public:
    explicit ClusterBench(const emulate::EmulationSpec& spec);

    [[nodiscard]] emulate::EmulatedCluster& cluster() const { return *m_cluster; }
    [[nodiscard]] Command inside(int node, std::vector<std::string> argv) const;
    CommandOutput run(int node, std::vector<std::string> argv, Nanoseconds longest = std::chrono::seconds(30)) const;
    [[nodiscard]] InterfaceCounters counters(int node) const;

    /// Round trip times of `count` pings in milliseconds; those lost are missing.
    [[nodiscard]] std::vector<double> ping(int from, int to, int count, double intervalSeconds = 0.02) const;
    /// Runs iperf3 from one node to another and returns its JSON, server started and stopped around it.
    [[nodiscard]] std::string iperf(int from, int to, std::vector<std::string> options, Nanoseconds longest) const;
    /// A program in a node that goes on meanwhile.
    [[nodiscard]] ChildProcess start(int node, std::vector<std::string> argv) const;
    /// Waits until a program in a node listens at a TCP port.
    void awaitListener(int node, int port) const;

private:
    std::unique_ptr<emulate::EmulatedCluster> m_cluster;
};

/// The running test program as `millrace-agent enter`.
[[nodiscard]] std::vector<std::string> enterPrefix(pid_t node);
[[nodiscard]] std::string ownProgram();

/// On the wire, TCP payload is carried in frames of mtu + 14 bytes with mtu - 52 of payload (time stamps on).
[[nodiscard]] double wireRate(double goodput, int mtu);

/// Whether round trips (in milliseconds) are as long as requested, within 5 % and what the switch itself says about how
/// late it sent them (`health`, both ways, at most 1 ms in all): a hypervisor may wake up every timer of its guests
/// late.
[[nodiscard]] bool isDelayOf(double achieved, double requested, const emulate::EmulationHealth& health);

/// True as soon as one of three attempts succeeds: the hypervisor stops this machine for tens of milliseconds now and
/// then, which no emulator can hide. A wrong implementation fails three times.
[[nodiscard]] bool oneOfThree(const std::function<bool()>& attempt);

} // namespace millrace::tests
