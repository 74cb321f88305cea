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

/// Policy after a run that failed or did not meet its gate.
struct FailurePolicy
{
    bool stop = false; ///< do not start another run
    int retries = 0; ///< further attempts at a run before it counts as failed
    int lateRepeats = 3; ///< further attempts at a run that is invalid because a machine was overloaded; made last
    int pauseAfter = 0; ///< pause after this many equal failures in a row (stop, if nobody can resume); 0: never

    bool operator==(const FailurePolicy&) const = default;
};

struct RunPlan;
struct RunSinks;

/// Carries out one run, as executeRun().
using RunExecutor = std::function<Result<RunOutcome>(const RunPlan&, const RunRef&, RunSinks, const JobContext& job)>;

/// Connects to a remote cluster for the duration of a campaign.
using NodeConnector =
    std::function<Result<std::unique_ptr<NodeSource>>(const cluster::Cluster& cluster, const JobContext& job)>;

/// Selects a campaign of a grid.
enum class CampaignChoice
{
    Automatic, ///< a new one; an unfinished one of the same grid is an error, a finished one is kept
    Resume, ///< continue the unfinished one
    StartNew, ///< always a new one
};

struct CampaignOptions
{
    std::string grid; ///< empty: the first of the project
    std::vector<std::string> only; ///< "factor=level"
    CampaignChoice choice = CampaignChoice::Automatic;
    FailurePolicy failures;
    bool retryFailed = false; ///< with Resume: failed and invalid runs are repeated
    std::filesystem::path programs; ///< the folder of millrace-agent and millrace-worker
    std::stop_token finish; ///< when requested, the current run is finished and no other started
    std::vector<int> positions; ///< only these runs, by RunRecord::position; empty: all. The others stay planned
    std::vector<int> retry; ///< with Resume: these are repeated, whatever their outcome
    CampaignControl* control = nullptr; ///< must outlive the execution
    NodeConnector connect; ///< reaches the nodes of remote clusters; empty: not supported
    RunExecutor executor; ///< empty: executeRun(), after a check of this machine
};

} // namespace millrace::run
