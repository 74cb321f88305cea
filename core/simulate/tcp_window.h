// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

namespace millrace::simulate {

/// What limits the bytes in flight of a connection, besides the network.
struct WindowLaw
{
    double initialBytes = 0; ///< of a new connection, and at least, after a pause; 0: nothing limits
    double largestBytes = 0; ///< of the receiver's buffer; 0: nothing limits
    double restartSeconds = 0.2; ///< and a round trip: a pause that halves the window

    bool operator==(const WindowLaw&) const = default;
};

/// The congestion window of one connection, or of several that share its bytes, in slow start: it grows by what was
/// acknowledged, round trip after round trip, until it fills the path, and then to twice as much: as far as slow start
/// goes beyond, and what BBR allows (Cardwell et al., ACM Queue 14(5), 2016). Without loss there is no other phase.
class TcpWindow
{
public:
    TcpWindow() = default;
    /// `rate`: bytes per second of the path, infinite: not limited; `roundTrip`: s.
    TcpWindow(const WindowLaw& law, double rate, double roundTrip, int connections) noexcept;

    /// Whether it can ever delay a message.
    [[nodiscard]] bool matters() const noexcept { return m_initial > 0 && m_initial < m_full; }
    /// s that a message which is sent now waits for acknowledgements, beyond the time of its bytes at the rate.
    [[nodiscard]] double wait(double bytes, double now) noexcept;
    /// The last byte left then.
    void rest(double now) noexcept { m_restedSince = now; }
    /// All times are earlier by so much.
    void shift(double seconds) noexcept;

private:
    void pass(double now) noexcept;
    [[nodiscard]] bool isFull() const noexcept { return m_window >= m_full; }

    double m_initial = 0; ///< bytes
    double m_full = 0; ///< bytes that fill the path
    double m_rate = 0;
    double m_roundTrip = 0;
    double m_restart = 0; ///< s
    double m_window = 0;
    double m_used = 0; ///< of it, in this round
    double m_round = 0; ///< begin of this round
    double m_restedSince = 0;
};

} // namespace millrace::simulate
