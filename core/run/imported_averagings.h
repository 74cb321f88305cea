// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/job.h"
#include "core/planner/averaging.h"
#include "core/store/database.h"

#include <vector>

namespace millrace::run {

/// Averagings of the trainings with Hivemind that were imported into a store (`import multi-cloud`): machines, what one
/// sends in a round, and the slowest connection by a network profile of the same store, between the training's regions,
/// within its one region, or between its providers. Without those for which there is no profile.
[[nodiscard]] Result<std::vector<planner::MeasuredAveraging>> importedAveragings(store::Database& database,
                                                                                 const JobContext& job = {});

} // namespace millrace::run
