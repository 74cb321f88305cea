// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/cluster/ring_order.h"

#include "core/base/random.h"
#include "core/base/seconds.h"
#include "core/cluster/network_matrix.h"

#include <algorithm>
#include <numeric>

namespace millrace::cluster {

namespace {

using Order = std::vector<std::size_t>;

/// Of a ring: its slowest connection, and all of them together where that is equal.
struct RingCost
{
    double slowest = 0;
    double sum = 0;

    [[nodiscard]] bool operator<(const RingCost& other) const noexcept
    {
        constexpr double equal = 1 - 1e-12;
        return slowest < other.slowest * equal || (slowest <= other.slowest && sum < other.sum * equal);
    }
};

class RingSearch
{
public:
    RingSearch(const Cluster& cluster, double bytes) : m_count(cluster.nodes.size()), m_seconds(m_count * m_count)
    {
        const double part = 8 * bytes / static_cast<double>(m_count);
        for (std::size_t from = 0; from < m_count; ++from)
            for (std::size_t to = 0; to < m_count; ++to) {
                if (from == to)
                    continue;
                const PathSettings path = pathBetween(cluster, cluster.nodes[from], cluster.nodes[to]);
                const double rate = smallerRate(path.bitsPerSecond, nicRate(cluster.nodes[from], cluster.nodes[to]));
                m_seconds[from * m_count + to] = (rate > 0 ? part / rate : 0) + seconds(path.delay);
            }
    }

    [[nodiscard]] RingCost costOf(const Order& order) const
    {
        RingCost cost;
        for (std::size_t i = 0; i < m_count; ++i) {
            const double each = m_seconds[order[i] * m_count + order[(i + 1) % m_count]];
            cost.slowest = std::max(cost.slowest, each);
            cost.sum += each;
        }
        return cost;
    }

    [[nodiscard]] Order exact() const
    {
        Order order(m_count);
        std::iota(order.begin(), order.end(), std::size_t(0));
        Order best = order;
        RingCost least = costOf(order);
        while (std::next_permutation(order.begin() + 1, order.end()))
            if (const RingCost cost = costOf(order); cost < least) {
                least = cost;
                best = order;
            }
        return best;
    }

    [[nodiscard]] Order searched() const
    {
        const int starts = m_count <= 24 ? 60 : 12;
        Random random(1);
        Order best;
        RingCost least;
        for (int start = 0; start < starts; ++start) {
            Order order = start == 0 ? nearestNeighbours(0) : nearestNeighbours(random.below(m_count));
            if (start % 3 == 2)
                for (std::size_t i = 1; i + 1 < m_count; ++i)
                    std::swap(order[i], order[i + random.below(m_count - i)]);
            improve(order);
            if (const RingCost cost = costOf(order); best.empty() || cost < least) {
                least = cost;
                best = order;
            }
        }
        std::ranges::rotate(best, std::ranges::find(best, std::size_t(0)));
        return best;
    }

private:
    [[nodiscard]] Order nearestNeighbours(std::size_t first) const
    {
        Order order = {first};
        std::vector<bool> used(m_count, false);
        used[first] = true;
        while (order.size() < m_count) {
            std::size_t nearest = m_count;
            for (std::size_t to = 0; to < m_count; ++to)
                if (!used[to]
                    && (nearest == m_count
                        || m_seconds[order.back() * m_count + to] < m_seconds[order.back() * m_count + nearest]))
                    nearest = to;
            used[nearest] = true;
            order.push_back(nearest);
        }
        return order;
    }

    /// Until no single move, swap or reversal of a segment improves the ring.
    void improve(Order& order) const
    {
        RingCost least = costOf(order);
        const auto tryOrder = [&](Order&& other) {
            const RingCost cost = costOf(other);
            if (!(cost < least))
                return false;
            least = cost;
            order = std::move(other);
            return true;
        };
        bool isBetter = true;
        while (isBetter) {
            isBetter = false;
            for (std::size_t a = 0; a < m_count && !isBetter; ++a)
                for (std::size_t b = a + 1; b < m_count && !isBetter; ++b) {
                    const auto from = static_cast<std::ptrdiff_t>(a), to = static_cast<std::ptrdiff_t>(b);
                    Order swapped = order;
                    std::swap(swapped[a], swapped[b]);
                    Order reversed = order;
                    std::reverse(reversed.begin() + from, reversed.begin() + to + 1);
                    isBetter = tryOrder(std::move(swapped)) || tryOrder(std::move(reversed));
                    // Every exchange of two segments that follow each other, so every move of a segment.
                    for (std::ptrdiff_t cut = from + 1; cut <= to && !isBetter; ++cut) {
                        Order moved = order;
                        std::rotate(moved.begin() + from, moved.begin() + cut, moved.begin() + to + 1);
                        isBetter = tryOrder(std::move(moved));
                    }
                }
        }
    }

    std::size_t m_count;
    std::vector<double> m_seconds; ///< from node (row) to node (column)
};

} // namespace

RingOrder bestRing(const Cluster& cluster, double bytes)
{
    RingOrder ring;
    ring.nodes.resize(cluster.nodes.size());
    std::iota(ring.nodes.begin(), ring.nodes.end(), std::size_t(0));
    ring.isExact = ring.nodes.size() <= mostExactRing;
    if (ring.nodes.size() < 2)
        return ring;
    const RingSearch search(cluster, bytes);
    ring.listedSeconds = search.costOf(ring.nodes).slowest;
    Order found = ring.isExact ? search.exact() : search.searched();
    if (search.costOf(found) < search.costOf(ring.nodes))
        ring.nodes = std::move(found);
    ring.seconds = search.costOf(ring.nodes).slowest;
    return ring;
}

void orderNodes(Cluster& cluster, const std::vector<std::size_t>& order)
{
    std::vector<Node> nodes;
    for (const std::size_t node : order)
        nodes.push_back(std::move(cluster.nodes[node]));
    cluster.nodes = std::move(nodes);
}

} // namespace millrace::cluster
