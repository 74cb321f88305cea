// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/unique_fd.h"

#include <stop_token>
#include <thread>

namespace millrace::node {

/// Turns SIGTERM, SIGINT and SIGHUP into a request to stop; ignores SIGPIPE. Make it before any other thread.
class ShutdownSignals
{
public:
    ShutdownSignals();
    ~ShutdownSignals();
    ShutdownSignals(const ShutdownSignals&) = delete;
    ShutdownSignals& operator=(const ShutdownSignals&) = delete;

    [[nodiscard]] std::stop_token token() const { return m_stop.get_token(); }

private:
    void watch();

    std::stop_source m_stop;
    UniqueFd m_signals;
    WakeUp m_leave;
    std::jthread m_thread;
};

} // namespace millrace::node
