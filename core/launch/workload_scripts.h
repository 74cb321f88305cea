// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/embedded_text.h"
#include "core/launch/launch_plan.h"

#include <span>
#include <string_view>
#include <vector>

namespace millrace::launch {

/// The files of resources/workloads: "pytorch_ddp.py", …
[[nodiscard]] std::span<const EmbeddedText> workloadScripts() noexcept;
/// Where a script lies in a run, as a command names it: "{run}/workloads/pytorch_ddp.py".
[[nodiscard]] std::string scriptPath(std::string_view name);
/// The scripts of these names as files for every node; the names must exist.
[[nodiscard]] std::vector<PlacedFile> placedScripts(std::initializer_list<std::string_view> names);

} // namespace millrace::launch
