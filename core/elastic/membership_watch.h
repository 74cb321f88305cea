// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/unique_fd.h"
#include "core/elastic/config_client.h"

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace millrace::elastic {

/// Learns of new versions of the members on a thread of its own, so that a training may ask at any time. While the
/// server is away it tries again for ever. The destructor returns at once.
class MembershipWatch
{
public:
    MembershipWatch(const Endpoint& server, const Member& self);

    /// Number of the latest version seen. Any thread.
    [[nodiscard]] std::uint64_t latest() const noexcept { return m_latest; }
    /// Calls it as soon as a version above this one is seen, perhaps at once, on either thread; once. Replaces the
    /// function of the call before; empty: none.
    void onNewer(std::uint64_t version, std::function<void()> function);

private:
    void watch(const std::stop_token& stop);
    void tell();

    ConfigClient m_client;
    std::atomic<std::uint64_t> m_latest = 0;
    std::mutex m_mutex;
    std::uint64_t m_awaited = 0;
    std::function<void()> m_function;
    std::jthread m_thread;
};

} // namespace millrace::elastic
