// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/unique_fd.h"

#include <atomic>
#include <stop_token>
#include <thread>

namespace millrace::worker {

/// Turns SIGTERM and SIGINT into a request to stop. Create it before any other thread.
class StopSignals
{
public:
    StopSignals();
    ~StopSignals();

    [[nodiscard]] std::stop_token token() const { return m_stop.get_token(); }
    /// Returns the received signal, or 0.
    [[nodiscard]] int received() const noexcept { return m_received; }

private:
    void watch();

    std::stop_source m_stop;
    std::atomic<int> m_received = 0;
    UniqueFd m_signals;
    WakeUp m_leave;
    std::jthread m_thread;
};

} // namespace millrace::worker
