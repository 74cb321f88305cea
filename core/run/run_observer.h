// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/monitor/log_event.h"
#include "core/store/records.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace millrace::run {

/// Identifies a run in notifications.
struct RunRef
{
    store::RunId run;
    std::string label; ///< "strategy=RING loss=1%"
    int position = 0; ///< in the order of the plan, from 1
    int total = 0; ///< runs of the campaign
    int repetition = 0;
    int attempt = 1;
    bool warmup = false;
    int key = 0; ///< RunRecord::position, as used by CampaignControl
    int warmupSteps = 0; ///< of each worker, before …
    int steps = 0; ///< … the measured ones; 0: not known
};

/// Progress of a campaign.
struct CampaignProgress
{
    std::string project;
    std::string grid;
    int total = 0; ///< runs, warm-ups included
    int finished = 0; ///< done, failed, invalid, or not needed
    int failed = 0;
    int invalid = 0;
    Nanoseconds elapsed{0};
    Nanoseconds left{0}; ///< estimate from the finished runs; 0: not known yet
    int cancelled = 0; ///< by the user
    int waiting = 0; ///< queued
    int heldBack = 0; ///< planned, but not queued
};

/// Step of a run, finer than its state.
enum class RunStep
{
    MakeCluster,
    StartAgents,
    MeasureConditions,
    StartCaptures,
    StartWorkers,
    Run,
    Collect,
    Judge,
    CleanUp
};

/// Runs that a campaign has not begun, by RunRecord::position.
struct CampaignQueue
{
    std::vector<int> waiting; ///< in order of execution
    std::vector<int> heldBack; ///< stay planned unless put into the order; ascending

    bool operator==(const CampaignQueue&) const = default;
};

/// Value of a series as it is stored.
struct LiveSample
{
    std::string_view name; ///< "net.sent"
    std::string_view subject; ///< node or "rank 0"
    std::string_view unit;
    Nanoseconds wall{0};
    double value = 0; ///< NaN: a gap
};

/// Result of a finished run.
struct RunOutcome
{
    store::RunState state = store::RunState::Failed;
    Error error; ///< if it failed, was cancelled or is invalid
    std::vector<store::Metric> metrics;
    std::vector<store::GateResult> gates;
};

/// Notified of events, on the campaign's thread, in order. Must return quickly.
class RunObserver
{
public:
    virtual ~RunObserver() = default;
    /// Called when the campaign is in the store, with the current attempts of its runs, by position.
    virtual void campaignStarted(store::CampaignId, std::span<const store::RunRecord>) { }
    virtual void campaignMoved(const CampaignProgress&) { }
    virtual void queueMoved(const CampaignQueue&) { }
    virtual void paused(bool) { }
    /// Planned: a further attempt was queued.
    virtual void runMoved(const RunRef&, store::RunState) { }
    virtual void stepMoved(const RunRef&, RunStep /*now*/, std::optional<RunStep> /*next*/) { }
    virtual void iteration(const RunRef&, const monitor::IterationEvent&) { }
    virtual void sample(const RunRef&, const LiveSample&) { }
    virtual void line(const RunRef&, const store::LogLine&) { }
    virtual void event(const RunRef&, const store::Event&) { }
    virtual void runEnded(const RunRef&, const RunOutcome&) { }
    /// Called with the reason why a run will not be made: the stop rule is met.
    virtual void runSkipped(const RunRef&, std::string_view) { }
    virtual void notice(std::string_view) { } ///< one sentence that is not about a single run
};

} // namespace millrace::run
