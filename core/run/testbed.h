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
inline constexpr std::size_t keptErrorBytes = 2000; ///< of a program's last output

/// Something that a node reported.
struct NodeEvent
{
    int node = 0; ///< position in NetworkPlan::nodes; -1: the emulator itself
    std::variant<agent::ProcessLine, agent::ProcessExit, agent::SampleBatch, Error> what; ///< Error: the agent is lost
};

struct TestbedOptions
{
    bool userNamespace = false; ///< emulated clusters need a user namespace
    NodeSource* nodes = nullptr; ///< of a remote cluster
    RunClock* clock = nullptr; ///< must outlive the run; null: the clocks of this machine
};

/// Where a run takes place: the nodes of an emulated cluster that was made for it, or of a remote one, and the clock.
/// Lives for one run; when it ends, and also when this process dies, everything that it made is gone.
class Testbed
{
public:
    /// Emulator's report about itself.
    struct Health
    {
        emulate::EmulationHealth health;
        std::vector<std::string> problems;
        Json json;
    };

    /// Starts the emulator or reaches the nodes, then starts the agents of all nodes in parallel; `clusterMade` is
    /// called in between.
    [[nodiscard]] static Result<std::unique_ptr<Testbed>> start(const RunPlan& plan, const TestbedOptions& options,
                                                                const JobContext& job,
                                                                const std::function<void()>& clusterMade = {});
    ~Testbed();

    [[nodiscard]] int nodeCount() const noexcept { return static_cast<int>(m_nodes.size()); }
    [[nodiscard]] agent::Node& node(int position) { return *at(position).node; }
    [[nodiscard]] RunClock& clock() const noexcept { return m_clock; }
    /// The next event of a node, in order of arrival; nothing at `until` (monotonic) or when stop is requested. For the
    /// thread of the run.
    [[nodiscard]] std::optional<NodeEvent> nextEvent(Nanoseconds until, const std::stop_token& stop);
    [[nodiscard]] const RunNode& plan(int position) const { return at(position).plan; }
    /// Returns nothing for a remote cluster.
    [[nodiscard]] Result<std::optional<Health>> health(bool reset);
    /// Why a node is used without the agent (core/agentless); empty: it has one.
    [[nodiscard]] const std::string& agentless(int position) const { return at(position).reached.agentless; }
    /// The folder of our programs on a node.
    [[nodiscard]] const std::string& programs(int position) const { return at(position).reached.programs; }
    /// The folder of this run on a node; removed with the agent.
    [[nodiscard]] const std::string& folder(int position) const { return at(position).folder; }
    /// Returns the offset of a node's clock from this machine's (positive: ahead); 0 until it is set. Times of lines,
    /// exits and samples are on this machine's clock.
    [[nodiscard]] Nanoseconds clockOffset(int position) const { return Nanoseconds(at(position).clockOffset->load()); }
    void setClockOffset(int position, Nanoseconds offset) { at(position).clockOffset->store(offset.count()); }
    /// Expands {run}, {programs}, {agent} (the agent's program) and {interface} in a command of the plan for a node.
    [[nodiscard]] Command filled(int position, Command command) const;
    /// Puts a file into the run's folder on a node.
    [[nodiscard]] Result<void> place(int position, const launch::PlacedFile& file);
    /// Fetches a file of a remote node; Unsupported: only the agent can read it.
    [[nodiscard]] Result<void> fetch(int position, const std::string& from, const std::filesystem::path& to,
                                     const JobContext& job);
    /// Calls `what` for every node in parallel; returns the first error.
    Result<void> forAll(const std::function<Result<void>(int)>& what);
    /// Ends agents and emulator in order, and returns the errors. The destructor does the same silently.
    [[nodiscard]] std::vector<Error> stop();

private:
    struct Node
    {
        RunNode plan;
        ReachedNode reached;
        std::string folder;
        std::unique_ptr<std::atomic<std::int64_t>> clockOffset = std::make_unique<std::atomic<std::int64_t>>(0);
        std::unique_ptr<agent::Node> node;
    };
    explicit Testbed(const TestbedOptions& options);
    Result<void> startEmulator(const RunPlan& plan, bool userNamespace);
    Result<void> reachNodes(const JobContext& job);
    Result<void> startAgents(const JobContext& job);
    Result<void> startAgent(int position);
    [[nodiscard]] agent::NodeCallbacks eventsOf(int node);
    [[nodiscard]] Node& at(int position) { return m_nodes[static_cast<std::size_t>(position)]; }
    [[nodiscard]] const Node& at(int position) const { return m_nodes[static_cast<std::size_t>(position)]; }

    SystemRunClock m_systemClock;
    RunClock& m_clock;
    EventQueue<NodeEvent> m_events{m_clock};
    LocalHost m_local{"this machine"};
    NodeSource* m_source = nullptr;
    std::string m_workFolder; ///< on the nodes, from the cluster; empty: the agent's choice
    std::string m_id;
    bool m_needsPrograms = false; ///< the workload is a program that is deployed with the agent
    std::unique_ptr<agent::NodeAgent> m_emulator;
    std::vector<Node> m_nodes;
};

} // namespace millrace::run
