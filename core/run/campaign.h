// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/grid/plan.h"
#include "core/project/project_file.h"
#include "core/run/campaign_control.h"
#include "core/run/run_plan.h"
#include "core/run/runner.h"

#include <functional>
#include <stop_token>
#include <string>
#include <vector>

namespace millrace::run {

/// What happens after a run that failed or did not meet its gate.
struct FailurePolicy
{
    bool stop = false; ///< do not start another run
    int retries = 0; ///< further attempts at the same run before it counts as failed
    int pauseAfter = 0; ///< pause after so many equal failures in a row (stop, where nobody can resume); 0: never

    bool operator==(const FailurePolicy&) const = default;
};

/// Carries out one run; executeRun() does it on an emulated cluster.
using RunExecutor =
    std::function<Result<RunOutcome>(const RunPlan&, const RunHeading&, RunSinks, const JobContext& job)>;

/// Which campaign of a grid is meant.
enum class CampaignChoice
{
    Automatic, ///< a new one; but an unfinished or a finished one of the same grid is an error or is left as it is
    Resume, ///< the unfinished one goes on
    StartNew, ///< a new one whatever there is
};

struct CampaignOptions
{
    std::string grid; ///< empty: the first of the project
    std::vector<std::string> only; ///< "factor=level"
    CampaignChoice choice = CampaignChoice::Automatic;
    FailurePolicy failures;
    bool retryFailed = false; ///< with Resume: failed and invalid runs are made again
    std::filesystem::path programs; ///< the folder of millrace-agent and millrace-worker
    std::stop_token finish; ///< when requested, the run under way is finished and no other started
    std::vector<int> positions; ///< only these runs, by RunRecord::position; empty: all. The others stay planned
    std::vector<int> retry; ///< with Resume: these are made again, whatever they came to
    CampaignControl* control = nullptr; ///< must outlive the execution
    RunExecutor executor; ///< empty: executeRun(), after a look at this machine
};

/// What a campaign came to.
struct CampaignOutcome
{
    store::CampaignId campaign;
    int done = 0;
    int failed = 0;
    int invalid = 0;
    int cancelled = 0; ///< or never started
    int notNeeded = 0; ///< the stop rule was met before
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
/// The plan of one scheduled run.
[[nodiscard]] Result<RunPlan> planRun(const CampaignPlan& plan, const grid::PlannedRun& run,
                                      const std::filesystem::path& programs);

/// Plans one run of every cell, so that what cannot be carried out is said before the first run starts: the error names
/// the first such cell.
[[nodiscard]] Result<void> checkCells(const CampaignPlan& plan, const std::filesystem::path& programs);

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
