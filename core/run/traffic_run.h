// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/monitor/traffic_reader.h"
#include "core/run/recorder.h"
#include "core/run/testbed.h"
#include "core/run/traffic_record.h"

#include <optional>
#include <string>
#include <vector>

namespace millrace::run {

/// The processes that make cross traffic on the nodes: receivers first, then senders, which wait until all may begin at
/// one instant. One thread, that of the run.
class TrafficRun
{
public:
    TrafficRun(const TrafficPlan& plan, Testbed& testbed, Recorder& recorder);

    /// Places the orders and starts the processes. Unsupported on a node without the agent.
    [[nodiscard]] Result<void> start();
    /// Whether all started processes have reported that they are ready.
    [[nodiscard]] bool isReady() const;
    [[nodiscard]] bool isEnded() const; ///< all senders have reported their end
    /// Whether the line or the exit belongs to one of its processes. An early exit is an error.
    [[nodiscard]] Result<bool> take(int node, const agent::ProcessLine& line);
    [[nodiscard]] Result<bool> take(int node, const agent::ProcessExit& exit);
    /// Sets the senders' start on the controller's clock. `rate`: of all endless flows together, bit/s; 0: from the
    /// orders.
    [[nodiscard]] Result<void> begin(Nanoseconds wall, double rate);
    /// Changes the rate of paced endless flows over UDP during the load.
    [[nodiscard]] Result<void> steer(double rate);
    /// Stops remaining processes and reads the flow logs. Also after a failure.
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
