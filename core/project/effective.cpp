// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/project/effective.h"

#include "core/base/field_value.h"
#include "core/cluster/network_matrix.h"
#include "core/launch/averaging_options.h"
#include "core/launch/frameworks.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <limits>
#include <numeric>

namespace millrace::project {

namespace {

using grid::Level;

/// Puts a level into the field that is the factor of this name; false: the list has none.
template <typename Struct>
Result<bool> applyField(FieldList<Struct> fields, Struct& object, std::string_view factor, const Level& level)
{
    const auto found = std::ranges::find_if(fields, [factor](const Field<Struct>& field) {
        return !field.options.example.empty() && factorName(field) == factor;
    });
    if (found == fields.end())
        return false;
    if (const auto* flag = std::get_if<bool Struct::*>(&found->member)) {
        object.** flag = level.value == decltype(level.value)(true);
    } else if (isNumber(*found)) {
        if (!setNumber(fields, *found, object, level.number()))
            return fail(ErrorCode::InvalidInput, fmt::format("{} is too large for {}", level.text, factor));
    } else if (!setText(*found, object, level.text)) {
        const auto& choice = std::get<FieldChoice<Struct>>(found->member);
        return fail(ErrorCode::InvalidInput,
                    fmt::format("\"{}\" is not a {}; write {}", level.text, factor, fmt::join(choice.names, ", ")));
    }
    return true;
}

Result<int> intOf(const Level& level, std::string_view factor)
{
    if (level.number() > std::numeric_limits<int>::max())
        return fail(ErrorCode::InvalidInput, fmt::format("{} is too large for {}", level.text, factor));
    return static_cast<int>(level.number());
}

/// bit/s that each worker can send and receive: by the NIC of its node, and by its links to all others together, of
/// which the workers of a node have equal shares; 0: not limited.
std::vector<double> workerRates(const cluster::Cluster& cluster)
{
    std::vector<double> rates;
    for (const cluster::Node& node : cluster.nodes) {
        double rate = cluster::nicRate(node, node);
        for (const bool sends : {true, false}) {
            double links = 0;
            bool isLimited = true;
            for (const cluster::Node& other : cluster.nodes)
                if (other.slots > 0 && other.name != node.name) {
                    const double link = sends ? pathBetween(cluster, node, other).bitsPerSecond
                                              : pathBetween(cluster, other, node).bitsPerSecond;
                    isLimited = isLimited && link > 0;
                    links += link;
                }
            if (isLimited)
                rate = cluster::smallerRate(rate, links);
        }
        rates.insert(rates.end(), static_cast<std::size_t>(node.slots), rate / std::max(node.slots, 1));
    }
    return rates;
}

int slotsOf(const cluster::Cluster& cluster)
{
    return std::accumulate(cluster.nodes.begin(), cluster.nodes.end(), 0,
                           [](int sum, const cluster::Node& node) { return sum + node.slots; });
}

bool names(const cluster::Cluster& cluster, const std::string& pattern)
{
    return pattern == "*" || std::ranges::any_of(cluster.nodes, [&](const cluster::Node& node) {
               return node.name == pattern || (!node.zone.empty() && node.zone == pattern);
           });
}

/// Keeps the first n slots and the nodes without any, and the links and bottleneck that still have both ends.
Result<void> cutTo(cluster::Cluster& cluster, int workers)
{
    const int slots = slotsOf(cluster);
    if (workers < 1)
        return fail(ErrorCode::InvalidInput, "there must be at least 1 worker");
    if (workers > slots)
        return fail(
            ErrorCode::InvalidInput,
            fmt::format("{} workers do not fit on the {} slots of the cluster \"{}\"", workers, slots, cluster.name));
    std::erase_if(cluster.nodes, [left = workers](cluster::Node& node) mutable {
        const bool goes = node.slots > 0 && left == 0;
        node.slots = std::min(node.slots, left);
        left -= node.slots;
        return goes;
    });
    std::erase_if(cluster.links,
                  [&](const cluster::Link& link) { return !names(cluster, link.from) || !names(cluster, link.to); });
    if (cluster.bottleneck && (!names(cluster, cluster.bottleneck->from) || !names(cluster, cluster.bottleneck->to)))
        cluster.bottleneck.reset();
    return {};
}

class Applier
{
public:
    Applier(const Project& project, const cluster::Cluster& cluster, const launch::Workload& workload)
        : m_project(project), m_settings{cluster, workload, 0, std::nullopt, project.frameworks}
    {
    }

    Result<EffectiveSettings> run(const grid::GridSpec& grid, const grid::Cell& cell)
    {
        // The framework first: it determines the defaults of the others.
        if (const Level* framework = cell.find("framework"))
            changeFramework(framework->text);
        for (const auto& [name, level] : cell.levels) {
            const grid::Factor* factor = findFactor(grid, name);
            if (factor && factor->own)
                m_settings.workload.extras[name] = level.text;
            else if (auto done = apply(name, level); !done)
                return within(name, std::move(done).error());
        }
        if (const Level* workers = cell.find("workers")) {
            const auto count = intOf(*workers, "workers");
            if (!count)
                return within("workers", count.error());
            if (auto done = cutTo(m_settings.cluster, *count); !done)
                return within("workers", std::move(done).error());
        }
        MR_CHECK(finishTraffic(cell));
        fillDefaults();
        m_settings.workers = slotsOf(m_settings.cluster);
        MR_CHECK(launch::resolveTargetBatch(m_settings.workload, m_settings.traits(), m_settings.workers));
        if (m_settings.workload.extras.contains(launch::partsOption)) // the rates take a look at every pair of nodes
            MR_CHECK(launch::resolveParts(m_settings.workload, m_settings.traits(), workerRates(m_settings.cluster)));
        return std::move(m_settings);
    }

private:
    /// Backend and strategy of one framework are invalid for another.
    void changeFramework(const std::string& framework)
    {
        if (framework == m_settings.workload.framework)
            return;
        m_settings.workload.framework = framework;
        m_settings.workload.backend.clear();
        m_settings.workload.strategy.clear();
    }

