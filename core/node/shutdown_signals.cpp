// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/node/shutdown_signals.h"

#include <array>
#include <csignal>
#include <poll.h>
#include <sys/signalfd.h>
#include <unistd.h>

namespace millrace::node {

ShutdownSignals::ShutdownSignals()
{
    ::signal(SIGPIPE, SIG_IGN);
    sigset_t set;
    sigemptyset(&set);
    for (const int number : {SIGTERM, SIGINT, SIGHUP})
        sigaddset(&set, number);
    pthread_sigmask(SIG_BLOCK, &set, nullptr);
    m_signals = UniqueFd(::signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK));
    m_thread = std::jthread([this] { watch(); });
}

ShutdownSignals::~ShutdownSignals()
{
    m_leave.notify();
}

void ShutdownSignals::watch()
{
    std::array<pollfd, 2> entries{{{m_signals.get(), POLLIN, 0}, {m_leave.fd(), POLLIN, 0}}};
    while (::poll(entries.data(), entries.size(), -1) <= 0) { }
    if (entries[0].revents != 0)
        m_stop.request_stop();
}

} // namespace millrace::node
