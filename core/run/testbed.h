// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/agent/node_agent.h"
#include "core/base/json_fields.h"
#include "core/base/local_host.h"
#include "core/emulate/health.h"
#include "core/run/event_queue.h"
#include "core/run/node_source.h"
#include "core/run/run_plan.h"

#include <atomic>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace millrace::run {

inline constexpr Nanoseconds callTime = std::chrono::seconds(10); ///< for a node to answer a request
inline constexpr std::size_t keptErrorBytes = 2000; ///< of what a program wrote last

/// Something that a node's agent reported.
struct NodeEvent
{
    int node = 0; ///< position in NetworkPlan::nodes; -1: the emulator itself
    std::variant<agent::ProcessLine, agent::ProcessExit, agent::SampleBatch, Error> what; ///< Error: the agent is lost
};

struct TestbedOptions
{
    bool userNamespace = false; ///< emulated clusters need one of their own
    NodeSource* nodes = nullptr; ///< of a remote cluster
};

/// Where a run takes place: one agent on each node, of an emulated cluster that was made for it or of a remote one.
/// Lives for one run; when it ends, and also when this process dies, everything that it made is gone.
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

    /// Starts the emulator or reaches the nodes, then the agents of all nodes at once; `clusterMade` is called in
    /// between.
    [[nodiscard]] static Result<std::unique_ptr<Testbed>> start(const RunPlan& plan, const TestbedOptions& options,
                                                                const JobContext& job,
                                                                const std::function<void()>& clusterMade = {});
    ~Testbed();

    [[nodiscard]] int nodeCount() const noexcept { return static_cast<int>(m_nodes.size()); }
    [[nodiscard]] agent::NodeAgent& node(int position) { return *m_nodes[static_cast<std::size_t>(position)].agent; }
    [[nodiscard]] EventQueue<NodeEvent>& events() noexcept { return m_events; }
    [[nodiscard]] const RunNode& plan(int position) const { return at(position).plan; }
    /// Nothing for a remote cluster.
    [[nodiscard]] Result<std::optional<Health>> health(bool reset);
    /// Why a node is used without the agent (core/agentless); empty: it has one.
    [[nodiscard]] const std::string& agentless(int position) const { return at(position).reached.agentless; }
    /// The folder of our programs on a node.
    [[nodiscard]] const std::string& programs(int position) const { return at(position).reached.programs; }
    /// The folder of this run on a node; it goes with the agent.
    [[nodiscard]] const std::string& folder(int position) const { return at(position).folder; }
    /// How far a node's clock is ahead of this machine's; 0 until it is set. Times of lines, exits and samples are
    /// given by this machine's clock.
    [[nodiscard]] Nanoseconds clockOffset(int position) const { return Nanoseconds(at(position).clockOffset->load()); }
    void setClockOffset(int position, Nanoseconds offset) { at(position).clockOffset->store(offset.count()); }
    /// A command of the plan with {run}, {programs}, {agent} (the agent's program) and {interface} filled in for a
    /// node.
    [[nodiscard]] Command filled(int position, Command command) const;
    /// Puts a file into the run's folder on a node.
    [[nodiscard]] Result<void> place(int position, const launch::PlacedFile& file);
    /// A file of a remote node; Unsupported: only the agent can read it.
    [[nodiscard]] Result<void> fetch(int position, const std::string& from, const std::filesystem::path& to,
                                     const JobContext& job);
    /// For every node at once; the first error.
    Result<void> forAll(const std::function<Result<void>(int)>& what);
    /// Ends agents and emulator in order, and says what went wrong while doing so. The destructor does the same without
    /// words.
    [[nodiscard]] std::vector<Error> stop();

private:
    struct Node
    {
        RunNode plan;
        ReachedNode reached;
        std::string folder;
        std::unique_ptr<std::atomic<std::int64_t>> clockOffset = std::make_unique<std::atomic<std::int64_t>>(0);
        std::unique_ptr<agent::NodeAgent> agent;
    };
    Testbed() = default;
    Result<void> startEmulator(const RunPlan& plan, bool userNamespace);
    Result<void> reachNodes(const JobContext& job);
    Result<void> startAgents(const JobContext& job);
    Result<void> startAgent(int position);
    [[nodiscard]] agent::NodeAgentEvents eventsOf(int node);
    [[nodiscard]] Node& at(int position) { return m_nodes[static_cast<std::size_t>(position)]; }
    [[nodiscard]] const Node& at(int position) const { return m_nodes[static_cast<std::size_t>(position)]; }

    EventQueue<NodeEvent> m_events;
    LocalHost m_local{"this machine"};
    NodeSource* m_source = nullptr;
    std::string m_workFolder; ///< on the nodes, as the cluster says; empty: the agent's choice
    std::string m_id;
    bool m_builtin = false; ///< the workload is a program of ours
    std::unique_ptr<agent::NodeAgent> m_emulator;
    std::vector<Node> m_nodes;
};

} // namespace millrace::run
