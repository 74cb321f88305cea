// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/launch/launch_plan.h"

#include <span>
#include <string_view>
#include <vector>

namespace millrace::launch {

/// A file of resources/workloads, compiled in.
struct WorkloadScript
{
    std::string_view name; ///< "pytorch_ddp.py"
    std::string_view text;
};

[[nodiscard]] std::span<const WorkloadScript> workloadScripts() noexcept;
/// Where a script lies in a run, as a command names it: "{run}/workloads/pytorch_ddp.py".
[[nodiscard]] std::string scriptPath(std::string_view name);
/// The scripts of these names as files for every node; the names must exist.
[[nodiscard]] std::vector<PlacedFile> placedScripts(std::initializer_list<std::string_view> names);

} // namespace millrace::launch
