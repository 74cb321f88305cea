// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/agent/preflight_handlers.h"

#include "app/agent/left_behind.h"
#include "app/agent/preflight_facts.h"
#include "app/agent/work_folder.h"
#include "core/agent/node_values_json.h"
#include "core/base/clock.h"
#include "core/cluster/preflight_json.h"

#include <future>

namespace millrace {

namespace {

using agent::Json;

Result<Json> preflight(const Json& params, const JobContext& job)
{
    MR_TRY(question, cluster::parsePreflightQuestion(params));
    cluster::NodeFacts facts;
    // What a killed agent left would be taken for somebody's, and hinder the run that would clear it away.
    if (const auto base =
            question.folder.empty() ? standardWorkFolder() : Result<std::filesystem::path>(question.folder))
        facts.putInOrder = cleanUpBelow(*base);
    addMachine(facts);
    // What competes is looked at before this agent starts programs of its own.
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
        return fail(ErrorCode::InvalidInput, "more than 500 peers are asked for");
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

} // namespace millrace
