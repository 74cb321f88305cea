// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace millrace {

using Nanoseconds = std::chrono::nanoseconds;
inline constexpr std::int64_t nanosecondsPerDay = 86'400'000'000'000;
/// Instant on the steady clock before which a blocking call must return.
using Deadline = std::chrono::steady_clock::time_point;

/// CLOCK_MONOTONIC in nanoseconds: the same value in every process of this machine.
[[nodiscard]] Nanoseconds monotonicNow() noexcept;
/// Nanoseconds since 1970-01-01T00:00:00Z.
[[nodiscard]] Nanoseconds wallNow() noexcept;
[[nodiscard]] Deadline deadlineIn(Nanoseconds duration) noexcept;
/// Time left, never negative.
[[nodiscard]] Nanoseconds timeLeft(Deadline deadline) noexcept;
/// Milliseconds left for poll(), rounded up; 0 when the deadline has passed.
[[nodiscard]] int pollTimeout(Deadline deadline) noexcept;

/// "2026-11-20T09:42:40.123456Z" (RFC 3339, UTC).
[[nodiscard]] std::string toRfc3339(Nanoseconds sinceEpoch);
/// Parses the format of toRfc3339; fractions of 0 to 9 digits, zone Z or ±hh:mm.
[[nodiscard]] Result<Nanoseconds> parseRfc3339(std::string_view text);

/// Source of time; tests replace it with a manual clock.
class Clock
{
public:
    virtual ~Clock() = default;
    [[nodiscard]] virtual Nanoseconds monotonic() const = 0;
    [[nodiscard]] virtual Nanoseconds wall() const = 0;
};

class SystemClock final : public Clock
{
public:
    [[nodiscard]] Nanoseconds monotonic() const override { return monotonicNow(); }
    [[nodiscard]] Nanoseconds wall() const override { return wallNow(); }
};

} // namespace millrace
