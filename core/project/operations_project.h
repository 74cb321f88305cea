// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/clock.h"
#include "core/cluster/cluster.h"
#include "core/launch/frameworks.h"
#include "core/operations/operations.h"

#include <filesystem>
#include <string>

namespace millrace::project {

/// A cluster of so many nodes, one rank on each; emulated up to as many as that can be, else simulated.
[[nodiscard]] cluster::Cluster operationsCluster(int nodes, double nicBitsPerSecond, Nanoseconds delay);

/// Adds a workload of these operations, a cluster of as many nodes unless there is one, and a grid of both. The file is
/// made if it does not exist. Names get a number if they are taken.
[[nodiscard]] Result<void> addOperations(const std::filesystem::path& file, const operations::Operations& operations,
                                         const std::string& name, const launch::Frameworks& frameworks);

} // namespace millrace::project
