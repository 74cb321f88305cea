// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/probe/udp_socket.h"

#include <list>
#include <vector>

namespace millrace::probe {

/// Responder's record of trains: the packets that arrived, and the times of the first and the last. Keeps the 16 most
/// recently active trains.
class TrainLedger
{
public:
    void add(const Arrival& arrival);
    /// Returns the ReportAnswer to a Report. An unknown train has no packets.
    [[nodiscard]] Packet answer(const Arrival& report);

private:
    struct Train
    {
        std::uint64_t session = 0;
        std::vector<bool> seen;
        std::uint32_t received = 0;
        std::uint32_t duplicates = 0;
        Nanoseconds first{0};
        Nanoseconds last{0};
        std::uint32_t dropsBefore = 0; ///< of the socket, when the train began
    };

    Train* find(std::uint64_t session);

    std::list<Train> m_trains; ///< latest first
    std::uint32_t m_drops = 0; ///< of the socket, at the last arrival
};

} // namespace millrace::probe
