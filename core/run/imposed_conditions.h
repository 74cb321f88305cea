// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/impair/impair_spec.h"
#include "core/run/testbed.h"

#include <string>
#include <vector>

namespace millrace::run {

/// What each node of a remote cluster must do to the packets that it sends, by position; without peers where nothing.
[[nodiscard]] std::vector<impair::ImpairSpec> impairmentsOf(const NetworkPlan& network);

/// On all nodes at once; one sentence for each node about what its kernel now does. When one node fails, those that
/// succeeded are left to restoreConditions().
[[nodiscard]] Result<std::vector<std::string>> imposeConditions(const RunPlan& plan, Testbed& testbed);
/// Puts back what the nodes had before; the first error.
[[nodiscard]] Result<void> restoreConditions(const RunPlan& plan, Testbed& testbed);

} // namespace millrace::run
