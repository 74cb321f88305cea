// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/simulate/connections.h"
#include "core/simulate/cross_flows.h"
#include "core/simulate/wiring.h"

#include <queue>
#include <span>
#include <vector>

namespace millrace::simulate {

/// A chunk of an operation on the wire.
struct Load
{
    double bytes = 0; ///< with the header of the message
    std::uint32_t pair = 0; ///< of graphs
};

[[nodiscard]] double meanBytes(std::span<const Load> loads) noexcept;

/// Course of one operation.
struct Course
{
    std::vector<double> finish; ///< by rank, s: has all results and has sent all that it had to send
    std::uint64_t messages = 0;

    [[nodiscard]] double end() const;
};

/// Executes an operation as collective::Engine does: a rank passes a chunk on when it has all contributions; what is to
/// go to one peer waits in the order in which it was ready. What is on the way at the same time shares the network
/// max-min fairly. Event by event; a message takes two events.
class FlowSimulation
{
public:
    /// `nodes`: the node of each rank; `seed`: of lost packets; `flows`: take part in the network, during the
    /// operations and between them; null: none; `queues`: they overflow. All but `loads` and `nodes` outlive the
    /// simulation.
    FlowSimulation(const Network& network, const Wiring& wiring, std::span<const std::size_t> nodes,
                   std::vector<Load> loads, int streams = 1, std::uint64_t seed = 0, CrossFlows* flows = nullptr,
                   bool queues = false);

    /// `begin`: by rank, s, not negative: when it makes the call. What reaches a rank before is taken at that time.
    /// `pause`: s from the end of the last operation to the time 0; `computing`: s from a rank's end of this one until
    /// it begins the next one.
    [[nodiscard]] Course run(std::span<const double> begin, double pause = 0, double computing = Connections::never);

    /// Whether an operation depends on those before it.
    [[nodiscard]] bool hasWindows() const noexcept { return m_connections.hasWindows(); }
    /// Whether packets get lost or flows take part, so that equal operations take different times.
    [[nodiscard]] bool isRandom() const noexcept { return m_connections.isRandom(); }

private:
    enum class Stage : std::uint32_t
    {
        Reduce,
        Broadcast,
        Begin ///< of a rank
    };
    struct Arrival
    {
        double time = 0;
        std::uint64_t order = 0;
        std::uint32_t connection = 0; ///< of a begin: the rank
        std::uint32_t load = 0;
        Stage stage = Stage::Reduce;

        bool operator>(const Arrival& other) const noexcept
        {
            return time > other.time || (time == other.time && order > other.order);
        }
    };

    void reset(std::span<const double> begin);
    void perform();
    void arrive(const Arrival& arrival);
    void beginRank(int rank);
    void reduced(std::uint32_t load, const Wiring::Role& role);
    void pass(std::uint32_t load, Stage stage, std::span<const std::uint32_t> connections);
    void complete();
    void noteFirstUses();
    [[nodiscard]] double nextTime() const;
    [[nodiscard]] std::uint32_t& awaited(std::uint32_t load, int rank)
    {
        return m_awaited[load * static_cast<std::size_t>(m_wiring.ranks()) + static_cast<std::size_t>(rank)];
    }
    void noteActivity(int rank, double time)
    {
        double& last = m_course.finish[static_cast<std::size_t>(rank)];
        last = time > last ? time : last;
    }

    const Wiring& m_wiring;
    std::vector<Load> m_loads;
    Connections m_connections;
    std::vector<bool> m_isUsedAtOnce; ///< by connection: ranks use it when they begin
    double m_computing = Connections::never;
    std::vector<std::uint32_t> m_awaited;
    std::vector<double> m_begin;
    std::priority_queue<Arrival, std::vector<Arrival>, std::greater<>> m_arrivals;
    std::uint64_t m_order = 0;
    double m_now = 0;
    double m_last = 0; ///< time of the last event
    std::uint64_t m_open = 0; ///< ranks that have not begun, and messages that have not arrived
    CrossFlows* m_flows = nullptr;
    double m_end = 0; ///< with flows, of the last operation, since the first one
    Course m_course;
};

} // namespace millrace::simulate
