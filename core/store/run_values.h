// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/store/result_query.h"

#include <set>
#include <string>
#include <vector>

namespace millrace::store {

/// A run with the requested factors and metrics.
struct RunValues
{
    RunId id;
    std::string uuid;
    std::vector<Factor> factors;
    std::vector<Metric> metrics; ///< of all subjects; without `how`
};

/// Reads all matching runs, by campaign and position, in three passes over the store. Times are in seconds, also those
/// stored in nanoseconds.
[[nodiscard]] Result<std::vector<RunValues>> readRunValues(Database& database, const ResultFilter& filter,
                                                           const std::set<std::string>& factors,
                                                           const std::set<std::string>& metrics);

} // namespace millrace::store
