// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/launch/frameworks.h"
#include "core/planner/averaging.h"
#include "core/store/database.h"

namespace millrace::run {

/// An averaging law of own runs.
struct FittedAveraging
{
    planner::AveragingLaw law;
    double meanError = 0; ///< of the runs that it was fitted to, |predicted ÷ measured - 1|
};

/// Fits the averaging law to the measured cells of a store in which each worker owns an equal part of the vector:
/// all-reduces PAIRWISE and CLIQUE of the built-in worker; where there are fewer than three, to its imported trainings.
/// InvalidInput for fewer than three of either.
[[nodiscard]] Result<FittedAveraging> fitAveragingRuns(store::Database& database, const launch::Frameworks& frameworks,
                                                       const std::string& source, const JobContext& job = {});

} // namespace millrace::run
