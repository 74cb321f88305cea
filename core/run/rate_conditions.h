// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/run/gate.h"
#include "core/run/testbed.h"

#include <string>
#include <vector>

namespace millrace::run {

/// Port of the responders that probes are sent to.
inline constexpr std::uint16_t responderPort = 9700;

/// How long the train of an attempt (1, 2, …) at measuring a rate is: the longer the slower, and twice as long as the
/// last.
[[nodiscard]] Nanoseconds trainTime(double bitsPerSecond, bool remote, int attempt);
[[nodiscard]] Endpoint probeResponder(const RunPlan& plan, const ProbePlan& probe);
/// "node0→node1".
[[nodiscard]] std::string probeSubject(const RunPlan& plan, const ProbePlan& probe, const char* arrow);
/// Whether a train of packets can be sent: it needs the agent at both ends.
[[nodiscard]] bool canSendTrain(const Testbed& testbed, const ProbePlan& probe);
/// A gate of a path that has no agent at one end.
[[nodiscard]] store::GateResult notProbed(store::GateResult gate);

/// Indices of probes in groups that can be measured at the same time: no two pairs of a group share a NIC's direction
/// or a queue, and what a group offers in all is bounded by what this machine can send. Probes without `rate` are in
/// no group.
[[nodiscard]] std::vector<std::vector<std::size_t>> rateGroups(const NetworkPlan& network,
                                                               const std::vector<ProbePlan>& probes);

/// Trains of packets over the paths whose probe says so, group by group. What fails, and what could not be offered, is
/// measured once more.
[[nodiscard]] Result<std::vector<store::GateResult>> measureRates(const RunPlan& plan, Testbed& testbed,
                                                                  const JobContext& job);

} // namespace millrace::run
