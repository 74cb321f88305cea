// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/run/run_plan.h"
#include "core/store/run_state.h"

#include <vector>

namespace millrace::run {

/// Selects the conditions that the runs of one campaign measure. The switch of an emulated cluster behaves the same for
/// equal settings, so the first run with a network measures all of it and each later one a single pair in turn: delay
/// always, loss and rate in every fourth run. After a run that did not end well everything is measured again. Remote
/// clusters, whose network is not Millrace's, are measured in full before each run.
class SpotChecks
{
public:
    /// Reduces the probes of a plan to those that its run has to make.
    void choose(RunPlan& plan) const;
    /// Records the outcome of a run with this plan.
    void settle(const RunPlan& plan, store::RunState state);

private:
    struct Network
    {
        NetworkPlan network;
        cluster::SwitchMode mode = cluster::SwitchMode::Automatic;
        int mtu = 0;
        bool segmentationOffload = false;
        std::size_t runs = 0; ///< that have measured it
    };
    [[nodiscard]] std::vector<Network>::const_iterator find(const RunPlan& plan) const;

    std::vector<Network> m_networks;
};

} // namespace millrace::run
