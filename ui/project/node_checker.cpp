// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/project/node_checker.h"

#include "core/project/trusted_projects.h"
#include "core/run/cluster_agents.h"
#include "core/run/cluster_check.h"
#include "core/run/matrix_measurement.h"
#include "ui/remote/prompt_queue.h"
#include "ui/remote/remote_connector.h"

namespace millrace::ui {
namespace {

using Tell = std::function<void(NodeCheckResult)>;

std::optional<std::size_t> positionOf(const cluster::Cluster& cluster, const std::string& node)
{
    for (std::size_t i = 0; i < cluster.nodes.size(); ++i) {
        if (cluster.nodes[i].name == node)
            return i;
    }
    return std::nullopt;
}

/// Reports each unreachable node immediately, while others are still being checked.
run::NodeConnector telling(const run::NodeConnector& connect, const cluster::Cluster& cluster, const Tell& tell)
{
    return [&](const cluster::Cluster& one, const JobContext& job) {
        auto source = connect(one, job);
        const auto position = one.nodes.empty() ? std::nullopt : positionOf(cluster, one.nodes.front().name);
        if (!source && position && source.error().code != ErrorCode::Cancelled)
            tell({*position, source.error(), {run::unreachedFinding(source.error(), one.nodes.front().host)}});
        return source;
    };
}

Result<std::vector<cluster::Finding>> checkNodes(const project::Project& project, std::size_t index,
                                                 const std::filesystem::path& programs,
                                                 const run::NodeConnector& connect, const Tell& tell,
                                                 const JobContext& job)
{
    const cluster::Cluster& cluster = project.clusters[index];
    MR_TRY(agents, run::ClusterAgents::start(cluster, programs, telling(connect, cluster, tell), job));
    run::ClusterCheck check = run::checkCluster(agents->nodes(project), {cluster.access.folder, "python3", 0, 0}, job);
    if (job.cancelled())
        return fail(ErrorCode::Cancelled, "the check was cancelled");
    for (std::size_t i = 0; i < check.nodes.size(); ++i) {
        run::CheckedNode& node = check.nodes[i];
        tell({i, node.unreachable ? Result<cluster::NodeFacts>(*node.unreachable) : std::move(node.facts),
              std::move(node.findings)});
    }
    return std::move(check.across);
}

Result<void> checkTrust(const project::Project& project, std::size_t cluster, const std::filesystem::path& file)
{
    if (project.clusters[cluster].kind == cluster::ClusterKind::Remote
        && !project::TrustedProjects::ofUser().trusts(project, file))
        return fail(ErrorCode::Denied,
                    "this project was made elsewhere; start a run first, which shows what the project reaches and "
                    "asks, or save the project");
    return {};
}

} // namespace

NodeChecker makeNodeChecker(const std::filesystem::path& programs, const std::filesystem::path& file,
                            const std::filesystem::path& configuration)
{
    return [programs, file, configuration, prompts = PromptQueue::ofProgram().prompts()](
               const project::Project& project, std::size_t cluster, const Tell& tell,
               const JobContext& job) -> Result<std::vector<cluster::Finding>> {
        MR_CHECK(checkTrust(project, cluster, file));
        return checkNodes(project, cluster, programs, remoteConnector(programs, configuration, prompts), tell, job);
    };
}

MatrixMeasurer makeMatrixMeasurer(const std::filesystem::path& programs, const std::filesystem::path& file,
                                  const std::filesystem::path& configuration)
{
    return [programs, file, configuration, prompts = PromptQueue::ofProgram().prompts()](
               const project::Project& project, std::size_t cluster, int streams,
               const JobContext& job) -> Result<cluster::MeasuredPairs> {
        MR_CHECK(checkTrust(project, cluster, file));
        const run::NodeConnector connect = remoteConnector(programs, configuration, prompts);
        MR_TRY(agents, run::ClusterAgents::start(project.clusters[cluster], programs, connect, job));
        return run::measureMatrix(agents->nodes(project), {streams}, job);
    };
}

} // namespace millrace::ui
