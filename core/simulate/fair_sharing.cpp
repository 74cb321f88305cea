// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/simulate/fair_sharing.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace millrace::simulate {

namespace {

constexpr double alike = 1e-12; // rates that differ by less are one rate

} // namespace

FairSharing::FairSharing(const Network& network) : m_network(network), m_shared(network.resources()) { }

Flow FairSharing::add(const Path& path, double weight)
{
    Member& member = m_flows.emplace_back(Member{.path = path, .weight = weight});
    for (std::size_t i = 0; i < path.count; ++i)
        member.hasMain = member.hasMain || path.use[i] >= mainUse;
    return static_cast<Flow>(m_flows.size() - 1);
}

void FairSharing::touch(const Path& path)
{
    for (std::size_t i = 0; i < path.count; ++i)
        m_touched.push_back(path.resources[i]);
}

void FairSharing::start(Flow flow)
{
    Member& member = m_flows[flow];
    member.active = true;
    member.rate = member.path.bytesPerSecond;
    for (std::size_t i = 0; i < member.path.count; ++i) {
        const Resource resource = member.path.resources[i];
        Shared& shared = m_shared[resource];
        member.places[i] = static_cast<std::uint32_t>(shared.flows.size());
        shared.flows.push_back(flow);
        shared.load += member.weight * member.path.use[i];
        member.rate = std::min(member.rate, member.weight * m_network.capacity(resource) / shared.load);
    }
    member.settled = member.before = member.rate;
    touch(member.path);
}

void FairSharing::stop(Flow flow)
{
    Member& member = m_flows[flow];
    member.active = false;
    member.rate = member.settled = member.before = 0;
    for (std::size_t i = 0; i < member.path.count; ++i) {
        const Resource resource = member.path.resources[i];
        Shared& shared = m_shared[resource];
        const Flow last = shared.flows.back();
        shared.flows[member.places[i]] = last;
        shared.flows.pop_back();
        shared.load = shared.flows.empty() ? 0 : shared.load - member.weight * member.path.use[i];
        Member& moved = m_flows[last];
        for (std::size_t k = 0; k < moved.path.count; ++k)
            if (moved.path.resources[k] == resource)
                moved.places[k] = member.places[i];
    }
    touch(member.path);
}

void FairSharing::limit(Flow flow, double most)
{
    Member& member = m_flows[flow];
    member.path.bytesPerSecond = most;
    if (!member.active)
        return;
    if (member.path.count == 0)
        member.rate = member.settled = member.before = most;
    else
        touch(member.path);
}

void FairSharing::weigh(Flow flow, double weight)
{
    Member& member = m_flows[flow];
    const double more = weight - member.weight;
    member.weight = weight;
    if (!member.active || more == 0)
        return;
    for (std::size_t i = 0; i < member.path.count; ++i)
        m_shared[member.path.resources[i]].load += more * member.path.use[i];
    touch(member.path);
}

void FairSharing::gatherFlow(Flow flow)
{
    Member& member = m_flows[flow];
    if (member.round == m_round)
        return;
    member.round = m_round;
    member.fixed = false;
    m_members.push_back(flow);
    if (std::isfinite(member.path.bytesPerSecond))
        m_capped.emplace_back(member.path.bytesPerSecond / member.weight, flow);
    for (std::size_t i = 0; i < member.path.count; ++i)
        gatherResource(member.path.resources[i]);
}

void FairSharing::gatherResource(Resource resource)
{
    Shared& shared = m_shared[resource];
    if (shared.round == m_round || shared.flows.empty())
        return;
    shared.round = m_round;
    shared.left = m_network.capacity(resource);
    shared.open = shared.load;
    m_resources.push_back(resource);
}

/// A flow whose acknowledgements alone pass a full resource is not held back by it: they take their part from those
/// that do, and go on with the flow.
bool FairSharing::isHeldBy(const Member& member, Resource resource)
{
    if (!member.hasMain)
        return true;
    for (std::size_t i = 0; i < member.path.count; ++i)
        if (member.path.resources[i] == resource)
            return member.path.use[i] >= mainUse;
    return false;
}

void FairSharing::fix(Flow flow, double level, Resource holder)
{
    Member& member = m_flows[flow];
    const double rate = level * member.weight;
    member.rate = rate;
    member.fixed = true;
    member.holder = holder;
    for (std::size_t i = 0; i < member.path.count; ++i) {
        Shared& shared = m_shared[member.path.resources[i]];
        shared.left = std::max(0.0, shared.left - member.path.use[i] * rate);
        shared.open -= member.weight * member.path.use[i];
    }
}

/// The resource with the least for each of its flows settles them; those with a lower limit of their own come first.
/// What a resource has for each only grows while flows elsewhere are settled, so an outdated entry of the heap is put
/// back.
void FairSharing::fill()
{
    std::ranges::sort(m_capped);
    m_levels.clear();
    for (const Resource resource : m_resources)
        m_levels.emplace_back(m_shared[resource].left / m_shared[resource].open, resource);
    std::ranges::make_heap(m_levels, std::greater());
    std::size_t nextCap = 0;
    while (!m_levels.empty()) {
        auto [level, resource] = m_levels.front();
        while (nextCap < m_capped.size() && m_flows[m_capped[nextCap].second].fixed)
            ++nextCap;
        if (nextCap < m_capped.size() && m_capped[nextCap].first <= level) {
            fix(m_capped[nextCap].second, m_capped[nextCap].first, none);
            continue;
        }
        std::ranges::pop_heap(m_levels, std::greater());
        m_levels.pop_back();
        const Shared& shared = m_shared[resource];
        if (shared.open <= alike * shared.load)
            continue;
        const double now = shared.left / shared.open;
        if (now > level * (1 + alike)) {
            m_levels.emplace_back(now, resource);
            std::ranges::push_heap(m_levels, std::greater());
            continue;
        }
        for (const Flow flow : shared.flows)
            if (!m_flows[flow].fixed && isHeldBy(m_flows[flow], resource))
                fix(flow, level, resource);
    }
    for (; nextCap < m_capped.size(); ++nextCap)
        if (!m_flows[m_capped[nextCap].second].fixed)
            fix(m_capped[nextCap].second, m_capped[nextCap].first, none);
}

std::span<const Flow> FairSharing::update()
{
    m_changed.clear();
    if (m_touched.empty())
        return m_changed;
    ++m_round;
    m_resources.clear();
    m_members.clear();
    m_capped.clear();
    for (const Resource resource : m_touched)
        gatherResource(resource);
    m_touched.clear();
    for (std::size_t next = 0; next < m_resources.size(); ++next)
        for (const Flow flow : m_shared[m_resources[next]].flows)
            gatherFlow(flow);
    fill();
    for (const Flow flow : m_members) {
        Member& member = m_flows[flow];
        member.before = member.settled;
        if (std::abs(member.rate - member.settled) > alike * member.rate)
            m_changed.push_back(flow);
        else
            member.rate = member.settled;
        member.settled = member.rate;
    }
    return m_changed;
}

} // namespace millrace::simulate
