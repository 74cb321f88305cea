// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/monitor/detector.h"
#include "core/monitor/sight_history.h"

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace millrace::monitor {

/// Cause and location of a slow-down; Cause::Unknown if the evidence is weak.
struct Blame
{
    Cause cause = Cause::Unknown;
    std::optional<std::pair<int, int>> link; ///< ranks; -1: all traffic into the other, or out of it
    std::vector<int> workers;
    double before = 0; ///< as Alarm::causeBefore
    double since = 0;
    std::string why; ///< "round trips with rank 2 went from 0.4 to 3.1 ms"; empty: not known
};

/// Finds the affected link or node. In a synchronous all-reduce everybody waits for the slowest, so the workers' times
/// do not locate it; counters do. Three causes, in this order, each by its own evidence:
///
/// - Load: the frames that a node's interface counted beyond the payload of its workload grew by at least
///   `leastForeign` of that payload, in one direction of one node far more than elsewhere, and the links of that node
///   have longer round trips or more losses. The direction is that of the frames; if the output of one node and the
///   input of another grew alike, the link between them is named.
/// - Losses: the share of retransmitted bytes grew on one link, or on those into or out of one node, far more than
///   elsewhere.
/// - Round trips grew by 30 % on one link, or on all of one node. A queue in front of a node delays its data and, of
///   what it sends, the acknowledgements, so round trips alone do not give the direction.
///
/// Without any of them nothing is named. One thread.
class LinkBlame
{
public:
    void take(const LinkSample& sight);
    void take(const NodeSight& sight);
    /// `onset`: wall clock.
    [[nodiscard]] Blame blame(Nanoseconds onset) const;

    /// Counters of one node, before the onset and since. NaN: not known.
    struct WorkerState
    {
        int rank = 0;
        double waitingBefore = 0; ///< mean number of runnable threads without a processor
        double waitingSince = 0;
        double stoppedBefore = 0; ///< share of the time
        double stoppedSince = 0;
    };
    [[nodiscard]] std::vector<WorkerState> workers(Nanoseconds onset) const;

    static constexpr std::size_t mostPairs = 4096; ///< further pairs are ignored

    struct PairSums
    {
        double count = 0, roundTrip = 0, retransmitted = 0, bytes = 0;
        double span = 0, timedBytes = 0; ///< of the samples of known interval

        void add(const LinkSample& sight, double seconds);
        void merge(const PairSums& other);
        [[nodiscard]] double lossShare() const; ///< of the bytes
        [[nodiscard]] double rate() const; ///< bit/s
    };
    struct NodeSums
    {
        double span = 0, received = 0, sent = 0; ///< s, bit
        double waitingSpan = 0, waiting = 0;
        double stoppedSpan = 0, stopped = 0;

        void add(const NodeSight& sight, double seconds);
        void merge(const NodeSums& other);
    };

private:
    struct Evidence
    {
        int from = 0;
        int to = 0;
        double score = 0; ///< ln of the growth of round trips + ln(1 + growth of losses in thousandths)
        double lossBefore = 0; ///< share of the bytes
        double lossSince = 0;
        double before = 0; ///< round trips, s
        double since = 0;
        double rateBefore = 0; ///< payload, bit/s
        double rateSince = 0;

        [[nodiscard]] double loss() const { return lossSince > lossBefore ? lossSince - lossBefore : 0; }
    };
    /// Foreign frames in one direction of a node, bit/s.
    struct Foreign
    {
        int rank = 0;
        bool isIn = false;
        double before = 0;
        double since = 0;
        double own = 0; ///< payload of the workload before

        [[nodiscard]] double growth() const { return since - before; }
    };
    [[nodiscard]] std::vector<Evidence> evidence(Nanoseconds onset) const;
    [[nodiscard]] std::vector<Foreign> foreign(const std::vector<Evidence>& all, Nanoseconds onset) const;
    [[nodiscard]] static std::optional<Blame> blameLoad(const std::vector<Evidence>& all,
                                                        const std::vector<Foreign>& foreign);
    [[nodiscard]] static std::optional<Blame> blameLosses(const std::vector<Evidence>& all);
    /// Blames a single path if its round trips grew far more than all others (the reverse path shares them).
    [[nodiscard]] static std::optional<Blame> blameWay(const std::vector<Evidence>& all);
    [[nodiscard]] static std::optional<Blame> blameNode(const std::vector<Evidence>& all);

    std::map<std::pair<int, int>, SightHistory<LinkSample, PairSums>> m_pairs;
    std::map<int, SightHistory<NodeSight, NodeSums>> m_nodes;
};

} // namespace millrace::monitor
