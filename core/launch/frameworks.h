// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace millrace::launch {

/// What a training framework can be asked for. The first backend and strategy are its defaults. An empty list: any text
/// is accepted.
struct FrameworkTraits
{
    std::string name;
    std::vector<std::string> backends;
    std::vector<std::string> strategies; ///< with `hasStrategy`
    std::vector<std::string> models;
    std::vector<std::string> optimizers;
    bool hasStrategy = false; ///< the all-reduce strategy can be chosen
    bool needsCommand = false; ///< Workload::command must name a program or script
    std::vector<std::string> ignoredFactors; ///< known factors that have no effect on it
};

[[nodiscard]] std::span<const FrameworkTraits> frameworks();
[[nodiscard]] const FrameworkTraits* findFramework(std::string_view name);
[[nodiscard]] std::vector<std::string> frameworkNames();

} // namespace millrace::launch
