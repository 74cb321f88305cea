// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/run/run_plan.h"
#include "core/store/run_state.h"

#include <vector>

namespace millrace::run {

/// Which conditions the runs of one campaign measure. The switch of an emulated cluster does for equal settings what it
/// did the last time, so the first run with a network measures all of it and each later one a single pair in turn:
/// delay always, loss and rate in every fourth run. After a run that did not end well everything is measured again.
/// Remote clusters, whose network is not Millrace's, are measured in full before each run.
class SpotChecks
{
public:
    /// Cuts the probes of a plan to those that its run has to make.
    void choose(RunPlan& plan) const;
    /// Takes note of how a run with this plan ended.
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
