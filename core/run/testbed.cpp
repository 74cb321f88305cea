// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/testbed.h"

#include "core/base/text.h"
#include "core/base/version.h"
#include "core/emulate/stale_emulations.h"
#include "core/launch/frameworks.h"

#include <fmt/format.h>
#include <future>
#include <mutex>

namespace millrace::run {

namespace {

using namespace std::chrono_literals;

constexpr Nanoseconds placeTime = 30s;
constexpr Nanoseconds closeTime = 10s;

/// Returns the PID of each node's init process, in the order of the spec.
Result<std::vector<std::string>> initProcesses(const Json& reply, const emulate::EmulationSpec& spec)
{
    try {
        std::vector<std::string> pids;
        for (const Json& node : reply.at("nodes"))
            pids.push_back(std::to_string(node.at("pid").get<std::int64_t>()));
        if (pids.size() != spec.nodes.size())
            return fail(ErrorCode::Protocol, "the emulator answered for another number of nodes");
        return pids;
    } catch (const Json::exception& exception) {
        return fail(ErrorCode::Protocol, fmt::format("the emulator's answer cannot be read: {}", exception.what()));
    }
}

} // namespace

Result<std::unique_ptr<Testbed>> Testbed::start(const RunPlan& plan, const TestbedOptions& options,
                                                const JobContext& job, const std::function<void()>& clusterMade)
{
    std::unique_ptr<Testbed> testbed(new Testbed(options));
    testbed->m_needsPrograms = plan.settings.traits().comesWithMillrace;
    testbed->m_workFolder = plan.settings.cluster.access.folder;
    for (const RunNode& node : plan.network.nodes)
        testbed->m_nodes.emplace_back().plan = node;
    if (plan.emulation) {
        if (auto started = testbed->startEmulator(plan, options.userNamespace); !started)
            return within("starting the emulated cluster", std::move(started).error());
    } else {
        if (options.nodes == nullptr)
            return fail(ErrorCode::Internal, "the nodes of this remote cluster cannot be reached");
        testbed->m_source = options.nodes;
        MR_CHECK(testbed->reachNodes(job));
    }
    if (job.cancelled())
        return fail(ErrorCode::Cancelled, "cancelled while the cluster was started");
    if (clusterMade)
        clusterMade();
    MR_CHECK(testbed->startAgents(job));
    return testbed;
}

Testbed::Testbed(const TestbedOptions& options) : m_clock(options.clock != nullptr ? *options.clock : m_systemClock) { }

Testbed::~Testbed()
{
    (void)stop();
}

agent::NodeCallbacks Testbed::eventsOf(int node)
{
    const auto offset = [this, node] { return node < 0 ? Nanoseconds(0) : clockOffset(node); };
    return {
        [this, node, offset](agent::ProcessLine line) {
            line.wall -= offset();
            m_events.push({node, std::move(line)});
        },
        [this, node, offset](agent::ProcessExit exit) {
            exit.wall -= offset();
            m_events.push({node, exit});
        },
        [this, node, offset](agent::SampleBatch batch) {
            for (agent::Sample& sample : batch.samples)
                sample.wall -= offset();
            m_events.push({node, std::move(batch)});
        },
        {},
        [this, node](const Error& error) {
            m_events.push({node, error});
        },
    };
}

std::optional<NodeEvent> Testbed::nextEvent(Nanoseconds until, const std::stop_token& stop)
{
    return m_events.pop(until, stop);
}

Result<void> Testbed::forAll(const std::function<Result<void>(int)>& what)
{
    std::vector<std::future<Result<void>>> tasks;
    for (int position = 0; position < nodeCount(); ++position)
        tasks.push_back(std::async(std::launch::async, what, position));
    Result<void> all;
    for (auto& task : tasks)
        if (auto done = task.get(); !done && all)
            all = std::move(done);
    return all;
}

Result<void> Testbed::startEmulator(const RunPlan& plan, bool userNamespace)
{
    const std::string program = (plan.programs / "millrace-agent").string();
    Command serve{{program, "serve"}, {}, {}};
    if (userNamespace)
        serve.argv.push_back("--user-namespace");
    const Deadline deadline = deadlineIn(agentStartTime);
    MR_TRY(emulator, agent::NodeAgent::start(m_local, serve, std::string(programVersion), eventsOf(-1), deadline));
    m_emulator = std::move(emulator);
    const Json params = {{"spec", emulate::toJson(*plan.emulation)},
                         {"registry_folder", emulate::defaultRegistryFolder().string()}};
    MR_TRY(reply, m_emulator->client().request("emulate.start", params, deadline));
    m_id = plan.emulation->id;
    MR_TRY(pids, initProcesses(reply, *plan.emulation));
    for (std::size_t i = 0; i < pids.size(); ++i) {
        Node& node = m_nodes[i];
        auto host =
            std::make_shared<LocalHost>(node.plan.name, std::vector<std::string>{program, "enter", pids[i], "--"});
        node.reached = {std::move(host), {program}, plan.programs.string()};
    }
    return {};
}

Result<void> Testbed::reachNodes(const JobContext& job)
{
    return forAll([this, &job](int position) -> Result<void> {
        Node& node = at(position);
        auto reached = m_source->reach(node.plan, deadlineIn(reachTime), job);
        if (!reached)
            return within("reaching " + node.plan.name, std::move(reached).error());
        node.reached = *std::move(reached);
        return {};
    });
}

Result<void> Testbed::startAgents(const JobContext& job)
{
    MR_CHECK(forAll([this](int position) { return startAgent(position); }));
    return job.cancelled() ? Result<void>(fail(ErrorCode::Cancelled, "cancelled while the agents were started"))
                           : Result<void>();
}

Result<void> Testbed::startAgent(int position)
{
    Node& node = at(position);
    if (!node.reached.agentless.empty() && m_needsPrograms)
        return fail(ErrorCode::Unsupported,
                    fmt::format("the built-in workload needs our program on {}, which is used without it ({}); choose "
                                "another framework or your own command",
                                node.plan.name, node.reached.agentless));
    const Deadline deadline = deadlineIn(agentStartTime);
    auto started = m_source != nullptr ? m_source->start(node.reached, m_workFolder, eventsOf(position), deadline)
                                       : startNode(node.reached, m_workFolder, eventsOf(position), deadline);
    if (!started)
        return within("starting the agent of " + node.plan.name, std::move(started).error());
    node.node = *std::move(started);
    auto folder = node.node->openWork(m_workFolder, deadlineIn(agentStartTime));
    if (!folder)
        return within("making the folder of this run on " + node.plan.name, std::move(folder).error());
    node.folder = *std::move(folder);
    return {};
}

Command Testbed::filled(int position, Command command) const
{
    const Node& node = at(position);
    const auto fill = [&node](std::string& text) {
        replaceAll(text, "{run}", node.folder);
        replaceAll(text, "{programs}", node.reached.programs);
        if (!node.reached.agent.empty())
            replaceAll(text, "{agent}", node.reached.agent.back());
        replaceAll(text, "{interface}", node.plan.interface);
    };
    for (std::string& word : command.argv)
        fill(word);
    for (auto& [name, value] : command.environment)
        fill(value);
    std::string folder = command.folder.string();
    fill(folder);
    command.folder = folder;
    return command;
}

Result<void> Testbed::place(int position, const launch::PlacedFile& file)
{
    const std::string* content = &file.content;
    std::string filledContent;
    if (file.filled) {
        filledContent = filled(position, Command{{file.content}, {}, {}}).argv.front();
        content = &filledContent;
    }
    return node(position).putFile(file.path, *content, file.executable, deadlineIn(placeTime));
}

Result<void> Testbed::fetch(int position, const std::string& from, const std::filesystem::path& to,
                            const JobContext& job)
{
    if (m_source == nullptr)
        return fail(ErrorCode::Unsupported, "the node's files are read by its agent");
    return m_source->fetch(at(position).plan, from, to, job);
}

Result<std::optional<Testbed::Health>> Testbed::health(bool reset)
{
    if (!m_emulator)
        return std::optional<Health>();
    MR_TRY(reply, m_emulator->client().request("emulate.health", {{"id", m_id}, {"reset", reset}}, deadlineIn(5s)));
    try {
        Health health;
        health.json = reply.at("health");
        MR_TRY(parsed, emulate::parseEmulationHealth(health.json));
        health.health = std::move(parsed);
        health.problems = reply.at("problems").get<std::vector<std::string>>();
        return std::optional<Health>(std::move(health));
    } catch (const Json::exception& exception) {
        return fail(ErrorCode::Protocol, fmt::format("the emulator's health cannot be read: {}", exception.what()));
    }
}

std::vector<Error> Testbed::stop()
{
    std::vector<Error> errors;
    std::mutex mutex;
    const auto close = [&](auto& node, const std::string& what) {
        if (!node)
            return;
        if (auto closed = node->close(deadlineIn(closeTime)); !closed) {
            const std::lock_guard lock(mutex);
            errors.push_back(within(what, std::move(closed).error()));
        }
        node.reset();
    };
    (void)forAll([&](int position) -> Result<void> {
        Node& node = at(position);
        close(node.node,
              "ending the agent of " + (node.reached.host ? node.reached.host->name() : std::string("a node")));
        return {};
    });
    m_nodes.clear();
    close(m_emulator, "ending the emulated cluster");
    return errors;
}

} // namespace millrace::run
