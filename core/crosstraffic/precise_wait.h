// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/clock.h"
#include "core/base/unique_fd.h"

#include <cstdint>
#include <span>
#include <sys/epoll.h>
#include <vector>

namespace millrace::crosstraffic {

inline constexpr std::uint64_t stopKey = 1; ///< of what ends a program; flows have larger ones

/// Waits for descriptors and for an instant at once, more exactly than a sleep: a timer of the kernel up to shortly
/// before the instant, then the clock is read until it has come. How long "shortly" is follows from how late the timer
/// was before, and the share of time that goes into it is bounded.
class PreciseWait
{
public:
    [[nodiscard]] static Result<PreciseWait> create();

    /// `key` comes back in the events; 0 is taken.
    [[nodiscard]] bool add(int fd, std::uint64_t key, std::uint32_t events) const noexcept;
    void change(int fd, std::uint64_t key, std::uint32_t events) const noexcept;
    /// Events that are there at `until` or before. Returns as soon as there is one.
    [[nodiscard]] std::span<const epoll_event> wait(Nanoseconds until);
    /// The same to the millisecond and without reading the clock over and over.
    [[nodiscard]] std::span<const epoll_event> sleep(Nanoseconds until);

private:
    PreciseWait(UniqueFd epoll, UniqueFd timer);
    [[nodiscard]] std::span<const epoll_event> poll(int timeout);
    [[nodiscard]] bool maySpin(Nanoseconds now);
    void learn(Nanoseconds late);

    UniqueFd m_epoll;
    UniqueFd m_timer;
    std::vector<epoll_event> m_events;
    Nanoseconds m_armed{0}; ///< instant of the timer; 0: not armed
    double m_late = 30'000; ///< ns that the timer comes late at most times
    Nanoseconds m_budget{0}; ///< for spinning
    Nanoseconds m_budgetTime{0};
};

} // namespace millrace::crosstraffic
