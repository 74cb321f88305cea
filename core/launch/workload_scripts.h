// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/embedded_text.h"
#include "core/launch/launch_plan.h"

#include <span>
#include <string_view>
#include <vector>

namespace millrace::launch {

/// Files of resources/workloads: "pytorch_ddp.py", …
[[nodiscard]] std::span<const EmbeddedText> workloadScripts() noexcept;
/// Files of the Python package millrace_torch, with all that it compiles on a node: "millrace_torch/__init__.py", …
[[nodiscard]] std::span<const EmbeddedText> torchPackage() noexcept;
/// Returns the package as files for every node, next to the scripts.
[[nodiscard]] std::vector<PlacedFile> placedTorchPackage();
/// Returns the path of a script in commands of a run: "{run}/workloads/pytorch_ddp.py".
[[nodiscard]] std::string scriptPath(std::string_view name);
/// Returns the scripts of these names as files for every node; the names must exist.
[[nodiscard]] std::vector<PlacedFile> placedScripts(const std::vector<std::string_view>& names);

} // namespace millrace::launch
