// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/clock.h"

#include <string_view>

namespace millrace::crosstraffic {

/// Raises the priority of this thread while the object lives, if permitted: senders must not be starved by the workload
/// they disturb, or the offered load changes. A thread that is mostly asleep gets real-time priority (SCHED_RR 1); once
/// it needs most of a core for some time, it is lowered to nice -15, so that nobody is starved.
class SchedulingPriority
{
public:
    explicit SchedulingPriority(bool realTime);
    ~SchedulingPriority();
    SchedulingPriority(const SchedulingPriority&) = delete;
    SchedulingPriority& operator=(const SchedulingPriority&) = delete;

    /// Checks the processor time since the last call; to be called every 100 ms or so.
    void watch();
    /// "real-time", "high" or "usual".
    [[nodiscard]] std::string_view name() const noexcept;

private:
    bool m_realTime = false;
    bool m_high = false;
    int m_niceBefore = 0;
    int m_busy = 0; ///< consecutive calls with most of a core
    Nanoseconds m_lastProcessor{0};
    Nanoseconds m_last{0};
};

} // namespace millrace::crosstraffic
