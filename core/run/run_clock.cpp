// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/run_clock.h"

namespace millrace::run {

void RunClock::sleep(Nanoseconds duration, const std::stop_token& stop)
{
    std::mutex mutex;
    std::condition_variable_any nothing;
    std::unique_lock lock(mutex);
    wait(lock, nothing, stop, monotonic() + duration, [] { return false; });
}

void SystemRunClock::wait(std::unique_lock<std::mutex>& lock, std::condition_variable_any& changed,
                          const std::stop_token& stop, Nanoseconds until, const std::function<bool()>& done)
{
    changed.wait_until(lock, stop, deadlineIn(until - monotonic()), done);
}

} // namespace millrace::run
