// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/probe/udp_socket.h"

#include <list>
#include <vector>

namespace millrace::probe {

/// What the responder remembers of each train: which packets came, and when the first and the last did. Keeps the 16
/// trains that were heard of last.
class TrainLedger
{
public:
    void add(const Arrival& arrival);
    /// The ReportAnswer to a Report. Of a train that is not known, nothing has arrived.
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
    std::uint32_t m_drops = 0; ///< of the socket, as last seen
};

} // namespace millrace::probe
