// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/emulate/health.h"
#include "core/run/run_plan.h"
#include "core/run/workload_record.h"
#include "core/store/records.h"

namespace millrace::run {

/// Returns the payload bytes that left a node between two samples: sent bytes of its interface, less 66 bytes of
/// headers (Ethernet 14, IPv4 20, TCP with time stamps 32) for every frame, less retransmissions. Valid with
/// segmentation offload, where the counters see one header for each large frame, and without. NaN if the interface is
/// not known.
[[nodiscard]] double payloadSent(const agent::Sample& first, const agent::Sample& last, std::uint64_t retransmitted,
                                 const std::string& interface);

/// Returns the metrics of a run, each with its formula. Steps are the measured ones; the step of the cluster is as long
/// as that of its slowest rank. `health` is absent without an emulated switch.
[[nodiscard]] std::vector<store::Metric> summariseRun(const RunPlan& plan, const WorkloadRecord& record,
                                                      const emulate::EmulationHealth* health);

/// Returns the verdicts that need the whole run: congestion control, traffic, the switch's health, sums, steps.
[[nodiscard]] std::vector<store::GateResult> judgeRun(const RunPlan& plan, const WorkloadRecord& record,
                                                      const emulate::EmulationHealth* health,
                                                      const std::vector<std::string>& healthProblems);

} // namespace millrace::run
