// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/run/gate.h"
#include "core/run/testbed.h"

#include <string>
#include <vector>

namespace millrace::run {

/// Port of the responders to probes.
inline constexpr std::uint16_t responderPort = 9700;

/// Returns the length of the train of an attempt (1, 2, …) at measuring a rate: longer for slower links, and twice as
/// long as the previous one.
[[nodiscard]] Nanoseconds trainTime(double bitsPerSecond, bool remote, int attempt);
[[nodiscard]] Endpoint responderOf(const RunPlan& plan, int node);
/// "node0→node1".
[[nodiscard]] std::string probeSubject(const RunPlan& plan, const ProbePlan& probe, const char* arrow);
/// Whether a train of packets can be sent: both ends need the agent.
[[nodiscard]] bool canSendTrain(const Testbed& testbed, const ProbePlan& probe);
/// Marks the gate of a path without an agent at one end.
[[nodiscard]] store::GateResult notProbed(store::GateResult gate);

/// Groups indices of probes that can be measured at the same time: no two pairs of a group share a NIC's direction or a
/// queue, and the total offered by a group is bounded by what this machine can send. Probes without `rate` are in no
/// group.
[[nodiscard]] std::vector<std::vector<std::size_t>> rateGroups(const NetworkPlan& network,
                                                               const std::vector<ProbePlan>& probes);

/// Sends trains of packets over the paths whose probe requests it, group by group. Failed and insufficient ones are
/// repeated up to three times.
[[nodiscard]] Result<std::vector<store::GateResult>> measureRates(const RunPlan& plan, Testbed& testbed,
                                                                  const JobContext& job);

} // namespace millrace::run
