// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/job.h"
#include "core/cluster/preflight.h"

#include <string>
#include <vector>

namespace millrace::node {

/// Parts of a node's reply to host.preflight; each fills its members and leaves out what it cannot find.
void addTools(cluster::NodeFacts& facts, const cluster::PreflightQuestion& question, const JobContext& job);
void addNics(cluster::NodeFacts& facts, const cluster::PreflightQuestion& question, const JobContext& job);
void addFeatures(cluster::NodeFacts& facts, const JobContext& job);
void addMachine(cluster::NodeFacts& facts); ///< names, permissions, memory, TCP
void addFolder(cluster::NodeFacts& facts, const std::string& folder);
void addClock(cluster::ClockFacts& clock);
void addUsedPorts(cluster::NodeFacts& facts, int first, int last);
/// Adds the busiest processes over 200 ms, without this agent's.
void addBusyProcesses(cluster::NodeFacts& facts, const JobContext& job);

/// Pings each peer from an address of this node, at most eight in parallel.
[[nodiscard]] std::vector<cluster::PeerReach> reachPeers(const std::string& source, int mtu,
                                                         const std::vector<std::string>& peers, const JobContext& job);

/// Returns the output of a program within 3 s, or nothing.
[[nodiscard]] std::string printed(const std::vector<std::string>& argv, const JobContext& job);
/// Returns the path of a program, also from the sbin folders; empty: not found.
[[nodiscard]] std::string findProgram(const std::string& name);

} // namespace millrace::node
