// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/collective/chunk_plan.h"
#include "core/simulate/flow_simulation.h"
#include "core/simulate/ring_recurrence.h"

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace millrace::simulate {

/// An all-reduce of the built-in workers.
struct AllReduceSpec
{
    collective::Strategy strategy = collective::Strategy::RingAllReduce;
    int root = 0; ///< see collective::graphPairs
    collective::ChunkHash hash = collective::ChunkHash::Name;
    std::size_t segmentBytes = 0; ///< see collective::ChunkRule
    std::vector<std::size_t> tensors; ///< elements of each
    std::size_t elementBytes = sizeof(float); ///< as they are sent
    std::vector<std::size_t> nodes; ///< the node of each rank
    int streams = 1; ///< see collective::ChunkRule
    collective::ShardParts parts; ///< see collective::ChunkRule
    std::uint64_t seed = 0; ///< of lost packets
    bool agreesFirst = false; ///< the ranks exchange a number before: the scale of int8
};

/// Whether several nodes send more to one than its queue holds, so that packets get lost. Among more ranks that is not
/// simulated, see overloadedQueue.
[[nodiscard]] bool overflowsQueues(const AllReduceSpec& spec, const cluster::Cluster& cluster);
inline constexpr std::size_t mostOverflowRanks = 16; ///< of many a message takes too long

/// A sentence about queues that overflow without being simulated; empty: there are none.
[[nodiscard]] std::string overflowRemark(const AllReduceSpec& spec, const cluster::Cluster& cluster);

/// An all-reduce over a network, simulated as often as wanted from the graphs and chunks that the workers themselves
/// use. The network outlives it.
class AllReduce
{
public:
    AllReduce(const AllReduceSpec& spec, const Network& network);

    /// From now on flows take part in the network, during the operations and between them; their times are s since the
    /// first operation's pause began. They outlive it. Before the first run.
    void share(CrossFlows& flows);
    /// `begin`: by rank, s: when it makes the call. `pause`: s from the end of the one before to the time 0, in which
    /// TCP's windows get smaller. `computing`: s from a rank's end of this one until it begins the next one; a packet
    /// that was lost at the very end is noticed then.
    [[nodiscard]] Course run(std::span<const double> begin, double pause = 0, double computing = Connections::never);
    /// Whether an operation depends on those before it: the next one may differ although it begins alike.
    [[nodiscard]] bool hasWindows() const noexcept { return m_simulation && m_simulation->hasWindows(); }
    /// Whether packets get lost or flows take part: no two operations take the same time.
    [[nodiscard]] bool isRandom() const noexcept { return m_simulation && m_simulation->isRandom(); }
    /// Whether a recurrence does, see RingRecurrence.
    [[nodiscard]] bool sharesNothing() const noexcept { return m_ring.has_value(); }

private:
    [[nodiscard]] std::vector<double> agreed(std::span<const double> begin) const;
    /// s: after a longer one, windows matter for a ring; infinite: never.
    [[nodiscard]] double pauseOfWindows() const;
    void makeSimulation();
    [[nodiscard]] Course reduce(std::span<const double> begin, double pause, double computing);

    AllReduceSpec m_spec;
    const Network& m_network;
    std::optional<RingRecurrence> m_ring;
    double m_pauseOfWindows = 0; ///< of the ring
    CrossFlows* m_flows = nullptr;
    bool m_overflows = false; ///< more is sent to a node than its queue holds
    std::unique_ptr<Wiring> m_wiring;
    std::unique_ptr<FlowSimulation> m_simulation;
};

/// The ranks of a cluster: one on each slot, node after node; see run::NetworkPlan.
[[nodiscard]] std::vector<std::size_t> nodesOfRanks(const cluster::Cluster& cluster);

} // namespace millrace::simulate
