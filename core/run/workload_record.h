// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/agent/node_values.h"
#include "core/base/issue.h"
#include "core/failures/failure_schedule.h"
#include "core/monitor/log_event.h"
#include "core/run/processor_use.h"
#include "core/run/traffic_record.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace millrace::run {

/// Counters of the experiment's interface at one instant.
struct SentPoint
{
    Nanoseconds wall{0};
    double bytes = 0;
    double packets = 0;
    double retransmitted = 0; ///< bytes, the highest sum seen until then over the node's open sockets
};

/// Outcome of a benchmark as it printed it.
struct PrintedResult
{
    std::string process; ///< "worker 1"
    monitor::ResultEvent event;
};

/// A failure that was made to happen.
struct Strike
{
    failures::Failure failure;
    std::string worker; ///< its label
    Nanoseconds begin{0}; ///< wall clock
    Nanoseconds end{0}; ///< 0: not over
};

/// What a training with policies or changing members says about itself.
struct AdaptationRecord
{
    Nanoseconds begun{0}; ///< the first worker said that it starts, wall clock; 0: not known
    std::uint64_t payload = 0; ///< bytes of the gradients; 0: not known
    std::string strategy; ///< at first; empty: not known
    int batch = 0; ///< at first
    std::vector<monitor::DecisionEvent> decisions;
    std::vector<monitor::ResizeEvent> resizes; ///< of every worker
    std::vector<monitor::NoticedEvent> noticed;
    std::vector<monitor::MetricEvent> noiseScales; ///< of every worker

    /// Anything else is ignored.
    void take(const monitor::LogEvent& event);
};

/// Events of the workers and counters of the nodes in one run, gathered for the summary. A plain value: the engine
/// fills it, a replay fills it from stored lines.
struct WorkloadRecord
{
    std::vector<monitor::IterationEvent> iterations; ///< of all ranks, in order of arrival; some without a time
    std::vector<PrintedResult> results; ///< bounded
    /// Last value of what was printed during the training, by metric of the run and "rank 1"; "": of the job.
    std::map<std::string_view, std::map<std::string, double>> lastPrinted;
    std::vector<monitor::FailureEvent> failures;
    AdaptationRecord adaptation;
    std::vector<Strike> strikes;
    int failuresLeftOut = 0; ///< because no worker was left that might fail
    std::vector<Nanoseconds> restarts; ///< of the whole job, wall clock
    std::vector<std::string> congestionControls; ///< by rank; empty: not reported
    std::vector<std::optional<monitor::SentEvent>> sentByRank; ///< of the built-in worker; by rank
    int verifications = 0; ///< sums that were compared across ranks …
    int wrong = 0; ///< … and differed
    std::vector<agent::Sample> firstSamples; ///< by node; before the workload
    std::vector<agent::Sample> lastSamples;
    std::vector<std::uint64_t> retransmittedBytes; ///< by node: the highest sum seen over its open sockets
    std::vector<Nanoseconds> processCpu; ///< by process of the plan
    std::vector<std::vector<SentPoint>> sent; ///< by node, every sample
    Issues issues; ///< of the log parsers
    std::int64_t samplesMissed = 0;
    std::vector<ProcessorUse> processors; ///< by node
    PhaseMarks phases; ///< of a run with cross traffic
    TrafficRecord traffic;
};

} // namespace millrace::run
