// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/grid/plan.h"
#include "core/project/project_file.h"
#include "core/run/campaign_control.h"
#include "core/run/campaign_options.h"
#include "core/run/run_plan.h"
#include "core/run/runner.h"

#include <map>
#include <string>

namespace millrace::run {

/// What a campaign came to.
struct CampaignOutcome
{
    store::CampaignId campaign;
    int done = 0;
    int failed = 0;
    int invalid = 0;
    int cancelled = 0; ///< or never started
    int notNeeded = 0; ///< the stop rule was met before
    int repeated = 0; ///< attempts that did not count because this machine was late
    bool nothingToDo = false; ///< the store had it all
};

/// A grid with everything that it takes to make its runs, checked before anything starts.
struct CampaignPlan
{
    project::Project project;
    std::filesystem::path projectFile;
    grid::GridSpec grid;
    grid::Expansion expansion;
    grid::Plan schedule;
    std::string specJson; ///< cluster, workload and grid exactly as they are run
};

/// Expands a grid. The error is the first problem of the project, and says how many more there are.
[[nodiscard]] Result<CampaignPlan> planCampaign(const project::ProjectFile& file, const CampaignOptions& options);
/// The same of a project that need not be in a file; `projectFile` only stands in the campaign's record.
[[nodiscard]] Result<CampaignPlan>
planCampaign(const project::Project& project, const std::filesystem::path& projectFile, const CampaignOptions& options);
/// The plan of one scheduled run; `found` fills in what the project does not say about the nodes' networks.
[[nodiscard]] Result<RunPlan> planRun(const CampaignPlan& plan, const grid::PlannedRun& run,
                                      const std::filesystem::path& programs, const FoundNetworks& found = {});
/// The cluster that a plan is made for.
[[nodiscard]] const cluster::Cluster& clusterOf(const CampaignPlan& plan);

/// Plans one run for every combination of levels that decides whether a run can be made, so that what cannot be carried
/// out is said before the first run starts: the error names the first such cell. Takes a second for a million cells.
[[nodiscard]] Result<void> checkCells(const CampaignPlan& plan, const std::filesystem::path& programs,
                                      const JobContext& job = {});

/// Likewise whether the programs of the runs are there, as far as that is known here (see missingProgram), and the
/// variables of the environment that they are given.
[[nodiscard]] Result<void> checkStarts(const CampaignPlan& plan, const std::filesystem::path& programs,
                                       const JobContext& job = {});

/// Whether emulated clusters can be made here: Denied with what exactly is missing, or true where that takes a user
/// namespace.
[[nodiscard]] Result<bool> checkMachine();

/// Makes all runs of a plan that the store does not have yet, one after another. Blocks; stops between steps when the
/// job is cancelled: the run under way is undone and marked cancelled, everything else stays planned. An Error comes
/// back where the campaign could not begin or the store failed; failed runs are counted in the outcome.
[[nodiscard]] Result<CampaignOutcome> executeCampaign(const CampaignPlan& plan, store::Database& database,
                                                      const CampaignOptions& options, RunObserver& observer,
                                                      const JobContext& job);

} // namespace millrace::run
