// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/elastic/membership_watch.h"

#include <utility>

namespace millrace::elastic {

MembershipWatch::MembershipWatch(const Endpoint& server, const Member& self)
    : m_client(server, self), m_thread([this](const std::stop_token& stop) { watch(stop); })
{
}

void MembershipWatch::onNewer(std::uint64_t version, std::function<void()> function)
{
    {
        const std::lock_guard lock(m_mutex);
        m_awaited = version;
        m_function = std::move(function);
    }
    tell();
}

void MembershipWatch::tell()
{
    const std::lock_guard lock(m_mutex);
    if (m_function && m_latest > m_awaited)
        std::exchange(m_function, {})();
}

void MembershipWatch::watch(const std::stop_token& stop)
{
    while (!stop.stop_requested()) {
        const auto newer = m_client.next(m_latest, deadlineIn(std::chrono::hours(1)), {stop, {}});
        if (!newer) { // not a configuration server, for now
            std::mutex mutex;
            std::unique_lock lock(mutex);
            std::condition_variable_any().wait_for(lock, stop, std::chrono::seconds(1), [] { return false; });
        } else if (*newer) {
            m_latest = (*newer)->version;
            tell();
        }
    }
}

} // namespace millrace::elastic
