// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/run/gate.h"
#include "core/run/testbed.h"

#include <vector>

namespace millrace::run {

/// Round trips of a remote cluster before anything was imposed, by position in RunPlan::probes; empty: none are needed.
using Baseline = std::vector<Nanoseconds>;

[[nodiscard]] Result<Baseline> measureBaseline(const RunPlan& plan, Testbed& testbed, const JobContext& job);

/// Measures the network between the nodes before the workload starts: round trips and losses from all nodes in
/// parallel, then the rates one after another, because trains of packets would disturb each other. A path faster than
/// the fastest train of this machine is left unmeasured (verdict Unknown).
[[nodiscard]] Result<std::vector<store::GateResult>> measureConditions(const RunPlan& plan, Testbed& testbed,
                                                                       const Baseline& baseline, const JobContext& job);

} // namespace millrace::run
