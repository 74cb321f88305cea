// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/run/node_source.h"
#include "core/run/run_observer.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace millrace::run {

class CampaignControl;

/// What happens after a run that failed or did not meet its gate.
struct FailurePolicy
{
    bool stop = false; ///< do not start another run
    int retries = 0; ///< further attempts at the same run before it counts as failed
    int lateRepeats = 3; ///< further attempts at a run that is invalid because this machine was late; made last
    int pauseAfter = 0; ///< pause after so many equal failures in a row (stop, where nobody can resume); 0: never

    bool operator==(const FailurePolicy&) const = default;
};

struct RunPlan;
struct RunSinks;

/// Carries out one run, as executeRun() does.
using RunExecutor =
    std::function<Result<RunOutcome>(const RunPlan&, const RunHeading&, RunSinks, const JobContext& job)>;

/// Makes the connection to a remote cluster that a campaign holds as long as it lasts.
using NodeConnector =
    std::function<Result<std::unique_ptr<NodeSource>>(const cluster::Cluster& cluster, const JobContext& job)>;

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
    NodeConnector connect; ///< reaches the nodes of remote clusters; empty: there is no way
    RunExecutor executor; ///< empty: executeRun(), after a look at this machine
};

} // namespace millrace::run
