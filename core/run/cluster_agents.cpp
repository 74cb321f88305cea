// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/cluster_agents.h"

#include "core/emulate/ability.h"

#include <fmt/format.h>
#include <future>
#include <unistd.h>

namespace millrace::run {

namespace {

using namespace std::chrono_literals;

cluster::Cluster onlyNode(const cluster::Cluster& cluster, std::size_t position)
{
    cluster::Cluster one;
    one.name = cluster.name;
    one.kind = cluster.kind;
    one.access = cluster.access;
    one.nodes = {cluster.nodes[position]};
    return one;
}

} // namespace

Result<std::unique_ptr<ClusterAgents>> ClusterAgents::start(const cluster::Cluster& cluster,
                                                            const std::filesystem::path& programs,
                                                            const NodeConnector& connect, const JobContext& job)
{
    if (cluster.kind == cluster::ClusterKind::Simulated)
        return fail(ErrorCode::Unsupported,
                    fmt::format("the nodes of \"{}\" are simulated, so there is nothing to look at", cluster.name));
    std::unique_ptr<ClusterAgents> agents(new ClusterAgents);
    agents->m_cluster = cluster;
    agents->m_members.resize(cluster.nodes.size());
    for (std::size_t i = 0; i < cluster.nodes.size(); ++i)
        agents->m_members[i].nic = cluster.nodes[i].nics.empty() ? cluster::Nic{} : cluster.nodes[i].nics.front();
    if (cluster.kind == cluster::ClusterKind::Emulated)
        MR_CHECK(agents->emulate(programs, job));
    else if (!connect)
        return fail(
            ErrorCode::Unsupported,
            fmt::format("the cluster \"{}\" is remote, and this program cannot reach remote nodes", cluster.name));
    else
        agents->reach(connect, job);
    if (job.cancelled())
        return fail(ErrorCode::Cancelled, "cancelled while the agents were started");
    return agents;
}

Result<void> ClusterAgents::emulate(const std::filesystem::path& programs, const JobContext& job)
{
    const emulate::EmulationAbility ability = emulate::emulationAbility();
    if (ability.kind == emulate::AbilityKind::None)
        return fail(ErrorCode::Denied, ability.reason);
    RunPlan plan;
    plan.settings.cluster = m_cluster;
    plan.programs = programs;
    plan.emulation = emulate::makeEmulationSpec(m_cluster, 1, false);
    plan.emulation->id = fmt::format("check-{}", ::getpid());
    plan.emulation->sharedFolders = {programs.string()};
    for (const emulate::NodeSpec& node : plan.emulation->nodes) {
        RunNode& planned = plan.network.nodes.emplace_back();
        planned.name = node.name;
        planned.address = node.address;
    }
    MR_TRY(testbed, Testbed::start(plan, {ability.kind == emulate::AbilityKind::UserNamespace, nullptr}, job));
    m_testbed = std::move(testbed);
    for (std::size_t i = 0; i < m_members.size(); ++i)
        m_members[i].nic = {"", plan.emulation->nodes[i].address, 0, 0};
    return {};
}

void ClusterAgents::reach(const NodeConnector& connect, const JobContext& job)
{
    if (m_cluster.access.slurm) {
        // One allocation for all nodes: separate ones could wait for each other.
        auto source = connect(m_cluster, job);
        for (Member& member : m_members)
            if (!source)
                member.unreachable = source.error();
        if (!source)
            return;
        m_slurm = *std::move(source);
    }
    std::vector<std::future<Result<void>>> tasks;
    for (std::size_t i = 0; i < m_members.size(); ++i)
        tasks.push_back(
            std::async(std::launch::async, [this, i, &connect, &job] { return reachOne(i, connect, job); }));
    for (std::size_t i = 0; i < tasks.size(); ++i)
        if (auto reached = tasks[i].get(); !reached)
            m_members[i].unreachable = std::move(reached).error();
}

Result<void> ClusterAgents::reachOne(std::size_t position, const NodeConnector& connect, const JobContext& job)
{
    Member& member = m_members[position];
    if (!m_slurm) {
        MR_TRY(source, connect(onlyNode(m_cluster, position), job));
        member.source = std::move(source);
    }
    NodeSource& nodes = m_slurm ? *m_slurm : *member.source;
    RunNode node;
    node.name = m_cluster.nodes[position].name;
    node.host = m_cluster.nodes[position].host;
    MR_TRY(reached, nodes.reach(node, deadlineIn(reachTime), job));
    if (const auto found = nodes.networks().find(node.name); found != nodes.networks().end())
        member.nic = {found->second.interface, found->second.address, 0, 0};
    member.reached = std::move(reached);
    MR_TRY(started, nodes.start(member.reached, m_cluster.access.folder, {}, deadlineIn(agentStartTime)));
    member.node = std::move(started);
    return {};
}

std::vector<NodeToCheck> ClusterAgents::nodes(const project::Project& project) const
{
    std::vector<NodeToCheck> all;
    for (std::size_t i = 0; i < m_members.size(); ++i) {
        const Member& member = m_members[i];
        NodeToCheck& node = all.emplace_back();
        node.name = m_cluster.nodes[i].name;
        node.host = m_cluster.nodes[i].host;
        node.agent = m_testbed ? &m_testbed->node(static_cast<int>(i)) : member.node.get();
        node.unreachable = member.unreachable;
        node.nic = member.nic;
        node.needs = needsOf(project, m_cluster, m_cluster.nodes[i]);
    }
    return all;
}

} // namespace millrace::run
