// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/clock.h"

#include <condition_variable>
#include <functional>
#include <mutex>
#include <stop_token>

namespace millrace::run {

/// The clock of a run, by which its thread also waits, so that a test can let time pass without waiting. May be read
/// from any thread.
class RunClock : public Clock
{
public:
    /// Returns when `done` holds, at `until` (monotonic), or when stop is requested. `lock` holds the mutex that guards
    /// what `done` reads; `changed` is notified when that has changed.
    virtual void wait(std::unique_lock<std::mutex>& lock, std::condition_variable_any& changed,
                      const std::stop_token& stop, Nanoseconds until, const std::function<bool()>& done) = 0;
    /// Returns after this time, or when stop is requested.
    void sleep(Nanoseconds duration, const std::stop_token& stop);
};

class SystemRunClock final : public RunClock
{
public:
    [[nodiscard]] Nanoseconds monotonic() const override { return monotonicNow(); }
    [[nodiscard]] Nanoseconds wall() const override { return wallNow(); }
    void wait(std::unique_lock<std::mutex>& lock, std::condition_variable_any& changed, const std::stop_token& stop,
              Nanoseconds until, const std::function<bool()>& done) override;
};

} // namespace millrace::run
