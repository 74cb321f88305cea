// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/run/run_clock.h"

#include <map>

namespace millrace::test {

/// Clock that advances only when a caller waits on it: to the next action that is due, or to the end of the wait. So a
/// story of minutes takes milliseconds and is deterministic.
class ManualClock final : public run::RunClock
{
public:
    static constexpr Nanoseconds startMonotonic = std::chrono::hours(100);
    static constexpr Nanoseconds startWall = std::chrono::hours(490'000); ///< in the year 2025

    [[nodiscard]] Nanoseconds monotonic() const override;
    [[nodiscard]] Nanoseconds wall() const override;
    void wait(std::unique_lock<std::mutex>& lock, std::condition_variable_any& changed, const std::stop_token& stop,
              Nanoseconds until, const std::function<bool()>& done) override;

    /// Done on the waiting thread, when so much time has passed. Actions of one time keep their order.
    void after(Nanoseconds delay, std::function<void()> action);
    /// The wall clock is set; the monotonic one is not.
    void jumpWall(Nanoseconds by);
    /// Since the beginning.
    [[nodiscard]] Nanoseconds elapsed() const { return monotonic() - startMonotonic; }

private:
    /// The next action until then, to which the time goes on; empty: there is none, and the time is `until`.
    [[nodiscard]] std::function<void()> advance(Nanoseconds until);

    mutable std::mutex m_mutex;
    Nanoseconds m_now = startMonotonic;
    Nanoseconds m_wallOffset = startWall - startMonotonic;
    std::multimap<Nanoseconds, std::function<void()>> m_agenda; ///< by monotonic time
};

} // namespace millrace::test
