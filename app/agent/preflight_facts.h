// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/job.h"
#include "core/cluster/preflight.h"

#include <string>
#include <vector>

namespace millrace {

/// The parts of a node's answer to host.preflight; each fills its members and leaves out what it cannot find.
void addTools(cluster::NodeFacts& facts, const cluster::PreflightQuestion& question, const JobContext& job);
void addNics(cluster::NodeFacts& facts, const cluster::PreflightQuestion& question, const JobContext& job);
void addFeatures(cluster::NodeFacts& facts, const JobContext& job);
void addMachine(cluster::NodeFacts& facts); ///< names, rights, memory, TCP
void addFolder(cluster::NodeFacts& facts, const std::string& folder);
void addClock(cluster::ClockFacts& clock);
void addUsedPorts(cluster::NodeFacts& facts, int first, int last);
/// The processes that use most, seen for 200 ms; none of this agent.
void addBusyProcesses(cluster::NodeFacts& facts, const JobContext& job);

/// Asks each peer by ping from an address of this node, at most eight at once.
[[nodiscard]] std::vector<cluster::PeerReach> reachPeers(const std::string& source, int mtu,
                                                         const std::vector<std::string>& peers, const JobContext& job);

/// What a program prints within 3 s, or nothing.
[[nodiscard]] std::string printed(const std::vector<std::string>& argv, const JobContext& job);
/// The path of a program, also from the folders of system tools; empty: not there.
[[nodiscard]] std::string findProgram(const std::string& name);

} // namespace millrace
