// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/issue.h"

#include <chrono>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace millrace::launch {

/// A training job: what runs on every worker.
struct Workload
{
    std::string name;
    std::string framework = "builtin"; ///< a name of frameworks()
    std::string backend; ///< empty: the framework's first one
    std::string model = "resnet50";
    int batch = 32; ///< samples per worker and step
    std::string strategy; ///< of the all-reduce; empty: the framework's first one
    std::string optimizer = "sgd";
    int steps = 20; ///< measured ones
    int warmupSteps = 2; ///< before them, not measured
    std::optional<std::chrono::nanoseconds> computeTime; ///< of one step; absent: from the model and deviceFlops
    double deviceFlops = 0; ///< floating-point operations per second of the pretended device; 0: the worker's default
    double computeJitter = 0; ///< relative standard deviation of the compute time
    int verifyEvery = 5; ///< steps between checksums across ranks; 0: never
    std::chrono::nanoseconds deadline{10'000'000'000}; ///< of every wait for another rank
    std::vector<std::string> command; ///< framework "command", or the training script and its arguments for the others
    std::filesystem::path folder; ///< where the command runs; empty: the run's own folder
    std::map<std::string, std::string> extras; ///< further options by name, handed on as they are

    bool operator==(const Workload&) const = default;
};

/// Every problem at once, `where` relative to the workload: "batch", "strategy".
[[nodiscard]] Issues validate(const Workload& workload);

} // namespace millrace::launch
