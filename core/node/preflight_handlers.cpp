// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/node/preflight_handlers.h"

#include "core/agent/node_values_json.h"
#include "core/base/clock.h"
#include "core/cluster/preflight_json.h"
#include "core/node/preflight_facts.h"
#include "core/node/stale_state.h"
#include "core/node/work_folder.h"

#include <future>

namespace millrace::node {

namespace {

using agent::Json;

Result<Json> preflight(const Json& params, const JobContext& job)
{
    MR_TRY(question, fromJson<cluster::PreflightQuestion>(params));
    cluster::NodeFacts facts;
    // Cleans up after killed agents first: their state would be reported as foreign, and block the run that would
    // remove it.
    if (const auto base =
            question.folder.empty() ? standardWorkFolder() : Result<std::filesystem::path>(question.folder))
        facts.putInOrder = cleanUpBelow(*base);
    addMachine(facts);
    // Measures competing load before this agent starts programs.
    addBusyProcesses(facts, job);
    addTools(facts, question, job);
    addNics(facts, question, job);
    addFeatures(facts, job);
    addFolder(facts, question.folder);
    addClock(facts.clock);
    if (question.firstPort > 0)
        addUsedPorts(facts, question.firstPort, question.lastPort);
    if (job.cancelled())
        return fail(ErrorCode::Cancelled, "the pre-flight was cancelled");
    return cluster::toJson(facts);
}

Result<Json> reach(const Json& params, const JobContext& job)
{
    constexpr std::size_t mostPeers = 500;
    std::string address;
    int mtu = 0;
    MR_TRY(peers, agent::readJson<std::vector<std::string>>("list of peers", [&] {
               address = params.value("address", std::string());
               mtu = params.value("mtu", 0);
               return params.at("peers").get<std::vector<std::string>>();
           }));
    if (peers.size() > mostPeers)
        return fail(ErrorCode::InvalidInput, "more than 500 peers are requested");
    Json answer = {{"peers", Json::array()}};
    for (const cluster::PeerReach& peer : reachPeers(address, mtu, peers, job))
        answer["peers"].push_back(cluster::toJson(peer));
    if (job.cancelled())
        return fail(ErrorCode::Cancelled, "asking the peers was cancelled");
    return answer;
}

} // namespace

void registerPreflightHandlers(agent::AgentServer& server)
{
    server.handle("host.preflight", preflight);
    server.handle("host.reach", reach);
    server.handle("host.clock", [](const Json&, const JobContext&) -> Result<Json> {
        return Json{{"wall_ns", wallNow().count()}};
    });
}

} // namespace millrace::node
