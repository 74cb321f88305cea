// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/agent/node_agent.h"
#include "core/base/json_fields.h"
#include "core/base/local_host.h"
#include "core/emulate/health.h"
#include "core/run/event_queue.h"
#include "core/run/run_plan.h"

#include <functional>
#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace millrace::run {

/// Something that a node's agent reported.
struct NodeEvent
{
    int node = 0; ///< position in RunPlan::emulation.nodes; -1: the emulator itself
    std::variant<agent::ProcessLine, agent::ProcessExit, agent::SampleBatch, Error> what; ///< Error: the agent is lost
};

/// Where a run takes place: the emulated cluster and one agent on each of its nodes. Lives for one run; when it ends,
/// and also when this process dies, everything that it made is gone.
class Testbed
{
public:
    /// What the emulator said when it was asked how well it worked.
    struct Health
    {
        emulate::EmulationHealth health;
        std::vector<std::string> problems;
        Json json;
    };

    /// Starts the emulator, then the agents of all nodes at once; `clusterMade` is called in between.
    [[nodiscard]] static Result<std::unique_ptr<Testbed>> start(const RunPlan& plan, bool userNamespace,
                                                                const JobContext& job,
                                                                const std::function<void()>& clusterMade = {});
    ~Testbed();

    [[nodiscard]] int nodeCount() const noexcept { return static_cast<int>(m_nodes.size()); }
    [[nodiscard]] agent::NodeAgent& node(int position) { return *m_nodes[static_cast<std::size_t>(position)].agent; }
    [[nodiscard]] EventQueue<NodeEvent>& events() noexcept { return m_events; }
    [[nodiscard]] Result<Health> health(bool reset);
    /// Ends agents and emulator in order, and says what went wrong while doing so. The destructor does the same without
    /// words.
    [[nodiscard]] std::vector<Error> stop();

private:
    struct Node
    {
        std::unique_ptr<LocalHost> host;
        std::unique_ptr<agent::NodeAgent> agent;
    };
    Testbed() = default;
    Result<void> startEmulator(const RunPlan& plan, bool userNamespace, std::vector<std::string>& prefixes);
    Result<void> startAgents(const RunPlan& plan, const std::vector<std::string>& pids);
    [[nodiscard]] agent::NodeAgentEvents eventsOf(int node);

    EventQueue<NodeEvent> m_events;
    LocalHost m_local{"this machine"};
    std::string m_id;
    std::unique_ptr<agent::NodeAgent> m_emulator;
    std::vector<Node> m_nodes;
};

} // namespace millrace::run
