// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <csignal>
#include <ctime>

namespace millrace {

/// A write into a pipe without a reader must not end this program.
class PipeSignalBlocked
{
public:
    PipeSignalBlocked()
    {
        sigemptyset(&m_pipe);
        sigaddset(&m_pipe, SIGPIPE);
        pthread_sigmask(SIG_BLOCK, &m_pipe, &m_before);
    }
    ~PipeSignalBlocked()
    {
        const timespec now{};
        if (!sigismember(&m_before, SIGPIPE))
            while (sigtimedwait(&m_pipe, nullptr, &now) == SIGPIPE) { }
        pthread_sigmask(SIG_SETMASK, &m_before, nullptr);
    }
    PipeSignalBlocked(const PipeSignalBlocked&) = delete;
    PipeSignalBlocked& operator=(const PipeSignalBlocked&) = delete;

private:
    sigset_t m_pipe;
    sigset_t m_before;
};

} // namespace millrace
