// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/emulate/emulated_cluster.h"

#include "core/base/file_io.h"
#include "core/base/text.h"
#include "core/emulate/batch.h"
#include "core/emulate/interface_counters.h"
#include "core/emulate/namespace_owner.h"
#include "core/emulate/netem_plan.h"
#include "core/emulate/node_plan.h"
#include "core/emulate/stale_emulations.h"
#include "core/emulate/switch.h"

#include <algorithm>
#include <fmt/format.h>
#include <mutex>
#include <unistd.h>

namespace millrace::emulate {

/// Members are destroyed in reverse: the switch stops, the nodes die, the registry entry goes.
class EmulatedCluster::State
{
public:
    [[nodiscard]] static Result<std::unique_ptr<State>> make(const EmulationSpec& spec,
                                                             const EmulationOptions& options);

    [[nodiscard]] Result<EmulationHealth> health(bool reset);
    [[nodiscard]] Result<void> update(const std::vector<PathUpdate>& updates);

    mutable std::mutex mutex;
    EmulationSpec spec;
    std::vector<EmulatedNode> nodes;

private:
    [[nodiscard]] Result<void> makeNodes();
    [[nodiscard]] Result<void> configureNodes();
    [[nodiscard]] Result<void> shapeWithNetem();
    [[nodiscard]] std::uint64_t ringDrops() const;
    void addNotes(EmulationHealth& health) const;

    [[nodiscard]] bool usesSwitch() const { return spec.backend == cluster::EmulationBackend::Switch; }
    [[nodiscard]] std::vector<pid_t> nodePids() const
    {
        return {m_owner->pids().begin(), m_owner->pids().begin() + static_cast<std::ptrdiff_t>(spec.nodes.size())};
    }

