// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/replay/replay_control.h"

#include <algorithm>
#include <cmath>

namespace millrace::replay {

void ReplayControl::setSpeed(double speed)
{
    const std::lock_guard lock(m_mutex);
    m_speed = speed > 0 ? speed : 1;
    m_anchored = false;
    m_changed.notify_all();
}

double ReplayControl::speed() const
{
    const std::lock_guard lock(m_mutex);
    return m_speed;
}

void ReplayControl::setPaused(bool paused)
{
    const std::lock_guard lock(m_mutex);
    m_paused = paused;
    m_anchored = false;
    m_changed.notify_all();
}

bool ReplayControl::isPaused() const
{
    const std::lock_guard lock(m_mutex);
    return m_paused;
}

void ReplayControl::skipTo(Nanoseconds wall)
{
    const std::lock_guard lock(m_mutex);
    m_skip = wall;
    m_anchored = false;
    m_changed.notify_all();
}

ReplayControl::Position ReplayControl::position() const
{
    const std::lock_guard lock(m_mutex);
    return m_position;
}

void ReplayControl::setSpan(Nanoseconds begin, Nanoseconds end)
{
    const std::lock_guard lock(m_mutex);
    m_position.begin = begin;
    m_position.end = std::max(end, m_position.now);
    m_position.now = std::max(m_position.now, begin);
}

bool ReplayControl::await(Nanoseconds wall, const std::stop_token& stop)
{
    std::unique_lock lock(m_mutex);
    while (!stop.stop_requested()) {
        if (m_paused) {
            m_changed.wait(lock, stop, [this] { return !m_paused; });
            continue;
        }
        if (wall <= m_skip || std::isinf(m_speed) || wall <= m_position.now)
            break;
        if (!m_anchored) {
            m_anchorWall = m_position.now;
            m_anchorTime = monotonicNow();
            m_anchored = true;
        }
        const double left = std::chrono::duration<double>(wall - m_anchorWall).count() / m_speed
            - std::chrono::duration<double>(monotonicNow() - m_anchorTime).count();
        if (left <= 0)
            break;
        const auto wait = std::chrono::duration_cast<Nanoseconds>(std::chrono::duration<double>(std::min(left, 60.0)));
        m_changed.wait_for(lock, stop, wait, [this] { return !m_anchored; });
        if (m_anchored) // what is shown moves on although nothing happened
            m_position.now = std::min(
                wall,
                m_anchorWall + std::chrono::duration_cast<Nanoseconds>((monotonicNow() - m_anchorTime) * m_speed));
    }
    m_position.now = std::max(m_position.now, wall);
    m_position.end = std::max(m_position.end, m_position.now);
    return !stop.stop_requested();
}

} // namespace millrace::replay
