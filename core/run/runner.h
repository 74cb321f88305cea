// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/run/run_observer.h"
#include "core/run/run_plan.h"
#include "core/run/testbed.h"
#include "core/store/artefact_repository.h"
#include "core/store/run_repository.h"
#include "core/store/store_writer.h"

namespace millrace::run {

/// Destinations of a run's results. All must outlive the run.
struct RunSinks
{
    store::RunRepository& repository;
    store::StoreWriter& writer;
    RunObserver& observer;
    store::ArtefactRepository* artefacts = nullptr; ///< needed by plans that record packets
};

/// Carries out one planned run: prepare (cluster, agents, measured conditions), run the workload, collect, judge,
/// store; then everything is undone, whatever happened. Every state is in the journal before it takes effect. The
/// outcome is stored too; an Error is returned only if the store itself fails.
[[nodiscard]] Result<RunOutcome> executeRun(const RunPlan& plan, const RunRef& heading, RunSinks sinks,
                                            const TestbedOptions& options, const JobContext& job);

} // namespace millrace::run
