// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/impair/impair_spec.h"
#include "core/run/testbed.h"

#include <string>
#include <vector>

namespace millrace::run {

/// Returns the impairments of each node of a remote cluster, by position; without peers if there are none.
[[nodiscard]] std::vector<impair::ImpairSpec> impairmentsOf(const NetworkPlan& network);

/// Applies the impairments on all nodes in parallel; returns one sentence per node about its kernel settings. If one
/// node fails, those that succeeded are left to restoreConditions().
[[nodiscard]] Result<std::vector<std::string>> imposeConditions(const RunPlan& plan, Testbed& testbed);
/// Restores the previous state of the nodes; returns the first error.
[[nodiscard]] Result<void> restoreConditions(const RunPlan& plan, Testbed& testbed);

} // namespace millrace::run
