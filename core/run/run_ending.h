// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/run/runner.h"

#include <functional>

namespace millrace::run {

/// Ends a run: gives the outcome its state by how the execution went and by its gates, calls `undo`, which may add to
/// the outcome and whose errors become notices, writes the outcome after all data of the run, and notifies the
/// observer.
[[nodiscard]] Result<RunOutcome> endRun(const RunPlan& plan, const RunRef& heading, RunSinks sinks, RunOutcome& outcome,
                                        const Result<void>& executed, const std::function<std::vector<Error>()>& undo,
                                        const JobContext& job);

} // namespace millrace::run