    Registration m_registration;
    std::unique_ptr<NamespaceOwner> m_owner;
    std::unique_ptr<Switch> m_switch;
    std::uint64_t m_ringDropsAtReset = 0;
    Nanoseconds m_resetAt{0};
};

namespace {

Result<Registration> registerSelf(const EmulationSpec& spec, const EmulationOptions& options)
{
    if (options.registryFolder.empty())
        return Registration();
    MR_TRY(emulator, identifyProcess(::getpid()));
    MR_TRY(controller, identifyProcess(::getppid()));
    return registerEmulation(options.registryFolder, {spec.id, emulator, controller, {}});
}

TapOffload tapOffload(const EmulationSpec& spec)
{
    if (spec.mode == cluster::SwitchMode::Fast)
        return TapOffload::All;
    return spec.segmentationOffload ? TapOffload::Tcp4 : TapOffload::None;
}

/// Explains ip's bare "Invalid argument" when the congestion control algorithm is missing.
Error explainBatch(Error error, const EmulationSpec& spec)
{
    const auto available = readFile("/proc/sys/net/ipv4/tcp_available_congestion_control");
    if (!available || error.what.find("congctl") == std::string::npos)
        return error;
    const std::string list(trim(*available));
    const auto names = split(list, ' ');
    if (std::ranges::find(names, spec.congestionControl) != names.end())
        return error;
    return fail(
        ErrorCode::Unsupported,
        fmt::format("this kernel does not offer the congestion control '{}' (it has {}); choose one of these or "
                    "load its module",
                    spec.congestionControl, list));
}

} // namespace

Result<std::unique_ptr<EmulatedCluster::State>> EmulatedCluster::State::make(const EmulationSpec& spec,
                                                                             const EmulationOptions& options)
{
    MR_CHECK(checkEmulationSpec(spec));
    if (spec.backend == cluster::EmulationBackend::Netem)
        MR_CHECK(checkNetem(spec));
    auto state = std::make_unique<State>();
    state->spec = spec;
    MR_TRY(registration, registerSelf(spec, options));
    state->m_registration = std::move(registration);
    MR_CHECK(state->makeNodes());
    MR_CHECK(state->configureNodes());
    state->m_resetAt = monotonicNow();
    return state;
}

Result<void> EmulatedCluster::State::makeNodes()
{
    std::vector<NamespaceSetup> setups;
    for (const NodeSpec& node : spec.nodes)
        setups.push_back({node.name, usesSwitch(), tapOffload(spec), spec.sharedFolders, nodeSysctls()});
    if (!usesSwitch())
        setups.push_back({"switch", false, TapOffload::None, {}, {}});
    MR_TRY(owner, NamespaceOwner::start(std::move(setups)));
    m_owner = std::move(owner);
    for (std::size_t i = 0; i < spec.nodes.size(); ++i)
        nodes.push_back({spec.nodes[i].name, spec.nodes[i].address, m_owner->pids()[i]});
    return {};
}

Result<void> EmulatedCluster::State::configureNodes()
{
    if (usesSwitch()) {
        MR_TRY(started, Switch::start(spec, m_owner->takeTaps()));
        m_switch = std::move(started);
    } else {
        MR_CHECK(runBatch("ip", m_owner->pids().back(), netemLinkPlan(spec, nodePids())));
    }
    for (int i = 0; i < static_cast<int>(nodes.size()); ++i) {
        const EmulatedNode& node = nodes[static_cast<std::size_t>(i)];
        if (auto done = runBatch("ip", node.init, nodePlan(spec, i)); !done)
            return within("configuring node " + node.name, explainBatch(std::move(done).error(), spec));
    }
    return usesSwitch() ? Result<void>() : shapeWithNetem();
}

Result<void> EmulatedCluster::State::shapeWithNetem()
{
    for (int i = 0; i < static_cast<int>(nodes.size()); ++i)
        MR_CHECK(runBatch("tc", nodes[static_cast<std::size_t>(i)].init, netemEgressPlan(spec, i)));
    const std::string plan = netemIngressPlan(spec);
    return plan.empty() ? Result<void>() : runBatch("tc", m_owner->pids().back(), plan);
}

std::uint64_t EmulatedCluster::State::ringDrops() const
{
    std::uint64_t drops = 0;
    for (const EmulatedNode& node : nodes)
        drops += transmitDrops(node.init, "eth0").value_or(0);
    return drops;
}

Result<EmulationHealth> EmulatedCluster::State::health(bool reset)
{
    const std::lock_guard lock(mutex);
    EmulationHealth health;
    if (m_switch) {
        MR_TRY(fromSwitch, m_switch->health(reset));
        health = std::move(fromSwitch);
    }
    health.backend = spec.backend;
    health.mode = spec.mode;
    const Nanoseconds now = monotonicNow();
    health.wallSeconds = static_cast<double>((now - m_resetAt).count()) * 1e-9;
    const std::uint64_t drops = ringDrops();
    health.ringDroppedPackets = drops - std::min(drops, m_ringDropsAtReset);
    if (reset) {
        m_ringDropsAtReset = drops;
        m_resetAt = now;
    }
    addNotes(health);
    return health;
}

void EmulatedCluster::State::addNotes(EmulationHealth& health) const
{
    for (const int index : m_owner->dead())
        health.deadNodes.push_back(index < static_cast<int>(nodes.size()) ? nodes[static_cast<std::size_t>(index)].name
                                                                          : "switch");
    health.notes = m_owner->notes();
    if (!m_switch)
        health.notes.push_back("the kernel's netem does not say how late it is; only dead nodes can be noticed");
    else if (!health.realtime)
        health.notes.push_back("the switch runs without real-time priority, so that delays are less exact");
}

Result<void> EmulatedCluster::State::update(const std::vector<PathUpdate>& updates)
{
    const std::lock_guard lock(mutex);
    EmulationSpec changed = spec;
    for (const PathUpdate& each : updates) {
        const int count = static_cast<int>(spec.nodes.size());
        if (each.from < 0 || each.to < 0 || each.from >= count || each.to >= count)
            return fail(ErrorCode::InvalidInput,
                        fmt::format("{} → {} is not a pair of nodes of this cluster", each.from, each.to));
        changed.path(each.from, each.to) = each.path;
    }
    MR_CHECK(checkEmulationSpec(changed));
    if (!m_switch)
        return fail(ErrorCode::Unsupported,
                    "the netem backend cannot change a running cluster; use the switch backend");
    MR_CHECK(m_switch->update(updates));
    spec = std::move(changed);
    return {};
}

EmulatedCluster::EmulatedCluster(std::unique_ptr<State> state) : m_state(std::move(state)) { }

EmulatedCluster::~EmulatedCluster() = default;

Result<std::unique_ptr<EmulatedCluster>> EmulatedCluster::start(const EmulationSpec& spec,
                                                                const EmulationOptions& options)
{
    auto state = State::make(spec, options);
    if (!state)
        return within("starting the emulated cluster", std::move(state).error());
    return std::unique_ptr<EmulatedCluster>(new EmulatedCluster(*std::move(state)));
}

EmulationSpec EmulatedCluster::spec() const
{
    const std::lock_guard lock(m_state->mutex);
    return m_state->spec;
}

const std::vector<EmulatedNode>& EmulatedCluster::nodes() const noexcept
{
    return m_state->nodes;
}

Result<EmulationHealth> EmulatedCluster::health(bool reset)
{
    return m_state->health(reset);
}

Result<void> EmulatedCluster::update(const std::vector<PathUpdate>& updates)
{
    return m_state->update(updates);
}

} // namespace millrace::emulate
