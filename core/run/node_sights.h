// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/agent/node_values.h"
#include "core/monitor/detector.h"
#include "core/run/network_plan.h"

#include <functional>
#include <vector>

namespace millrace::run {

/// Makes sights of nodes from their samples. Ranks are counted through the nodes of the plan; a node with several
/// workers is told as its first rank. One thread.
class NodeSights
{
public:
    explicit NodeSights(const NetworkPlan& network);
    /// `node`: position in the plan. Of its processes only those count for which `isWorker` holds.
    [[nodiscard]] std::vector<monitor::NodeSight> take(int node, const agent::SampleBatch& batch,
                                                       const std::function<bool(agent::ProcessId)>& isWorker);

private:
    struct State
    {
        agent::Sample last;
        bool known = false;
    };
    const NetworkPlan& m_network;
    std::vector<int> m_firstRank; ///< by node; -1: it has no worker
    std::vector<State> m_last; ///< by node
};

/// First rank of each node of the plan; -1: it has no worker.
[[nodiscard]] std::vector<int> firstRanks(const NetworkPlan& network);

} // namespace millrace::run
