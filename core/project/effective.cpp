// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/project/effective.h"

#include "core/cluster/cluster_json.h"
#include "core/launch/frameworks.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <functional>
#include <limits>
#include <numeric>

namespace millrace::project {

namespace {

using grid::Level;
using std::chrono::nanoseconds;

nanoseconds durationOf(const Level& level)
{
    return nanoseconds(std::llround(level.number()));
}

std::uint64_t bytesOf(const Level& level)
{
    return static_cast<std::uint64_t>(level.number());
}

Result<int> intOf(const Level& level, std::string_view factor)
{
    if (level.number() > std::numeric_limits<int>::max())
        return fail(ErrorCode::InvalidInput, fmt::format("{} is too large for {}", level.text, factor));
    return static_cast<int>(level.number());
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

/// Keeps the first n slots and the nodes that have none, and of links and bottleneck what still has both ends.
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
        : m_project(project), m_settings{cluster, workload, 0, std::nullopt}
    {
    }

    Result<EffectiveSettings> run(const grid::GridSpec& grid, const grid::Cell& cell)
    {
        // The framework first: it decides what the others start from.
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
        return std::move(m_settings);
    }

private:
    /// Backend and strategy of one framework mean nothing to another.
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
        const launch::FrameworkTraits* traits = launch::findFramework(workload.framework);
        if (!traits)
            return;
        if (workload.backend.empty() && !traits->backends.empty())
            workload.backend = traits->backends.front();
        if (!traits->hasStrategy)
            workload.strategy.clear();
        else if (workload.strategy.empty() && !traits->strategies.empty())
            workload.strategy = traits->strategies.front();
    }

    Result<void> apply(const std::string& name, const Level& level)
    {
        if (name == "framework" || name == "workers" || name == "cross_rate" || name == "cross_slowdown"
            || applyToLinks(name, level) || applyText(name, level) || applyQuantity(name, level))
            return {};
        if (name == "mode")
            return applyMode(level);
        if (name == "cross_traffic")
            return applyTraffic(level.text);
        if (name == "bottleneck_rate" || name == "bottleneck_queue")
            return applyBottleneck(name, level);
        if (name == "nic_rate") {
            for (cluster::Node& node : m_settings.cluster.nodes)
                for (cluster::Nic& nic : node.nics)
                    nic.bitsPerSecond = level.number();
            return {};
        }
        return applyInteger(name, level);
    }

    bool applyToLinks(const std::string& name, const Level& level)
    {
        const auto set = [&](auto member, auto value) {
            auto& links = m_settings.cluster.links;
            if (links.empty())
                links.emplace_back();
            for (cluster::Link& link : links)
                link.settings.*member = value;
            return true;
        };
        using Settings = cluster::LinkSettings;
        return name == "loss"  ? set(&Settings::loss, level.number())
            : name == "delay"  ? set(&Settings::delay, durationOf(level))
            : name == "jitter" ? set(&Settings::jitter, durationOf(level))
            : name == "rate"   ? set(&Settings::bitsPerSecond, level.number())
            : name == "queue"  ? set(&Settings::queueBytes, bytesOf(level))
                               : false;
    }

    bool applyText(const std::string& name, const Level& level)
    {
        launch::Workload& workload = m_settings.workload;
        std::string* target = name == "backend" ? &workload.backend
            : name == "model"                   ? &workload.model
            : name == "strategy"                ? &workload.strategy
            : name == "optimizer"               ? &workload.optimizer
            : name == "congestion_control"      ? &m_settings.cluster.congestionControl
                                                : nullptr;
        if (target)
            *target = level.text;
        return target != nullptr;
    }

    bool applyQuantity(const std::string& name, const Level& level)
    {
        launch::Workload& workload = m_settings.workload;
        if (name == "compute_time") {
            workload.computeTime = durationOf(level);
            workload.deviceFlops = 0;
        } else if (name == "device_flops") {
            workload.deviceFlops = level.number();
            workload.computeTime.reset();
        } else if (name == "compute_jitter") {
            workload.computeJitter = level.number();
        } else if (name == "deadline") {
            workload.deadline = durationOf(level);
        } else {
            return false;
        }
        return true;
    }

    Result<void> applyInteger(const std::string& name, const Level& level)
    {
        launch::Workload& workload = m_settings.workload;
        int* target = name == "batch" ? &workload.batch
            : name == "steps"         ? &workload.steps
            : name == "warmup_steps"  ? &workload.warmupSteps
            : name == "verify_every"  ? &workload.verifyEvery
            : name == "mtu"           ? &m_settings.cluster.mtu
                                      : nullptr;
        if (!target)
            return fail(ErrorCode::InvalidInput, fmt::format("the factor \"{}\" is not known", name));
        MR_TRY(value, intOf(level, name));
        *target = value;
        return {};
    }

    Result<void> applyMode(const Level& level)
    {
        const auto mode = cluster::parseSwitchMode(level.text);
        if (!mode)
            return fail(ErrorCode::InvalidInput,
                        fmt::format("\"{}\" is not a mode; write automatic, fast or packet", level.text));
        m_settings.cluster.mode = *mode;
        return {};
    }

    Result<void> applyBottleneck(const std::string& name, const Level& level)
    {
        auto& bottleneck = m_settings.cluster.bottleneck;
        if (!bottleneck)
            return fail(
                ErrorCode::InvalidInput,
                fmt::format("the cluster \"{}\" has no bottleneck for {} to set", m_settings.cluster.name, name));
        if (name == "bottleneck_rate")
            bottleneck->bitsPerSecond = level.number();
        else
            bottleneck->queueBytes = bytesOf(level);
        return {};
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

    /// 0 as a level is no load at all, whatever the pattern: the run has its phases and stays quiet.
    static void setLoad(crosstraffic::TrafficProfile& profile, double& field, double value)
    {
        field = value;
        if (value > 0)
            return;
        profile.pattern = crosstraffic::Pattern::Exponential;
        profile.bitsPerSecond = 0;
        profile.slowdown = 0;
    }

    /// What other factors say about the profile, and whether the nodes that it names are still there.
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
