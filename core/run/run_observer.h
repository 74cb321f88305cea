// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/monitor/log_event.h"
#include "core/store/records.h"

#include <string>
#include <string_view>
#include <vector>

namespace millrace::run {

/// Which run something is about.
struct RunHeading
{
    store::RunId run;
    std::string label; ///< "strategy=RING loss=1%"
    int position = 0; ///< among the campaign's runs, in the order of execution, from 1
    int total = 0; ///< runs of the campaign
    int repetition = 0;
    int attempt = 1;
    bool warmup = false;
};

/// How a campaign stands.
struct CampaignProgress
{
    std::string project;
    std::string grid;
    int total = 0; ///< runs, warm-ups included
    int finished = 0; ///< done, failed, invalid, or not needed
    int failed = 0;
    int invalid = 0;
    Nanoseconds elapsed{0};
    Nanoseconds left{0}; ///< estimate from the runs made so far; 0: not known yet
};

/// What a finished run gave.
struct RunOutcome
{
    store::RunState state = store::RunState::Failed;
    Error error; ///< when it failed, was cancelled or is invalid
    std::vector<store::Metric> metrics;
    std::vector<store::GateResult> gates;
};

/// Told what happens, on the campaign's thread, in order. Must be quick.
class RunObserver
{
public:
    virtual ~RunObserver() = default;
    virtual void campaignMoved(const CampaignProgress&) { }
    virtual void runMoved(const RunHeading&, store::RunState) { }
    virtual void iteration(const RunHeading&, const monitor::IterationEvent&) { }
    virtual void runEnded(const RunHeading&, const RunOutcome&) { }
    virtual void notice(std::string_view) { } ///< one sentence that is not about a single run
};

} // namespace millrace::run
