// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/testbed.h"

#include "core/base/version.h"
#include "core/emulate/left_overs.h"

#include <fmt/format.h>
#include <future>

namespace millrace::run {

namespace {

using namespace std::chrono_literals;

constexpr Nanoseconds startTime = 20s;
constexpr Nanoseconds stopTime = 10s;

/// The node's init process of each node, in the order of the spec.
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

Result<std::unique_ptr<Testbed>> Testbed::start(const RunPlan& plan, bool userNamespace, const JobContext& job,
                                                const std::function<void()>& clusterMade)
{
    std::unique_ptr<Testbed> testbed(new Testbed);
    std::vector<std::string> pids;
    if (auto started = testbed->startEmulator(plan, userNamespace, pids); !started)
        return within("starting the emulated cluster", std::move(started).error());
    if (job.cancelled())
        return fail(ErrorCode::Cancelled, "cancelled while the cluster was started");
    if (clusterMade)
        clusterMade();
    MR_CHECK(testbed->startAgents(plan, pids));
    return testbed;
}

Testbed::~Testbed()
{
    (void)stop();
}

agent::NodeAgentEvents Testbed::eventsOf(int node)
{
    return {
        [this, node](const agent::ProcessLine& line) {
            m_events.push({node, line});
        },
        [this, node](const agent::ProcessExit& exit) {
            m_events.push({node, exit});
        },
        [this, node](const agent::SampleBatch& batch) {
            m_events.push({node, batch});
        },
        {},
        [this, node](const Error& error) {
            m_events.push({node, error});
        },
    };
}

Result<void> Testbed::startEmulator(const RunPlan& plan, bool userNamespace, std::vector<std::string>& pids)
{
    Command serve{{(plan.programs / "millrace-agent").string(), "serve"}, {}, {}};
    if (userNamespace)
        serve.argv.push_back("--user-namespace");
    const Deadline deadline = deadlineIn(startTime);
    MR_TRY(emulator, agent::NodeAgent::start(m_local, serve, std::string(programVersion), eventsOf(-1), deadline));
    m_emulator = std::move(emulator);
    const Json params = {{"spec", emulate::toJson(plan.emulation)},
                         {"registry_folder", emulate::defaultRegistryFolder().string()}};
    MR_TRY(reply, m_emulator->client().request("emulate.start", params, deadline));
    m_id = plan.emulation.id;
    MR_TRY(found, initProcesses(reply, plan.emulation));
    pids = std::move(found);
    return {};
}

Result<void> Testbed::startAgents(const RunPlan& plan, const std::vector<std::string>& pids)
{
    const std::string program = (plan.programs / "millrace-agent").string();
    m_nodes.resize(pids.size());
    std::vector<std::future<Result<void>>> starts;
    for (std::size_t i = 0; i < pids.size(); ++i)
        starts.push_back(std::async(std::launch::async, [this, &plan, &pids, &program, i]() -> Result<void> {
            const std::string& name = plan.emulation.nodes[i].name;
            Node& node = m_nodes[i];
            node.host = std::make_unique<LocalHost>(name, std::vector<std::string>{program, "enter", pids[i], "--"});
            auto agent = agent::NodeAgent::start(*node.host, {{program, "serve"}, {}, {}}, std::string(programVersion),
                                                 eventsOf(static_cast<int>(i)), deadlineIn(startTime));
            if (!agent)
                return within("starting the agent of " + name, std::move(agent).error());
            node.agent = *std::move(agent);
            return {};
        }));
    Result<void> all;
    for (auto& start : starts)
        if (auto started = start.get(); !started && all)
            all = std::move(started);
    return all;
}

Result<Testbed::Health> Testbed::health(bool reset)
{
    MR_TRY(reply, m_emulator->client().request("emulate.health", {{"id", m_id}, {"reset", reset}}, deadlineIn(5s)));
    try {
        Health health;
        health.json = reply.at("health");
        MR_TRY(parsed, emulate::parseEmulationHealth(health.json));
        health.health = std::move(parsed);
        health.problems = reply.at("problems").get<std::vector<std::string>>();
        return health;
    } catch (const Json::exception& exception) {
        return fail(ErrorCode::Protocol, fmt::format("the emulator's health cannot be read: {}", exception.what()));
    }
}

std::vector<Error> Testbed::stop()
{
    std::vector<Error> errors;
    const auto close = [&errors](std::unique_ptr<agent::NodeAgent>& agent, const std::string& what) {
        if (!agent)
            return;
        if (auto closed = agent->close(deadlineIn(stopTime)); !closed)
            errors.push_back(within(what, std::move(closed).error()));
        agent.reset();
    };
    for (Node& node : m_nodes)
        close(node.agent, "ending the agent of " + (node.host ? node.host->name() : std::string("a node")));
    m_nodes.clear();
    close(m_emulator, "ending the emulated cluster");
    return errors;
}

} // namespace millrace::run
