// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/clock.h"

#include <string_view>

namespace millrace::crosstraffic {

/// Lets this thread go before others while the object lives, where that is allowed: load that waits for a processor
/// behind the workload which it shall disturb would be another load. A thread that is mostly asleep gets real-time
/// priority (SCHED_RR 1); as soon as it needs most of a core for some time, it goes back to nice -15, so that nobody is
/// starved.
class Urgency
{
public:
    explicit Urgency(bool realTime);
    ~Urgency();
    Urgency(const Urgency&) = delete;
    Urgency& operator=(const Urgency&) = delete;

    /// Looks at the time on the processor since the last call; to be called every 100 ms or so.
    void watch();
    /// "real-time", "high" or "usual".
    [[nodiscard]] std::string_view name() const noexcept;

private:
    bool m_realTime = false;
    bool m_high = false;
    int m_niceBefore = 0;
    int m_busy = 0; ///< calls in a row with most of a core
    Nanoseconds m_lastProcessor{0};
    Nanoseconds m_last{0};
};

} // namespace millrace::crosstraffic
