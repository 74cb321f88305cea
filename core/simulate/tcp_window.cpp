// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/simulate/tcp_window.h"

#include <algorithm>
#include <cmath>

namespace millrace::simulate {

namespace {

constexpr double mostOfQueue = 2; // a window in slow start arrives at twice the rate
/// HyStart ends slow start where others share the queue by the delay that it finds there, an eighth of the round trip
/// within these bounds (Linux).
constexpr double leastQueue = 4e-3, mostQueue = 16e-3; // s
constexpr double leastExit = 16; // segments
constexpr double keptPart = 0.7; // of the window that a loss leaves, RFC 9438, 4.6
constexpr double cubicScale = 0.4; // segments per s³
constexpr double renoSegments = 3 * (1 - keptPart) / (1 + keptPart); // for each round trip
constexpr double beforeLosses = 0.05; // of the window, for each round trip
constexpr double mostOfBurst = 2; // a window that is not used up does not grow (Linux)
constexpr double fewestSegments = 2;

} // namespace

TcpWindow::TcpWindow(const WindowLaw& law, double rate, double roundTrip, int connections, bool loses,
                     double queue) noexcept
    : m_initial(law.initialBytes * connections), m_full(rate * roundTrip), m_queue(queue), m_rate(rate),
      m_roundTrip(roundTrip), m_restart(law.restartSeconds + roundTrip), m_window(m_initial),
      m_largest(law.largestBytes > 0 ? connections * law.largestBytes : std::numeric_limits<double>::infinity()),
      m_segment(law.segmentBytes), m_connections(connections), m_loses(loses)
{
    // Bytes that nothing delays do not wait for acknowledgements.
    if (!std::isfinite(m_full)) {
        m_initial = 0;
        return;
    }
    m_initial = m_window = std::min(m_initial, m_largest);
    const double found = roundTrip + std::clamp(roundTrip / 8, leastQueue, mostQueue);
    m_exit = std::max({rate * found, m_initial, leastExit * law.segmentBytes * connections});
}

bool TcpWindow::mayOverflow() const noexcept
{
    return matters() && !isBuffered() && keptPart * mostOfQueue * m_queue < m_full;
}

void TcpWindow::shift(double seconds) noexcept
{
    m_round -= seconds;
    m_restedSince -= seconds;
}

/// What has been acknowledged until now, and what a pause has taken.
void TcpWindow::pass(double now) noexcept
{
    if (now >= m_round + m_roundTrip) {
        acknowledge(m_used, m_used);
        m_used = 0;
        m_round = now;
        overflow();
    }
    // The last packets waited behind the window: they were sent so much earlier, and their round trip is in the
    // timeout.
    const double standing = std::clamp(m_window / m_rate - m_roundTrip, 0.0, m_queue / m_rate);
    const double restart = m_restart + std::max(m_queueing, standing);
    double pause = now - m_restedSince + standing - restart;
    // Slow start brings back most of it (tcp_current_ssthresh of Linux).
    if (pause > 0 && std::isfinite(m_threshold))
        m_threshold = std::max(m_threshold, m_window * 3 / 4);
    for (; pause > 0 && m_window > m_initial; pause -= restart)
        m_window = std::max(m_initial, m_window / 2);
    m_restedSince = now;
}

/// With traffic both ways the acknowledgements of a window come together, when what was sent the other way at the same
/// time has left: after the time of a window at the rate and of the way back, if that is more than a round trip
/// (two-way traffic of fixed windows in phase: Zhang, Shenker, Clark, SIGCOMM 1991). Then even a window that fills the
/// path does not keep it busy.
double TcpWindow::wait(double bytes, double now, bool bothWays) noexcept
{
    if (!matters() && (!m_loses || m_initial <= 0))
        return 0;
    pass(now);
    double time = now;
    double left = bytes;
    const bool queues = bothWays && !isPaced();
    while ((delays() || queues) && left > m_window - m_used) {
        const double room = std::max(0.0, m_window - m_used);
        left -= room;
        const double round = queues ? std::max(m_roundTrip, m_window / m_rate + m_roundTrip / 2) : m_roundTrip;
        time = std::max(time + room / m_rate, m_round + round);
        acknowledge(m_window, m_window + left);
        m_used = 0;
        m_round = time;
        overflow();
    }
    m_used += left;
    return std::max(0.0, time + left / m_rate - now - bytes / m_rate);
}

/// Of so much that was to be sent in a round; what is not used up does not grow. Alone, HyStart ends slow start by the
/// length of a train of acknowledgements, when they have come for half a round trip (hystart_update of Linux): in the
/// first round whose window takes so long, half a path after its beginning.
void TcpWindow::acknowledge(double bytes, double wanted) noexcept
{
    if (m_window < m_threshold) {
        const double train = m_full / 2;
        const bool isTrain = !m_loses && m_window >= std::max(train, leastExit * m_segment * m_connections);
        const double exit = isTrain ? m_window + train : m_loses ? m_exit : m_threshold;
        const double end = std::min(m_threshold, exit);
        m_window = std::min({m_window + bytes, std::max(m_window, mostOfBurst * wanted), end, m_largest});
        if (m_window >= exit && exit < m_threshold)
            avoidCongestion(exit);
    } else if (!isPaced() && wanted > m_window) {
        m_window = std::min({m_window + beforeLosses * bytes, wanted, m_largest});
    }
}

/// In slow start, a window of twice the queue; later, what fills path and queue.
void TcpWindow::overflow() noexcept
{
    const bool grows = !std::isfinite(m_threshold);
    const double most = grows ? std::min(mostOfQueue * m_queue, m_full + m_queue) : m_full + m_queue;
    if (!mayOverflow() || m_window < most)
        return;
    m_window = most;
    m_hasLost = true;
    m_recovery = m_roundTrip;
    avoidCongestion(keptPart * most); // of all connections
}

void TcpWindow::lose() noexcept
{
    if (m_initial <= 0)
        return;
    m_hasLost = true;
    m_recovery = roundTrip();
    const double least = fewestSegments * m_segment * m_connections;
    m_window = std::max(least, m_window);
    avoidCongestion(std::max(least, m_window * (1 - (1 - keptPart) / m_connections)));
}

/// Slow start is over, at this window.
void TcpWindow::avoidCongestion(double window) noexcept
{
    // Fast convergence, RFC 9438, 4.7.
    m_before = m_window < m_before ? m_window * (1 + keptPart) / 2 : m_window;
    m_window = m_threshold = window;
    m_sinceLoss = 0;
    m_reno = window / (m_segment * m_connections);
}

void TcpWindow::grow(double seconds, double backlog, double queueing) noexcept
{
    // A message that goes on after slow start.
    if (m_loses && !std::isfinite(m_threshold) && m_window >= m_full && seconds > m_roundTrip)
        avoidCongestion(m_window);
    if (!std::isfinite(m_threshold))
        return;
    m_queueing = queueing;
    if (m_window < m_threshold) {
        const double grown = m_window * (1 + seconds / std::max(roundTrip(), queueing));
        m_window = std::min({m_threshold, std::max(m_window, backlog), grown});
        return;
    }
    const double recovering = std::min(seconds, m_recovery);
    m_recovery -= recovering;
    seconds -= recovering;
    m_sinceLoss += seconds;
    const double scale = m_segment * m_connections;
    const double before = m_before / scale;
    const double plateau = std::cbrt(std::max(0.0, before - m_threshold / scale) / cubicScale); // s
    const double cubic = before + cubicScale * std::pow(m_sinceLoss - plateau, 3);
    const double roundTrips = seconds / std::max({roundTrip(), m_window / m_rate, queueing});
    m_reno += renoSegments * roundTrips;
    double grown = scale * std::max(cubic, m_reno);
    // Linux, until a first loss says where the limit is.
    if (!m_hasLost)
        grown = std::max(grown, m_window * (1 + beforeLosses * roundTrips));
    // What is not filled does not grow, nor does what the receiver has no room for.
    m_window = std::max(m_window, std::min({backlog, grown, m_largest}));
    overflow();
}

double TcpWindow::limit() const noexcept
{
    return std::isfinite(m_threshold) ? m_window / roundTrip() : std::numeric_limits<double>::infinity();
}

} // namespace millrace::simulate
