// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/json_fields.h"
#include "core/base/text.h"
#include "core/base/units.h"
#include "core/capture/packet_filter.h"
#include "core/launch/frameworks.h"
#include "core/project/check_cells.h"
#include "core/project/project.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace millrace::project {

namespace {

class Checker
{
public:
    explicit Checker(const Project& project) : m_project(project) { }

    Issues run()
    {
        names(m_project.clusters, "clusters", "cluster");
        names(m_project.workloads, "workloads", "workload");
        names(m_project.traffic, "cross_traffic", "cross traffic");
        names(m_project.grids, "grids", "grid");
        names(m_project.plans, "plans", "plan");
        for (std::size_t i = 0; i < m_project.clusters.size(); ++i)
            checkCluster(m_project.clusters[i], fmt::format("clusters[{}]", i));
        for (std::size_t i = 0; i < m_project.workloads.size(); ++i) {
            const std::string path = fmt::format("workloads[{}]", i);
            add(validate(m_project.workloads[i], m_project.frameworks), path);
            // Errors are reported with the nodes of each cluster.
            Issues hints = m_project.frameworks.check(m_project.workloads[i], {});
            std::erase_if(hints, [](const Issue& issue) { return issue.kind != "measured" && issue.kind != "secret"; });
            add(std::move(hints), path);
        }
        for (std::size_t i = 0; i < m_project.traffic.size(); ++i)
            add(validate(m_project.traffic[i]), fmt::format("cross_traffic[{}]", i));
        for (std::size_t i = 0; i < m_project.grids.size(); ++i)
            checkGrid(m_project.grids[i], fmt::format("grids[{}]", i));
        for (std::size_t i = 0; i < m_project.plans.size(); ++i) {
            const std::string path = fmt::format("plans[{}]", i);
            add(validate(m_project.plans[i]), path);
            reference(m_project.clusters, m_project.plans[i].cluster, path + ".cluster", "cluster");
        }
        add(validate(m_project.prices), "prices");
        return std::move(m_issues);
    }

private:
    void error(std::string where, std::string sentence)
    {
        m_issues.push_back({"project", Severity::Error, 1, std::move(sentence), std::move(where)});
    }

    /// Returns whether there was an error among them.
    bool add(Issues issues, const std::string& path)
    {
        for (Issue& issue : issues) {
            issue.where = issue.where.empty() ? path : path + "." + issue.where;
            m_issues.push_back(issue);
        }
        return hasErrors(issues);
    }

    template <typename List>
    void names(const List& list, std::string_view key, std::string_view what)
    {
        std::set<std::string> known;
        for (std::size_t i = 0; i < list.size(); ++i)
            if (!list[i].name.empty() && !known.insert(list[i].name).second)
                error(fmt::format("{}[{}].name", key, i),
                      fmt::format("another {} is named {} too; choose another name", what, quoted(list[i].name)));
    }

    void checkCluster(const cluster::Cluster& cluster, const std::string& path)
    {
        if (cluster.name.empty())
            error(path + ".name", "a cluster needs a name");
        bool bad = add(cluster::validate(cluster), path);
        if (!bad && cluster.bottleneck && !isUsed(cluster)) {
            error(path + ".bottleneck", "no pair of nodes uses it; check its \"from\" and \"to\"");
            bad = true;
        }
        if (bad)
            m_broken.insert("cluster " + cluster.name);
        else
            checkLimits(cluster, path);
    }

    /// With rates of pairs alone a node with n peers sends n times as fast: strategies rank differently than on real
    /// clusters.
    void checkLimits(const cluster::Cluster& cluster, const std::string& path)
    {
        const bool nicsLimit = std::ranges::any_of(cluster.nodes, [](const cluster::Node& node) {
            return std::ranges::any_of(node.nics, [](const cluster::Nic& nic) { return nic.bitsPerSecond > 0; });
        });
        if (cluster.kind == cluster::ClusterKind::Remote || nicsLimit || cluster.bottleneck || cluster.nodes.size() < 3)
            return;
        for (std::size_t i = 0; i < cluster.links.size(); ++i)
            if (const double rate = cluster.links[i].settings.bitsPerSecond.value_or(0); rate > 0) {
                m_issues.push_back({"nic-limit", Severity::Warning, 1,
                                    fmt::format("each pair of nodes has its own {} and no NIC has a rate, so a node "
                                                "sends to all its peers at once at a multiple of it; set \"nic_rate\" "
                                                "of the cluster, and use rates of links only for wide-area links",
                                                humanRate(rate)),
                                    fmt::format("{}.links[{}].rate", path, i)});
                return;
            }
    }

    static bool isUsed(const cluster::Cluster& cluster)
    {
        const cluster::Bottleneck& port = *cluster.bottleneck;
        return std::ranges::any_of(cluster.nodes, [&](const cluster::Node& from) {
            return std::ranges::any_of(cluster.nodes, [&](const cluster::Node& to) {
                return &from != &to && matchesPair(port.from, port.to, port.bothWays, from, to);
            });
        });
    }

    template <typename List>
    bool reference(const List& list, const std::string& name, const std::string& where, std::string_view what)
    {
        std::vector<std::string> known;
        for (const auto& item : list)
            known.push_back(item.name);
        if (!name.empty() && std::ranges::find(known, name) != known.end())
            return true;
        const std::string near = nearest(std::string_view(name).substr(0, 60), known);
        error(where,
              name.empty() ? fmt::format("names no {}", what)
                  : near.empty()
                  ? fmt::format("the project has no {} {}", what, quoted(name))
                  : fmt::format("the project has no {} {}; did you mean {}?", what, quoted(name), quoted(near)));
        return false;
    }

    void checkGrid(const grid::GridSpec& grid, const std::string& path)
    {
        bool bad = add(validate(grid), path);
        checkRecording(grid, path);
        bad = !checkFilter(grid.capture.filter, path + ".capture.filter") || bad;
        bad = !reference(m_project.clusters, grid.cluster, path + ".cluster", "cluster") || bad;
        bad = !reference(m_project.workloads, grid.workload, path + ".workload", "workload") || bad;
        if (bad || m_broken.contains("cluster " + grid.cluster)
            || hasErrors(validate(*findWorkload(m_project, grid.workload), m_project.frameworks)))
            return;
        add(checkCells(m_project, grid), path);
    }

    void checkRecording(const grid::GridSpec& grid, const std::string& path)
    {
        const cluster::Cluster* cluster = findCluster(m_project, grid.cluster);
        if (grid.capture.enabled && cluster != nullptr && cluster->mode == cluster::SwitchMode::Fast)
            m_issues.push_back(
                {"project", Severity::Warning, 1,
                 "in fast mode frames of up to 64 KiB are recorded in place of packets; set the mode of the "
                 "cluster to automatic or packet for sizes, bursts and gaps as they are on a wire",
                 path + ".capture.enabled"});
    }

    bool checkFilter(const std::string& filter, const std::string& where)
    {
        constexpr int ethernet = 1;
        if (filter.empty())
            return true;
        const auto compiled = capture::PacketFilter::compile(filter, ethernet);
        if (!compiled)
            error(where, compiled.error().what);
        return compiled.has_value();
    }

    static std::string quoted(const std::string& text) { return briefJson(Json(text)); }

    const Project& m_project;
    Issues m_issues;
    std::set<std::string> m_broken;
};

} // namespace

Issues validate(const Project& project)
{
    return Checker(project).run();
}

} // namespace millrace::project
