// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/random.h"

namespace millrace::simulate {

/// Which packets of a connection get lost, and when Linux sends them again. Losses are independent of each other, so
/// that the packets between two of them have a geometric distribution.
class LostPackets
{
public:
    /// `probability`: below 1; 0: none.
    LostPackets(double probability, double segmentBytes, std::uint64_t seed);

    /// Bytes up to the end of the next one, from here on.
    [[nodiscard]] double bytesToNext() const noexcept { return m_toNext; }
    /// So many bytes are sent.
    void pass(double bytes) noexcept { m_toNext -= bytes; }
    /// Bytes that the last packet of a message has room for.
    [[nodiscard]] double room(double bytes) const noexcept;
    /// Whether the last one was in a lost packet.
    [[nodiscard]] bool isHere() const noexcept { return m_toNext <= 1e-6 * m_segmentBytes; }

    struct Again
    {
        double seconds = 0; ///< from the loss until it has left once more
        bool isLate = false; ///< too little followed for duplicate acknowledgements: timers notice it
    };
    /// Of the packet that is lost here, with the bytes that follow it at once and the window, at a rate (bytes per
    /// second) and a round trip (s). Three packets that arrive after it cost a round trip, and the retransmission waits
    /// behind what is in flight; one or two cost a quarter more and the timer of RACK (RFC 8985); after the last one
    /// the loss probe comes at the time of the retransmission timeout (tcp_schedule_loss_probe of Linux: 200 ms more
    /// for a single packet).
    [[nodiscard]] Again again(double bytesAfter, double window, double rate, double roundTrip);
    /// Draws the next one.
    void draw();

    static constexpr double fewFollow = 3; ///< packets

private:
    double m_probability;
    double m_segmentBytes;
    Random m_random;
    double m_toNext = 0;
};

} // namespace millrace::simulate
