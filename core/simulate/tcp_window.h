// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <limits>

namespace millrace::simulate {

/// What limits the bytes in flight of a connection, besides the network.
struct WindowLaw
{
    double initialBytes = 0; ///< of a new connection, and at least, after a pause; 0: nothing limits
    double largestBytes = 0; ///< that the buffers of a connection hold; 0: nothing limits
    double restartSeconds = 0.2; ///< and a round trip with its queue: a pause that halves the window
    double segmentBytes = 1448; ///< of payload in a full packet

    bool operator==(const WindowLaw&) const = default;
};

/// The congestion window of one connection, or of several that share its bytes. It grows in slow start by what was
/// acknowledged, round trip after round trip, until HyStart ends that (Ha, Rhee, Computer Networks 55(9), 2011), when
/// it fills the path, or half more. Then, until a first loss, it grows by a twentieth of what was acknowledged, as
/// Linux's CUBIC does, but never beyond twice what it had to send. Every loss begins a new phase of CUBIC (RFC 9438),
/// of the one connection that it meets. A queue that is shorter than the path overflows in slow start, when half a
/// window does not fit into it, and the window may stay smaller than the path.
class TcpWindow
{
public:
    TcpWindow() = default;
    /// `rate`: bytes per second of the path, infinite: not limited; `roundTrip`: s; `loses`: the path loses packets;
    /// `queue`: bytes before the path's narrowest place, infinite: it does not overflow.
    TcpWindow(const WindowLaw& law, double rate, double roundTrip, int connections, bool loses = false,
              double queue = std::numeric_limits<double>::infinity()) noexcept;

    /// Whether it can ever delay a message.
    [[nodiscard]] bool matters() const noexcept { return m_initial > 0 && m_initial < m_full; }
    /// Whether anything limits it.
    [[nodiscard]] bool isLimited() const noexcept { return m_initial > 0; }
    /// Whether the buffers hold less than the path.
    [[nodiscard]] bool isBuffered() const noexcept { return matters() && m_largest < m_full; }
    /// Whether an overflow may leave less than the path needs.
    [[nodiscard]] bool mayOverflow() const noexcept;
    /// s that a message which is sent now waits for acknowledgements, beyond the time of its bytes at the rate.
    /// `bothWays`: as much is sent the other way, and acknowledgements queue behind it.
    [[nodiscard]] double wait(double bytes, double now, bool bothWays = false) noexcept;
    /// The last byte left then.
    void rest(double now) noexcept { m_restedSince = now; }
    /// All times are earlier by so much.
    void shift(double seconds) noexcept;

    /// Acknowledgements wait so long behind what is sent the other way, s.
    void delayAcknowledgements(double seconds) noexcept { m_behind = seconds; }
    [[nodiscard]] double roundTrip() const noexcept { return m_roundTrip + m_behind; }
    /// One of its packets is lost; the window does not grow for the round trip until it is there again.
    void lose() noexcept;
    /// It was used for so many seconds since the last loss or the last call, with so many bytes to send, which waited
    /// in a queue for `queueing` s.
    void grow(double seconds, double backlog, double queueing = 0) noexcept;
    /// Bytes in flight at most.
    [[nodiscard]] double bytes() const noexcept { return m_window; }
    /// Bytes per second that losses leave to the connection; infinite: as many as the path allows.
    [[nodiscard]] double limit() const noexcept;

private:
    void pass(double now) noexcept;
    void acknowledge(double bytes, double wanted) noexcept;
    void avoidCongestion(double window) noexcept;
    void overflow() noexcept;
    /// grow() and limit() take over after slow start.
    [[nodiscard]] bool isPaced() const noexcept { return m_loses || mayOverflow(); }
    [[nodiscard]] bool delays() const noexcept { return m_window < m_full && (m_window < m_threshold || !isPaced()); }

    double m_initial = 0; ///< bytes
    double m_full = 0; ///< bytes that fill the path
    double m_exit = 0; ///< bytes at the end of slow start where others share the queue
    double m_queue = 0; ///< bytes
    double m_rate = 0;
    double m_roundTrip = 0;
    double m_restart = 0; ///< s
    double m_window = 0;
    double m_largest = std::numeric_limits<double>::infinity(); ///< bytes
    double m_used = 0; ///< of it, in this round
    double m_round = 0; ///< begin of this round
    double m_restedSince = 0;
    // CUBIC
    double m_segment = 1448;
    int m_connections = 1;
    bool m_loses = false;
    double m_threshold = std::numeric_limits<double>::infinity(); ///< bytes; slow start ends there
    double m_before = 0; ///< bytes at the last loss
    bool m_hasLost = false;
    double m_sinceLoss = 0; ///< s
    double m_recovery = 0; ///< s of it that are left
    double m_behind = 0; ///< s
    double m_queueing = 0; ///< s
    double m_reno = 0; ///< segments of each connection that Reno's window would have
};

} // namespace millrace::simulate
