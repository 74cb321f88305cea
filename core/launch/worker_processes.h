// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/launch/launch_plan.h"

#include <string>
#include <vector>

namespace millrace::launch {

/// Plans `millrace-worker train` for every slot, with its rank, the peers and these options.
[[nodiscard]] LaunchPlan planWorkers(const LaunchRequest& request, const std::vector<std::string>& options);

} // namespace millrace::launch
