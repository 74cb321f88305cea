// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/agent/node_values.h"
#include "core/monitor/detector.h"
#include "core/run/network_plan.h"

#include <functional>
#include <vector>

namespace millrace::run {

/// Derives node samples from the agents' samples. Ranks are numbered through the nodes of the plan; a node with several
/// workers is reported as its first rank. One thread.
class NodeSights
{
public:
    explicit NodeSights(const NetworkPlan& network);
    /// `node`: position in the plan. Counts only the processes for which `isWorker` holds.
    [[nodiscard]] std::vector<monitor::NodeSight> take(int node, const agent::SampleBatch& batch,
                                                       const std::function<bool(agent::ProcessId)>& isWorker);

private:
    struct State
    {
        agent::Sample last;
        bool known = false;
    };
    const NetworkPlan& m_network;
    std::vector<State> m_last; ///< by node
};

} // namespace millrace::run
