// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/simulate/tcp_window.h"

#include <algorithm>
#include <cmath>

namespace millrace::simulate {

namespace {

constexpr double mostOfPath = 2;

} // namespace

TcpWindow::TcpWindow(const WindowLaw& law, double rate, double roundTrip, int connections) noexcept
    : m_initial(law.initialBytes * connections), m_full(rate * roundTrip), m_rate(rate), m_roundTrip(roundTrip),
      m_restart(law.restartSeconds + roundTrip), m_window(m_initial)
{
    // Bytes that nothing delays do not wait for acknowledgements.
    if (!std::isfinite(m_full))
        m_initial = 0;
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
        m_window = std::min(m_window + m_used, mostOfPath * m_full);
        m_used = 0;
        m_round = now;
    }
    for (double pause = now - m_restedSince - m_restart; pause > 0 && m_window > m_initial; pause -= m_restart)
        m_window = std::max(m_initial, m_window / 2);
    m_restedSince = now;
}

double TcpWindow::wait(double bytes, double now) noexcept
{
    if (!matters())
        return 0;
    pass(now);
    double time = now;
    double left = bytes;
    while (!isFull() && left > m_window - m_used) {
        const double room = m_window - m_used;
        left -= room;
        time = std::max(time + room / m_rate, m_round + m_roundTrip);
        m_window = 2 * m_window;
        m_used = 0;
        m_round = time;
    }
    m_used += left;
    return std::max(0.0, time + left / m_rate - now - bytes / m_rate);
}

} // namespace millrace::simulate
