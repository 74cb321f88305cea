// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/simulate/flow_simulation.h"

#include <optional>
#include <span>
#include <vector>

namespace millrace::simulate {

/// The ring strategies where no two connections share anything: the order on each connection is then known before, and
/// a recurrence over "when is this chunk here" and "when is this connection free" gives the times at a nanosecond or
/// two a message, without a list of events. The result is that of FlowSimulation.
///
/// A chunk of graph pair k starts at rank k + 1 and goes around 2 (n - 1) hops. Rank r sends its own chunks first, then
/// those of rank r - 1 as they come, so hop by hop the chunks that started h ranks before.
class RingRecurrence
{
public:
    /// Nothing if connections share a resource; that each NIC also carries the acknowledgements for the connection the
    /// other way is counted as if they always came. `first`: the rank of position 0 of the ring.
    [[nodiscard]] static std::optional<RingRecurrence> make(const Network& network, std::span<const std::size_t> nodes,
                                                            int first, std::span<const Load> loads);
    [[nodiscard]] Course run(std::span<const double> begin) const;

private:
    RingRecurrence() = default;
    void hop(std::size_t sender, std::size_t count, std::size_t start, const double* begin, double* free,
             double* ready) const;

    template <typename Burst>
    void hopOfOneEach(std::size_t sender, std::size_t count, std::size_t start, const double* begin, double* free,
                      double* ready, Burst burst) const;

    std::size_t m_ranks = 0;
    TransportLaw m_law;
    std::vector<double> m_secondsPerByte; ///< of the connection to the next rank, by rank
    std::vector<double> m_latency; ///< likewise
    std::vector<std::size_t> m_firstLoad; ///< by rank at which chunks start, and the end of the last
    std::vector<double> m_bytes; ///< by rank at which they start
    bool m_oneEach = false; ///< every rank starts one chunk
};

} // namespace millrace::simulate
