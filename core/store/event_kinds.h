// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <array>
#include <string_view>

namespace millrace::store {

/// Kind of the events of runs.
struct EventKind
{
    std::string_view name; ///< stable: in stores, exports and filters
    std::string_view definition; ///< also the manual's
};

[[nodiscard]] constexpr bool operator==(const EventKind& kind, std::string_view name) noexcept
{
    return kind.name == name;
}

namespace events {

// core/run: one run, from its preparation to its end
inline constexpr EventKind prepare{"prepare", "the cluster is being started"};
inline constexpr EventKind launchPlan{"launch-plan", "what is started on which node"};
inline constexpr EventKind simulated{"simulated",
                                     "nothing was started: model, calibration and error of the calculated times"};
inline constexpr EventKind agentless{"agentless", "a node is used without the agent: the reason, and the consequences"};
inline constexpr EventKind preflightWarning{"preflight-warning", "a finding of the check of a node before the run"};
inline constexpr EventKind imposed{"imposed", "kernel settings of a remote node on which conditions were imposed"};
inline constexpr EventKind probe{"probe", "the conditions are being measured"};
inline constexpr EventKind switchHealth{"switch-health", "the switch's report about the run, as JSON"};
// core/run: processes of the workload
inline constexpr EventKind workerStart{"worker-start", "a process of the workload was started"};
inline constexpr EventKind workerExit{"worker-exit", "a process of the workload ended, with its exit status"};
inline constexpr EventKind processFailed{"process-failed", "command, exit and end of stderr of a failed process"};
// core/run and core/replay: lines of the workers; of studies `worker-error` only
inline constexpr EventKind connected{"connected", "a worker has connected to all its peers"};
inline constexpr EventKind phase{
    "phase",
    "on a node: a phase of a worker; without: `baseline`, `loaded`, `drain`, `recovery` or `end` of cross traffic"};
inline constexpr EventKind wrongSum{"wrong-sum", "a verified sum differed between ranks"};
inline constexpr EventKind workerError{"worker-error", "a worker reported its failure, with the rank at fault"};
inline constexpr EventKind alarm{"alarm",
                                 "a detector reports that iterations got slower, slower still, or are back to normal"};
// core/run: issues that were counted while logs were read, by their own kinds
inline constexpr EventKind unknownLine{"unknown-line", "lines of the workers without a known meaning"};
inline constexpr EventKind damagedLine{"damaged-line", "lines of the workers that break their format"};
inline constexpr EventKind longLine{"long-line", "lines of the workers that are longer than 1 MiB"};
inline constexpr EventKind damagedFlow{"damaged-flow", "lines of a source's log that describe no flow"};
// core/run: cross traffic
inline constexpr EventKind crossTraffic{"cross-traffic", "the load, with its actual rate and capacity as JSON"};
inline constexpr EventKind crossTrafficFlaw{"cross-traffic-flaw", "defect of an as-published pattern"};
inline constexpr EventKind crossTrafficSent{"cross-traffic-sent", "final report of a source"};
inline constexpr EventKind crossTrafficReceived{"cross-traffic-received", "final report of a destination"};
inline constexpr EventKind crossTrafficError{"cross-traffic-error", "error of a source or a destination"};
// core/run: recordings of packets
inline constexpr EventKind captureStart{"capture-start", "recording of packets began"};
inline constexpr EventKind captureStop{"capture-stop", "recording of packets ended, with the number of packets"};
inline constexpr EventKind captureWarning{"capture-warning", "flaw of a recording"};
// core/run, core/replay, core/studies
inline constexpr EventKind resize{"resize", "the number of workers changed"};
inline constexpr EventKind noticed{"noticed", "a worker noticed the failure of another, and the training goes on"};
inline constexpr EventKind failure{"failure", "a worker was made to fail: kind, worker, seconds, factor as JSON"};
inline constexpr EventKind failureOver{"failure-over", "a failure that was made to happen is over"};
inline constexpr EventKind jobRestart{"job-restart", "all workers were started again after a failure"};
inline constexpr EventKind decision{"decision", "a policy changed strategy, batch or workers, with its reason"};
// core/studies: runs of others
inline constexpr EventKind interference{"interference", "a worker of KungFu changed its strategy after interference"};
inline constexpr EventKind host{"host", "location of a host: provider, region, GPU"};
inline constexpr EventKind peer{"peer", "host of a peer of the monitor"};
inline constexpr EventKind averagingRound{"averaging-round", "a round of averaging, with its time and rates"};
inline constexpr EventKind epoch{"epoch", "an epoch of the monitor: samples, time, rate, fewest peers"};
inline constexpr EventKind networkProbe{"network-probe", "one transfer between two hosts: rate and round trip"};

/// All of them, in the order in which lists show them.
inline constexpr std::array all{prepare,
                                launchPlan,
                                simulated,
                                agentless,
                                preflightWarning,
                                imposed,
                                probe,
                                switchHealth,
                                workerStart,
                                workerExit,
                                processFailed,
                                connected,
                                phase,
                                wrongSum,
                                workerError,
                                alarm,
                                unknownLine,
                                damagedLine,
                                longLine,
                                damagedFlow,
                                crossTraffic,
                                crossTrafficFlaw,
                                crossTrafficSent,
                                crossTrafficReceived,
                                crossTrafficError,
                                captureStart,
                                captureStop,
                                captureWarning,
                                resize,
                                noticed,
                                failure,
                                failureOver,
                                jobRestart,
                                decision,
                                interference,
                                host,
                                peer,
                                averagingRound,
                                epoch,
                                networkProbe};

} // namespace events

} // namespace millrace::store
