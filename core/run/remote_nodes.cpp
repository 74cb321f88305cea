// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/remote_nodes.h"

#include "core/base/text.h"
#include "core/run/node_networks.h"
#include "core/run/node_reach.h"
#include "core/run/node_rights.h"
#include "core/run/slurm_nodes.h"

#include <fmt/format.h>
#include <future>
#include <mutex>

namespace millrace::run {

namespace {

using namespace std::chrono_literals;
namespace fs = std::filesystem;

constexpr Nanoseconds remoteAskTime = 15s;

class RemoteNodes final : public NodeSource
{
public:
    RemoteNodes(const cluster::Cluster& cluster, RemoteOptions options)
        : m_cluster(cluster), m_options(std::move(options)), m_reach(NodeReach::of(m_cluster.access, m_options))
    {
    }

    Result<void> connect(const JobContext& job)
    {
        const auto hosts = m_reach->hosts(m_cluster.nodes, job);
        MR_CHECK(allReached(hosts));
        std::vector<std::future<Result<NetworkAnswer>>> tasks;
        for (std::size_t i = 0; i < hosts.size(); ++i)
            tasks.push_back(std::async(std::launch::async, [this, i, &hosts, &job]() -> Result<NetworkAnswer> {
                MR_CHECK(deployWhereWanted(m_cluster.nodes[i].name, *hosts[i], job));
                return askNetwork(m_cluster.nodes[i], **hosts[i], job);
            }));
        std::vector<NetworkAnswer> answers;
        std::optional<Error> error;
        for (auto& task : tasks) {
            auto answer = task.get();
            if (!answer && !error)
                error = std::move(answer).error();
            answers.push_back(answer ? *std::move(answer) : NetworkAnswer{});
        }
        return error ? Result<void>(*error) : findNetworks(answers);
    }

    Result<ReachedNode> reach(const RunNode& node, Deadline deadline, const JobContext& job) override
    {
        MR_TRY(host, m_reach->host(node.host, deadline, job));
        MR_TRY(deployed, deployWhereWanted(node.name, host, job));
        return ReachedNode{host, deployed.start, deployed.programs, deployed.sudo, deployed.why};
    }

    [[nodiscard]] const FoundNetworks& networks() const override { return m_networks; }

    Result<void> fetch(const RunNode& node, const std::string& from, const fs::path& to, const JobContext& job) override
    {
        MR_TRY(host, m_reach->host(node.host, deadlineIn(connectTime), job));
        return m_reach->fetch(*host, from, to, job);
    }

private:
    struct NetworkAnswer
    {
        std::string connection; ///< reported by ssh; empty: another access
        std::string interfaces; ///< of `ip -j -4 address show`
    };

    /// Finds the networks by the connection if there is one, else by the network that the nodes have in common.
    Result<void> findNetworks(const std::vector<NetworkAnswer>& answers)
    {
        if (!m_cluster.access.command.empty()) {
            std::vector<cluster::NodeFacts> facts;
            for (std::size_t i = 0; i < answers.size(); ++i)
                facts.push_back(networkFacts(m_cluster.nodes[i].name, answers[i].interfaces));
            MR_TRY(networks, chooseNetworks(m_cluster.nodes, facts));
            m_networks = std::move(networks);
            return {};
        }
        for (std::size_t i = 0; i < answers.size(); ++i) {
            MR_TRY(found, findNetwork(m_cluster.nodes[i], answers[i].interfaces, answers[i].connection));
            m_networks[m_cluster.nodes[i].name] = std::move(found);
        }
        return {};
    }

    /// Adds the node's name unless the session's error already has it.
    [[nodiscard]] static Error ofNode(const cluster::Node& node, const Error& error)
    {
        return node.name == hostPart(node.host) ? error : within(node.name, error);
    }

    [[nodiscard]] Result<void> allReached(const std::vector<Result<std::shared_ptr<Host>>>& hosts) const
    {
        std::size_t missing = 0;
        std::optional<Error> first;
        for (std::size_t i = 0; i < hosts.size(); ++i)
            if (!hosts[i]) {
                ++missing;
                if (!first)
                    first = ofNode(m_cluster.nodes[i], hosts[i].error());
            }
        if (!first)
            return {};
        if (missing > 1)
            first->what += fmt::format(" ({} of {} nodes are not reached)", missing, hosts.size());
        return *first;
    }

    struct Deployed
    {
        std::weak_ptr<Host> host; ///< connection by which it was checked
        std::vector<std::string> start; ///< the agent
        std::string programs;
        bool sudo = false;
        std::string why; ///< why there are none; empty: there are
    };

