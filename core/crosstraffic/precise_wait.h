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

inline constexpr std::uint64_t stopKey = 1; ///< of the stop event; keys of flows are larger

/// Waits for descriptors and for an instant at once, more exactly than a sleep: a kernel timer up to shortly before the
/// instant, then a spin on the clock. The length of the spin follows the timer's previous lateness; its share of the
/// time is bounded.
class PreciseWait
{
public:
    [[nodiscard]] static Result<PreciseWait> create();

    /// Adds a descriptor; `key` is returned in its events, 0 is reserved.
    [[nodiscard]] bool add(int fd, std::uint64_t key, std::uint32_t events) const noexcept;
    void change(int fd, std::uint64_t key, std::uint32_t events) const noexcept;
    /// Waits for events until `until`. Returns as soon as there is one.
    [[nodiscard]] std::span<const epoll_event> wait(Nanoseconds until);
    /// Same with millisecond resolution, without spinning.
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
    double m_late = 30'000; ///< ns, upper end of the timer's lateness
    Nanoseconds m_budget{0}; ///< for spinning
    Nanoseconds m_budgetTime{0};
};

} // namespace millrace::crosstraffic
