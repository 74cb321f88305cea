// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/spot_checks.h"

#include <algorithm>

namespace millrace::run {

namespace {

constexpr std::size_t trainEvery = 4;

} // namespace

void SpotChecks::choose(RunPlan& plan) const
{
    const auto known = find(plan);
    if (known == m_networks.end() || plan.probes.empty())
        return;
    ProbePlan probe = plan.probes[known->runs % plan.probes.size()];
    const bool train = known->runs % trainEvery == 0;
    probe.loss = probe.loss && train;
    probe.rate = probe.rate && train;
    probe.brief = !train;
    plan.probes = {probe};
    plan.spotCheck = true;
}

void SpotChecks::settle(const RunPlan& plan, store::RunState state)
{
    if (!plan.emulation)
        return;
    const auto known = m_networks.begin() + (find(plan) - m_networks.cbegin());
    if (state == store::RunState::Cancelled)
        return;
    if (state != store::RunState::Done) {
        if (known != m_networks.end())
            m_networks.erase(known);
    } else if (known != m_networks.end()) {
        ++known->runs;
    } else {
        m_networks.push_back(
            {plan.network, plan.emulation->mode, plan.emulation->mtu, plan.emulation->segmentationOffload, 1});
    }
}

std::vector<SpotChecks::Network>::const_iterator SpotChecks::find(const RunPlan& plan) const
{
    if (!plan.emulation)
        return m_networks.end();
    return std::ranges::find_if(m_networks, [&plan](const Network& known) {
        return known.mode == plan.emulation->mode && known.mtu == plan.emulation->mtu
            && known.segmentationOffload == plan.emulation->segmentationOffload && known.network == plan.network;
    });
}

} // namespace millrace::run