    /// Skips the installation if the cluster excludes it, or if our programs cannot run there and are optional. Once
    /// per connection: a reconnected node may have been reinstalled.
    Result<Deployed> deployWhereWanted(const std::string& node, const std::shared_ptr<Host>& host,
                                       const JobContext& job)
    {
        {
            const std::lock_guard lock(m_mutex);
            if (const auto known = m_deployed.find(node);
                known != m_deployed.end() && known->second.host.lock() == host)
                return known->second;
        }
        auto sudo = actsBySudo(*host, m_cluster.access.rights, job);
        if (!sudo)
            return within(node, std::move(sudo).error());
        Deployed deployed{host, {}, {}, *sudo, "set in the cluster's access"};
        if (m_cluster.access.agent != cluster::AgentUse::Never) {
            auto done = deploy(node, host, deployed, job);
            if (!done
                && (m_cluster.access.agent == cluster::AgentUse::Always || done.error().code != ErrorCode::Unsupported))
                return std::move(done).error();
            deployed.why = done ? std::string() : done.error().text();
        }
        const std::lock_guard lock(m_mutex);
        m_deployed[node] = deployed;
        return deployed;
    }

    Result<void> deploy(const std::string& node, const std::shared_ptr<Host>& host, Deployed& deployed,
                        const JobContext& job)
    {
        const std::vector<fs::path> files = {m_options.programs / "millrace-agent",
                                             m_options.programs / "millrace-worker"};
        auto programs = m_reach->deploy(*host, files, m_cluster.access.folder, job);
        if (!programs)
            return within("putting our programs on " + node, std::move(programs).error());
        deployed.start = agentStart(programs->paths[0], deployed.sudo);
        if (deployed.sudo)
            MR_CHECK(checkStartBySudo(*host, programs->paths[0], job));
        deployed.programs = fs::path(programs->paths[1]).parent_path().string();
        return {};
    }

    static Result<NetworkAnswer> askNetwork(const cluster::Node& node, Host& host, const JobContext& job)
    {
        const Command ask{{"/bin/sh", "-c", "printf '%s\\n' \"$SSH_CONNECTION\"; ip -j -4 address show"}, {}, {}};
        auto output = host.run(ask, deadlineIn(remoteAskTime), job);
        if (!output)
            return within("asking " + node.name + " for its network", std::move(output).error());
        const std::size_t line = output->out.find('\n');
        if (!output->succeeded() || line == std::string::npos)
            return fail(ErrorCode::Unsupported,
                        fmt::format("{} cannot list its interfaces (ip -j -4 address show): {}; install iproute2 there",
                                    node.name, output->err));
        return NetworkAnswer{output->out.substr(0, line), output->out.substr(line + 1)};
    }

    const cluster::Cluster m_cluster;
    const RemoteOptions m_options;
    const std::unique_ptr<NodeReach> m_reach;
    FoundNetworks m_networks;
    std::mutex m_mutex;
    std::map<std::string, Deployed> m_deployed; ///< by the node's name
};

} // namespace

Result<std::unique_ptr<NodeSource>> connectRemote(const cluster::Cluster& cluster, RemoteOptions options,
                                                  const JobContext& job)
{
    if (!options.prompts)
        options.prompts = std::make_shared<remote::Prompts>();
    if (cluster.access.slurm)
        return connectSlurm(cluster, std::move(options), job);
    auto nodes = std::make_unique<RemoteNodes>(cluster, std::move(options));
    MR_CHECK(nodes->connect(job));
    return std::unique_ptr<NodeSource>(std::move(nodes));
}

Result<std::vector<Result<std::shared_ptr<Host>>>> reachHosts(const cluster::Cluster& cluster, RemoteOptions options,
                                                              const JobContext& job)
{
    if (cluster.kind != cluster::ClusterKind::Remote)
        return fail(ErrorCode::Unsupported,
                    fmt::format("the cluster \"{}\" is emulated; its nodes exist only while a run does", cluster.name));
    if (cluster.access.slurm)
        return fail(
            ErrorCode::Unsupported,
            fmt::format("the nodes of \"{}\" are allocated by Slurm; use srun for commands on them", cluster.name));
    if (!options.prompts)
        options.prompts = std::make_shared<remote::Prompts>();
    return NodeReach::of(cluster.access, options)->hosts(cluster.nodes, job);
}

} // namespace millrace::run
