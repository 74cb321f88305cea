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

/// Result of a campaign.
struct CampaignOutcome
{
    store::CampaignId campaign;
    int done = 0;
    int failed = 0;
    int invalid = 0;
    int cancelled = 0; ///< or never started
    int notNeeded = 0; ///< the stop rule was met earlier
    int repeated = 0; ///< attempts that did not count because this machine was overloaded
    bool nothingToDo = false; ///< the store had all runs
};

/// A grid with everything needed for its runs, validated before anything starts.
struct CampaignPlan
{
    project::Project project;
    std::filesystem::path projectFile;
    grid::GridSpec grid;
    grid::Expansion expansion;
    grid::Plan schedule;
    std::string specJson; ///< cluster, workload and grid exactly as executed
};

/// Expands a grid. The error is the first problem of the project, with the number of further ones.
[[nodiscard]] Result<CampaignPlan> planCampaign(const project::ProjectFile& file, const CampaignOptions& options);
/// Plans a project that need not be in a file; `projectFile` is only recorded with the campaign.
[[nodiscard]] Result<CampaignPlan>
planCampaign(const project::Project& project, const std::filesystem::path& projectFile, const CampaignOptions& options);
/// Returns the plan of one scheduled run; `found` fills in what the project leaves open about the nodes' networks,
/// `calibration` is for a simulated cluster.
[[nodiscard]] Result<RunPlan> planRun(const CampaignPlan& plan, const grid::PlannedRun& run,
                                      const std::filesystem::path& programs, const FoundNetworks& found = {},
                                      const std::optional<simulate::Calibration>& calibration = {});
/// Returns the cluster of a plan.
[[nodiscard]] const cluster::Cluster& clusterOf(const CampaignPlan& plan);

/// Plans one run for every combination of levels that decides whether a run is possible, so that an impossible cell is
/// reported before the first run starts: the error names the first such cell. Takes a second for a million cells.
[[nodiscard]] Result<void> checkCells(const CampaignPlan& plan, const std::filesystem::path& programs,
                                      const JobContext& job = {});

/// Checks that the programs of the runs exist, as far as that is known here (see missingProgram), and the environment
/// variables that they get.
[[nodiscard]] Result<void> checkStarts(const CampaignPlan& plan, const std::filesystem::path& programs,
                                       const JobContext& job = {});

/// Checks that emulated clusters can be made here: Denied with the missing permission, or true if that takes a user
/// namespace.
[[nodiscard]] Result<bool> checkMachine();

/// Makes all runs of a plan that the store does not have yet, one after another. Blocks; stops between steps when the
/// job is cancelled: the current run is undone and marked cancelled, the others stay planned. Returns an Error if the
/// campaign could not begin or the store failed; failed runs are counted in the outcome.
[[nodiscard]] Result<CampaignOutcome> executeCampaign(const CampaignPlan& plan, store::Database& database,
                                                      const CampaignOptions& options, RunObserver& observer,
                                                      const JobContext& job);

} // namespace millrace::run
