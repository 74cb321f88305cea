// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/headless/signals.h"

#include <array>
#include <atomic>
#include <csignal>
#include <pthread.h>
#include <string_view>
#include <thread>
#include <unistd.h>

namespace millrace::headless {

struct Signals::State
{
    std::stop_source stop;
    std::stop_source finish;
    std::atomic<int> exitCode{0};
    sigset_t handled{};
    std::jthread thread;

    void wait(const std::stop_token& end)
    {
        while (!end.stop_requested()) {
            int signal = 0;
            if (::sigwait(&handled, &signal) != 0 || end.stop_requested())
                continue;
            if (signal == SIGUSR1) {
                finish.request_stop();
                continue;
            }
            const int code = 128 + signal;
            if (exitCode.exchange(code) != 0)
                ::_exit(code);
            finish.request_stop();
            stop.request_stop();
        }
    }
};

Signals::Signals() : m_state(new State)
{
    ::signal(SIGPIPE, SIG_IGN);
    ::signal(SIGHUP, SIG_IGN);
    ::sigemptyset(&m_state->handled);
    for (const int signal : {SIGINT, SIGTERM, SIGUSR1})
        ::sigaddset(&m_state->handled, signal);
    ::pthread_sigmask(SIG_BLOCK, &m_state->handled, nullptr);
    m_state->thread = std::jthread([this](const std::stop_token& end) { m_state->wait(end); });
}

Signals::~Signals()
{
    m_state->thread.request_stop();
    ::pthread_kill(m_state->thread.native_handle(), SIGUSR1);
    m_state->thread.join();
    delete m_state;
}

std::stop_token Signals::stop() const
{
    return m_state->stop.get_token();
}

std::stop_token Signals::finish() const
{
    return m_state->finish.get_token();
}

int Signals::exitCode() const noexcept
{
    return m_state->exitCode;
}

EndAtOnce::EndAtOnce(const Signals& signals)
    : m_callback(signals.stop(), [&signals] {
          static constexpr std::string_view text = "millrace-cli: cancelled\n";
          (void)!::write(STDERR_FILENO, text.data(), text.size());
          ::_exit(signals.exitCode());
      })
{
}

} // namespace millrace::headless
