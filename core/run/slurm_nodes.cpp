// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/slurm_nodes.h"

#include "core/base/local_host.h"
#include "core/base/text.h"
#include "core/remote/deploy.h"
#include "core/remote/session_pool.h"
#include "core/remote/slurm_allocation.h"
#include "core/run/node_networks.h"
#include "core/run/node_rights.h"

#include <algorithm>
#include <fmt/format.h>
#include <future>
#include <map>
#include <set>

namespace millrace::run {

namespace {

using namespace std::chrono_literals;
namespace fs = std::filesystem;

constexpr Nanoseconds queueTime = 24h;
constexpr Nanoseconds slurmAskTime = 30s;

class SlurmNodes final : public NodeSource
{
public:
    SlurmNodes(const cluster::Cluster& cluster, RemoteOptions options)
        : m_cluster(cluster), m_options(std::move(options)),
          m_pool(remote::ConnectOptions{{m_options.sshConfiguration, true, "ssh"}, {}}, *m_options.prompts)
    {
    }

    Result<void> connect(const JobContext& job)
    {
        MR_CHECK(reachLogin(job));
        const int listed = static_cast<int>(m_cluster.nodes.size());
        MR_TRY(allocation,
               remote::SlurmAllocation::obtain(m_login, *m_cluster.access.slurm,
                                               std::max(m_cluster.access.slurm->nodes, listed), deadlineIn(queueTime),
                                               job));
        m_allocation = std::move(allocation);
        MR_CHECK(assignNodes());
        return askNodes(job);
    }

    Result<ReachedNode> reach(const RunNode& node, Deadline deadline, const JobContext&) override
    {
        MR_CHECK(m_allocation->state(deadline));
        const auto name = m_names.find(node.name);
        if (name == m_names.end())
            return fail(ErrorCode::NotFound, fmt::format("Slurm gave no node for {}", node.name));
        MR_TRY(host, m_allocation->node(name->second));
        const bool sudo = m_bySudo.contains(node.name);
        return ReachedNode{host, agentStart(m_agent, sudo), fs::path(m_worker).parent_path().string(), sudo, {}};
    }

    [[nodiscard]] const FoundNetworks& networks() const override { return m_networks; }

    Result<void> fetch(const RunNode&, const std::string&, const fs::path&, const JobContext&) override
    {
        return fail(ErrorCode::Unsupported, "files of a node of Slurm are read by the agent");
    }

private:
    Result<void> reachLogin(const JobContext& job)
    {
        const std::string& login = m_cluster.access.slurm->login;
        const std::vector<fs::path> programs = {m_options.programs / "millrace-agent",
                                                m_options.programs / "millrace-worker"};
        if (login.empty()) {
            m_login = std::make_shared<LocalHost>("this machine");
            m_agent = programs[0].string();
            m_worker = programs[1].string();
            return {};
        }
        MR_TRY(host, m_pool.host(login, deadlineIn(connectTime), job));
        auto deployed = remote::deployPrograms(*host, programs, m_cluster.access.folder, job);
        if (!deployed)
            return within("putting our programs on " + login, std::move(deployed).error());
        m_agent = deployed->paths[0];
        m_worker = deployed->paths[1];
        m_login = std::move(host);
        return {};
    }

    Result<void> assignNodes()
    {
        std::vector<std::string> free = m_allocation->nodes();
        if (free.size() < m_cluster.nodes.size())
            return fail(ErrorCode::Unsupported,
                        fmt::format("Slurm gave {} nodes, the cluster lists {}", free.size(), m_cluster.nodes.size()));
        for (const cluster::Node& node : m_cluster.nodes)
            if (const auto found = std::ranges::find(free, hostPart(node.host)); found != free.end()) {
                m_names[node.name] = *found;
                free.erase(found);
            }
        auto next = free.begin();
        for (const cluster::Node& node : m_cluster.nodes)
            if (!m_names.contains(node.name))
                m_names[node.name] = *next++;
        return {};
    }

    /// Checks that the programs are visible on all nodes, and finds the addresses by which they reach each other.
    Result<void> askNodes(const JobContext& job)
    {
        std::vector<std::future<Result<Answer>>> tasks;
        for (const cluster::Node& node : m_cluster.nodes)
            tasks.push_back(std::async(std::launch::async, [this, &node, &job] { return askNode(node, job); }));
        std::vector<cluster::NodeFacts> facts;
        std::optional<Error> error;
        for (std::size_t i = 0; i < tasks.size(); ++i) {
            auto answer = tasks[i].get();
            if (!answer && !error)
                error = std::move(answer).error();
            facts.push_back(answer ? answer->facts : cluster::NodeFacts{});
            if (answer && answer->sudo)
                m_bySudo.insert(m_cluster.nodes[i].name);
        }
        if (error)
            return *std::move(error);
        MR_TRY(networks, chooseNetworks(m_cluster.nodes, facts));
        m_networks = std::move(networks);
        return {};
    }

    struct Answer
    {
        cluster::NodeFacts facts;
        bool sudo = false;
    };

    Result<Answer> askNode(const cluster::Node& node, const JobContext& job)
    {
        const std::string& name = m_names.at(node.name);
        MR_TRY(host, m_allocation->node(name));
        const Command ask{
            {"/bin/sh", "-c", "\"$1\" --version >/dev/null || exit 3; ip -j -4 address show", "sh", m_agent}, {}, {}};
        MR_TRY(output, host->run(ask, deadlineIn(slurmAskTime), job));
        if (output.exitCode == 3)
            return fail(
                ErrorCode::Unsupported,
                fmt::format(
                    "{} does not start on {}: {}; choose a folder in the cluster's access that is shared by all nodes",
                    m_agent, name, trim(output.err)));
        if (!output.succeeded())
            return fail(
                ErrorCode::Unsupported,
                fmt::format("{} cannot list its interfaces (ip -j -4 address show): {}", name, trim(output.err)));
        auto sudo = actsBySudo(*host, m_cluster.access.rights, job);
        if (!sudo)
            return within(node.name, std::move(sudo).error());
        if (*sudo)
            if (auto started = checkStartBySudo(*host, m_agent, job); !started) {
                if (m_cluster.access.rights == cluster::Rights::Sudo)
                    return within(node.name, std::move(started).error());
                *sudo = false;
            }
        return Answer{networkFacts(name, output.out), *sudo};
    }

    const cluster::Cluster m_cluster;
    const RemoteOptions m_options;
    remote::SessionPool m_pool;
    std::shared_ptr<Host> m_login;
    std::unique_ptr<remote::SlurmAllocation> m_allocation; ///< destroyed before the connection to the login node
    std::string m_agent;
    std::string m_worker;
    std::map<std::string, std::string> m_names; ///< Slurm's, by the node's
    std::set<std::string> m_bySudo; ///< nodes whose agent is started by sudo
    FoundNetworks m_networks;
};

} // namespace

Result<std::unique_ptr<NodeSource>> connectSlurm(const cluster::Cluster& cluster, RemoteOptions options,
                                                 const JobContext& job)
{
    auto nodes = std::make_unique<SlurmNodes>(cluster, std::move(options));
    MR_CHECK(nodes->connect(job));
    return std::unique_ptr<NodeSource>(std::move(nodes));
}

} // namespace millrace::run
