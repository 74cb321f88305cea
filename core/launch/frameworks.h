// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/issue.h"
#include "core/launch/launch_plan.h"

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace millrace::launch {

class FrameworkAdapter;

/// What a training framework can be asked for. The first backend and strategy are its defaults. An empty list: any text
/// is accepted.
struct FrameworkTraits
{
    std::string name;
    std::vector<std::string> backends;
    std::vector<std::string> strategies; ///< with `hasStrategy`
    std::vector<std::string> models; ///< of the own script; a program of the user's own takes any
    std::vector<std::string> optimizers; ///< likewise
    bool hasStrategy = false; ///< the all-reduce strategy can be chosen
    bool needsCommand = false; ///< Workload::command must name a program or script
    bool takesCommand = false; ///< it can; without, a script that comes with Millrace is started
    std::vector<std::string> ignoredFactors; ///< known factors that have no effect on it
    std::vector<std::string> options; ///< extra options that it knows by name
    std::string summary; ///< one sentence for lists
    std::filesystem::path file; ///< where it is described; empty for those that are built in
};

/// Built-in frameworks, then those that were added. What is returned stays valid and unchanged for the life of the
/// process. Any thread.
[[nodiscard]] std::span<const FrameworkTraits> frameworks();
[[nodiscard]] const FrameworkTraits* findFramework(std::string_view name);
[[nodiscard]] std::vector<std::string> frameworkNames();
/// Null for an unknown name.
[[nodiscard]] std::shared_ptr<const FrameworkAdapter> findAdapter(std::string_view name);

/// From now on, frameworks() lists this one, too; one of the same name that was added before is replaced. InvalidInput
/// for the name of a built-in framework. Any thread.
[[nodiscard]] Result<void> addFramework(std::shared_ptr<const FrameworkAdapter> adapter);

/// With the framework's first backend and strategy where none is named.
[[nodiscard]] Workload withDefaults(Workload workload);
/// What stands in the way of this workload on these nodes, `where` relative to the workload. Without nodes: what is
/// wrong on any.
[[nodiscard]] Issues check(const Workload& workload, std::span<const PlacedNode> nodes);

} // namespace millrace::launch
