// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/fakes/manual_clock.h"

#include <algorithm>

namespace millrace::test {

Nanoseconds ManualClock::monotonic() const
{
    const std::lock_guard lock(m_mutex);
    return m_now;
}

Nanoseconds ManualClock::wall() const
{
    const std::lock_guard lock(m_mutex);
    return m_now + m_wallOffset;
}

void ManualClock::after(Nanoseconds delay, std::function<void()> action)
{
    const std::lock_guard lock(m_mutex);
    m_agenda.emplace(m_now + delay, std::move(action));
}

void ManualClock::jumpWall(Nanoseconds by)
{
    const std::lock_guard lock(m_mutex);
    m_wallOffset += by;
}

std::function<void()> ManualClock::advance(Nanoseconds until)
{
    const std::lock_guard lock(m_mutex);
    const auto next = m_agenda.begin();
    if (next == m_agenda.end() || next->first > until) {
        m_now = std::max(m_now, until);
        return {};
    }
    m_now = std::max(m_now, next->first);
    auto action = std::move(next->second);
    m_agenda.erase(next);
    return action;
}

void ManualClock::wait(std::unique_lock<std::mutex>& lock, std::condition_variable_any&, const std::stop_token& stop,
                       Nanoseconds until, const std::function<bool()>& done)
{
    while (!done() && !stop.stop_requested()) {
        const auto action = advance(until);
        if (!action)
            return;
        lock.unlock();
        action();
        lock.lock();
    }
}

} // namespace millrace::test