    void fillDefaults()
    {
        launch::Workload& workload = m_settings.workload;
        workload = m_settings.frameworks.withDefaults(std::move(workload));
        if (const launch::FrameworkTraits* traits = m_settings.frameworks.find(workload.framework);
            traits && !traits->hasStrategyWith(workload.backend))
            workload.strategy.clear();
    }

    Result<void> apply(const std::string& name, const Level& level)
    {
        if (name == "framework" || name == "workers" || name == "cross_rate" || name == "cross_slowdown")
            return {};
        if (name == "cross_traffic")
            return applyTraffic(level.text);
        cluster::Cluster& cluster = m_settings.cluster;
        MR_TRY(ofWorkload, applyField(launch::workloadFields, m_settings.workload, name, level));
        MR_TRY(ofCluster, applyField(cluster::clusterFields, cluster, name, level));
        MR_TRY(ofLinks, applyToLinks(name, level));
        MR_TRY(ofNics, applyToNics(name, level));
        MR_TRY(ofBottleneck, applyToBottleneck(name, level));
        if (ofWorkload || ofCluster || ofLinks || ofNics || ofBottleneck)
            return {};
        return fail(ErrorCode::InvalidInput, fmt::format("unknown factor \"{}\"", name));
    }

    Result<bool> applyToLinks(const std::string& name, const Level& level)
    {
        auto& links = m_settings.cluster.links;
        cluster::Link first;
        MR_TRY(known, applyField(cluster::linkFields, first.settings, name, level));
        if (known && links.empty())
            links.push_back(first);
        for (cluster::Link& link : links)
            MR_CHECK(applyField(cluster::linkFields, link.settings, name, level));
        return known;
    }

    Result<bool> applyToNics(const std::string& name, const Level& level)
    {
        bool known = false;
        for (cluster::Node& node : m_settings.cluster.nodes)
            for (cluster::Nic& nic : node.nics) {
                MR_TRY(done, applyField(cluster::nicFields, nic, name, level));
                known = done;
            }
        return known;
    }

    Result<bool> applyToBottleneck(const std::string& name, const Level& level)
    {
        auto& bottleneck = m_settings.cluster.bottleneck;
        cluster::Bottleneck none;
        MR_TRY(known, applyField(cluster::bottleneckFields, bottleneck ? *bottleneck : none, name, level));
        if (known && !bottleneck)
            return fail(
                ErrorCode::InvalidInput,
                fmt::format("the cluster \"{}\" has no bottleneck for {} to set", m_settings.cluster.name, name));
        return known;
    }

    Result<void> applyTraffic(const std::string& name)
    {
        if (name == "none")
            return {};
        const crosstraffic::TrafficProfile* profile = findTraffic(m_project, name);
        if (!profile)
            return fail(ErrorCode::NotFound,
                        fmt::format("the project has no cross traffic \"{}\"; add it under \"cross_traffic\", or use "
                                    "\"none\"",
                                    name));
        m_settings.traffic = *profile;
        return {};
    }

    /// Level 0 means no load, whatever the pattern: the run has its phases, but no cross traffic.
    static void setLoad(crosstraffic::TrafficProfile& profile, double& field, double value)
    {
        field = value;
        if (value > 0)
            return;
        profile.pattern = crosstraffic::Pattern::Exponential;
        profile.bitsPerSecond = 0;
        profile.slowdown = 0;
    }

    /// Applies other factors to the profile, and checks that its nodes still exist.
    Result<void> finishTraffic(const grid::Cell& cell)
    {
        if (!m_settings.traffic)
            return {};
        crosstraffic::TrafficProfile& profile = *m_settings.traffic;
        if (const Level* rate = cell.find("cross_rate"))
            setLoad(profile, profile.bitsPerSecond, rate->number());
        if (const Level* slowdown = cell.find("cross_slowdown"))
            setLoad(profile, profile.slowdown, slowdown->number());
        for (const auto* names : {&m_settings.traffic->sources, &m_settings.traffic->destinations})
            for (const std::string& name : *names)
                if (!findNode(m_settings.cluster, name))
                    return fail(ErrorCode::NotFound,
                                fmt::format("cross_traffic: \"{}\" names the node \"{}\", which is not among those of "
                                            "the cluster \"{}\" that are used",
                                            m_settings.traffic->name, name, m_settings.cluster.name));
        return {};
    }

    const Project& m_project;
    EffectiveSettings m_settings;
};

} // namespace

Result<EffectiveSettings> effectiveSettings(const Project& project, const grid::GridSpec& grid, const grid::Cell& cell)
{
    const cluster::Cluster* cluster = findCluster(project, grid.cluster);
    if (!cluster)
        return fail(ErrorCode::NotFound, fmt::format("the project has no cluster \"{}\"", grid.cluster));
    const launch::Workload* workload = findWorkload(project, grid.workload);
    if (!workload)
        return fail(ErrorCode::NotFound, fmt::format("the project has no workload \"{}\"", grid.workload));
    return Applier(project, *cluster, *workload).run(grid, cell);
}

} // namespace millrace::project
