// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <functional>
#include <stop_token>

namespace millrace::headless {

/// Turns signals into stop requests: the first SIGINT or SIGTERM stops the current work in order, the second ends the
/// program at once (the agents then restore everything by themselves); SIGUSR1 finishes the current run and starts no
/// other. SIGHUP and SIGPIPE are ignored. Create one at the start of main, before any thread; threads inherit it.
class Signals
{
public:
    Signals();
    ~Signals();
    Signals(const Signals&) = delete;
    Signals& operator=(const Signals&) = delete;

    [[nodiscard]] std::stop_token stop() const;
    [[nodiscard]] std::stop_token finish() const;
    /// Returns 130 or 143 after SIGINT or SIGTERM, else 0.
    [[nodiscard]] int exitCode() const noexcept;

private:
    struct State;
    State* m_state;
};

/// While it lives, the first SIGINT or SIGTERM ends the program at once: for work without side effects.
class EndAtOnce
{
public:
    explicit EndAtOnce(const Signals& signals);

private:
    std::stop_callback<std::function<void()>> m_callback;
};

} // namespace millrace::headless
