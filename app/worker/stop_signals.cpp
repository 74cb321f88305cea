// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/worker/stop_signals.h"

#include <csignal>
#include <poll.h>
#include <sys/signalfd.h>
#include <unistd.h>

namespace millrace::worker {

StopSignals::StopSignals()
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGINT);
    pthread_sigmask(SIG_BLOCK, &set, nullptr);
    std::signal(SIGPIPE, SIG_IGN);
    m_signals = UniqueFd(signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK));
    m_thread = std::jthread([this] { watch(); });
}

StopSignals::~StopSignals()
{
    m_leave.notify();
}

void StopSignals::watch()
{
    for (;;) {
        pollfd ready[] = {{m_signals.get(), POLLIN, 0}, {m_leave.fd(), POLLIN, 0}};
        if (poll(ready, 2, -1) > 0 && ready[1].revents != 0)
            return;
        signalfd_siginfo info{};
        if (read(m_signals.get(), &info, sizeof info) == static_cast<ssize_t>(sizeof info) && m_received == 0) {
            m_received = static_cast<int>(info.ssi_signo);
            m_stop.request_stop();
        }
    }
}

} // namespace millrace::worker
