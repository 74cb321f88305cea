// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/cluster_check.h"

#include "core/cluster/preflight_json.h"

#include <algorithm>
#include <fmt/format.h>
#include <future>

namespace millrace::run {

namespace {

using namespace std::chrono_literals;
using cluster::Light;

constexpr Nanoseconds factsTime = 30s;
constexpr Nanoseconds reachPeersTime = 120s;

/// Returns what to try after a failed connection. The other checks of the node were not made.
std::string unreachedRemedy(ErrorCode code, const std::string& host)
{
    switch (code) {
    case ErrorCode::Denied:
        return fmt::format("log in once in a terminal, \"ssh {0}\"; to set up a key: ssh-copy-id {0}, then ssh-add",
                           host);
    case ErrorCode::Untrusted:
        return fmt::format("find out why the host key has changed; if the machine was set up again, remove the old "
                           "key: ssh-keygen -R {}",
                           host);
    case ErrorCode::Unreachable:
    case ErrorCode::Timeout:
        return fmt::format("check the name (\"ssh -G {0}\" shows the address that ssh uses; write user@address, or a "
                           "block \"Host {0}\" with a HostName into ~/.ssh/config), then that the machine is switched "
                           "on and its ssh server answers: \"ssh -v {0} true\"",
                           host);
    default: return fmt::format("try the connection in a terminal: \"ssh -v {} true\"", host);
    }
}

void markUnreachable(const NodeToCheck& node, CheckedNode& checked, Error error)
{
    checked.findings = {unreachedFinding(error, node.host.empty() ? node.name : node.host)};
    checked.unreachable = std::move(error);
}

/// Runs `what` on every reachable node in parallel.
void forReached(std::span<const NodeToCheck> nodes, ClusterCheck& check,
                const std::function<Result<void>(const NodeToCheck&, CheckedNode&)>& what)
{
    std::vector<std::pair<std::size_t, std::future<Result<void>>>> tasks;
    for (std::size_t i = 0; i < nodes.size(); ++i)
        if (!check.nodes[i].unreachable)
            tasks.emplace_back(i, std::async(std::launch::async, [&, i] { return what(nodes[i], check.nodes[i]); }));
    for (auto& [position, task] : tasks)
        if (auto done = task.get(); !done)
            markUnreachable(nodes[position], check.nodes[position], std::move(done).error());
}

/// Finds the NICs of the reachable nodes; one that is not found stays as requested and is reported.
void findNics(std::span<const NodeToCheck> nodes, ClusterCheck& check)
{
    std::vector<cluster::Nic> wished;
    std::vector<cluster::NodeFacts> facts;
    for (std::size_t i = 0; i < nodes.size(); ++i)
        if (!check.nodes[i].unreachable) {
            wished.push_back(nodes[i].nic);
            facts.push_back(check.nodes[i].facts);
        }
    const auto chosen = cluster::chooseNics(wished, facts);
    if (!chosen) {
        check.across.push_back({"nic", Light::Red, chosen.error().text(), "correct the NICs of the project's cluster"});
        return;
    }
    auto nic = chosen->begin();
    for (CheckedNode& node : check.nodes)
        if (!node.unreachable) {
            node.nic = *nic++;
            node.facts.interface = node.nic.name;
        }
}

Result<void> reachOthers(const NodeToCheck& node, CheckedNode& checked, const ClusterCheck& check,
                         const JobContext& job)
{
    std::vector<std::string> peers;
    for (const CheckedNode& other : check.nodes)
        if (&other != &checked && !other.nic.address.empty())
            peers.push_back(other.nic.address);
    const cluster::NicFacts* nic = checked.facts.nic(checked.facts.interface);
    if (peers.empty() || nic == nullptr)
        return {};
    MR_TRY(answers, node.agent->reachPeers(checked.nic.address, nic->mtu, peers, deadlineIn(reachPeersTime), job));
    checked.facts.peers = std::move(answers);
    return {};
}

void judgeNodes(std::span<const NodeToCheck> nodes, ClusterCheck& check)
{
    std::vector<std::string> names;
    std::vector<cluster::NodeFacts> facts;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        CheckedNode& node = check.nodes[i];
        if (node.unreachable)
            continue;
        node.findings = cluster::judgeNode(node.facts, nodes[i].needs);
        node.findings.insert(node.findings.begin(), {"reach", Light::Green, "reached", {}});
        names.push_back(node.name);
        facts.push_back(node.facts);
    }
    for (cluster::Finding& finding : cluster::judgeCluster(names, facts))
        check.across.push_back(std::move(finding));
}

Json findingsJson(const std::vector<cluster::Finding>& findings)
{
    Json list = Json::array();
    for (const cluster::Finding& finding : findings)
        list.push_back(cluster::toJson(finding));
    return list;
}

} // namespace

cluster::Finding unreachedFinding(const Error& error, const std::string& host)
{
    return {"reach", Light::Red, error.text(), unreachedRemedy(error.code, host)};
}

bool ClusterCheck::allReached() const noexcept
{
    return std::ranges::none_of(nodes, [](const CheckedNode& node) { return node.unreachable.has_value(); });
}

Light ClusterCheck::light() const noexcept
{
    Light light = cluster::worst(across);
    for (const CheckedNode& node : nodes)
        light = std::max(light, cluster::worst(node.findings));
    return light;
}

ClusterCheck checkCluster(std::span<const NodeToCheck> nodes, const ClusterCheckOptions& options, const JobContext& job)
{
    ClusterCheck check;
    for (const NodeToCheck& node : nodes) {
        CheckedNode& checked = check.nodes.emplace_back();
        checked.name = node.name;
        checked.nic = node.nic;
        if (node.agent == nullptr)
            markUnreachable(node, checked,
                            node.unreachable.value_or(fail(ErrorCode::Unreachable, "there is no agent")));
    }
    forReached(nodes, check, [&](const NodeToCheck& node, CheckedNode& checked) -> Result<void> {
        cluster::PreflightQuestion question{node.nic.name,    node.nic.address, options.folder, options.firstPort,
                                            options.lastPort, node.needs.tools, options.python};
        MR_TRY(facts, node.agent->preflight(question, deadlineIn(factsTime), job));
        checked.facts = std::move(facts);
        return {};
    });
    findNics(nodes, check);
    forReached(nodes, check,
               [&](const NodeToCheck& node, CheckedNode& checked) { return reachOthers(node, checked, check, job); });
    judgeNodes(nodes, check);
    return check;
}

Json toJson(const ClusterCheck& check)
{
    Json json = {
        {"nodes", Json::array()}, {"across", findingsJson(check.across)}, {"light", cluster::lightName(check.light())}};
    for (const CheckedNode& node : check.nodes) {
        Json each = {{"name", node.name},
                     {"light", cluster::lightName(cluster::worst(node.findings))},
                     {"unreachable", node.unreachable ? Json(node.unreachable->text()) : Json()},
                     {"findings", findingsJson(node.findings)}};
        if (!node.unreachable)
            each["facts"] = cluster::toJson(node.facts);
        json["nodes"].push_back(std::move(each));
    }
    return json;
}

} // namespace millrace::run
