// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/run/runner.h"
#include "core/run/simulated_training.h"

namespace millrace::run {

/// Carries out one run of a simulated cluster: as executeRun(), but its steps are calculated (core/simulate) and take
/// no time. Up to `mostRanksInSeries` ranks have the series of a measured run, more only that of all workers. `ahead`:
/// its steps, if they are there already.
[[nodiscard]] Result<RunOutcome> simulateRun(const RunPlan& plan, const RunRef& heading, RunSinks sinks,
                                             const JobContext& job, const CalculatedSteps* ahead = nullptr);
inline constexpr std::size_t mostRanksInSeries = 16;

} // namespace millrace::run
