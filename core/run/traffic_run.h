// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/crosstraffic/flow_log.h"
#include "core/monitor/traffic_reader.h"
#include "core/run/recorder.h"
#include "core/run/testbed.h"

#include <optional>
#include <string>
#include <vector>

namespace millrace::run {

/// Bytes of cross traffic at one node in one stretch, by the controller's clock.
struct TrafficRate
{
    Nanoseconds begin{0};
    Nanoseconds end{0};
    double bytes = 0;
};

/// What became of the cross traffic of a run.
struct TrafficRecord
{
    std::vector<std::vector<TrafficRate>> acked; ///< by sender of the plan
    std::vector<std::vector<crosstraffic::FlowRecord>> flows; ///< likewise; times by the controller's clock
    std::vector<std::string> logs; ///< the flow logs as text, likewise
    double rate = 0; ///< bit/s of all endless flows together, as chosen for a slow-down, at last; 0: none was chosen
    std::vector<std::string> problems; ///< what a sender or receiver said about itself
};

/// The processes that make cross traffic on the nodes: receivers first, then senders, which wait until all may begin at
/// one instant. One thread, that of the run.
class TrafficRun
{
public:
    TrafficRun(const TrafficPlan& plan, Testbed& testbed, Recorder& recorder);

    /// Places the orders and starts the processes. Unsupported on a node that is used without the agent.
    [[nodiscard]] Result<void> start();
    /// Whether all that were started have said that they are ready.
    [[nodiscard]] bool isReady() const;
    [[nodiscard]] bool isEnded() const; ///< all senders have said what they did
    /// Whether the line or the end was of one of its processes. An end before its time is an error.
    [[nodiscard]] Result<bool> take(int node, const agent::ProcessLine& line);
    [[nodiscard]] Result<bool> take(int node, const agent::ProcessExit& exit);
    /// Senders begin at this instant of the controller's clock. `rate`: of all endless flows together, bit/s; 0: as the
    /// orders say.
    [[nodiscard]] Result<void> begin(Nanoseconds wall, double rate);
    /// Another rate for paced endless flows over UDP, while the load lasts.
    [[nodiscard]] Result<void> steer(double rate);
    /// Stops what still runs and reads the flow logs. Also after a failure.
    [[nodiscard]] Result<void> finish();
    [[nodiscard]] const TrafficRecord& record() const noexcept { return m_record; }

private:
    struct Process
    {
        int node = 0;
        int sender = -1; ///< position in the plan; -1: a receiver
        agent::ProcessId id;
        bool ready = false;
        bool ended = false;
        bool stopped = false; ///< by us
        bool exited = false;
        std::optional<Nanoseconds> lastRate;
        std::string lastErrors;
    };

    Result<void> startProcess(Process& process, std::vector<std::string> arguments);
    Result<void> takeRate(Process& process, const monitor::TrafficLine& line);
    Result<void> readLog(const Process& process);
    [[nodiscard]] Process* find(int node, agent::ProcessId id);
    [[nodiscard]] const std::string& nodeName(int node) const;

    const TrafficPlan& m_plan;
    Testbed& m_testbed;
    Recorder& m_recorder;
    std::vector<Process> m_processes;
    Nanoseconds m_begin{0};
    bool m_finishing = false;
    TrafficRecord m_record;
};

} // namespace millrace::run
