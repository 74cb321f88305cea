// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/monitor/slowdown_evidence.h"

#include <deque>
#include <string_view>
#include <vector>

namespace millrace::monitor {

/// An alarm and the detector that raised it.
struct RaisedAlarm
{
    std::string_view detector;
    Alarm alarm;
};

/// Delays alarms until their cause can be determined. A quick detector raises an alarm after a few iterations, when few
/// counter samples of that time have arrived; so an alarm waits until the counters cover `settling` after it. Its
/// iterations stay as the detector reported them. First in, first out. One thread.
class BlameQueue
{
public:
    explicit BlameQueue(int ranks) : m_evidence(ranks) { }

    void take(const StepSight& step);
    void take(const LinkSample& sight);
    void take(const NodeSight& sight);
    void add(std::string_view detector, Alarm alarm) { m_waiting.push_back({detector, std::move(alarm)}); }
    /// Returns the alarms that need not wait any more.
    [[nodiscard]] std::vector<RaisedAlarm> due();
    /// Returns all, at the end of the job.
    [[nodiscard]] std::vector<RaisedAlarm> rest();

    static constexpr Nanoseconds settling = std::chrono::milliseconds(1500);

private:
    [[nodiscard]] bool isDue(const Alarm& alarm) const;
    RaisedAlarm takeFirst();

    SlowdownEvidence m_evidence;
    std::deque<RaisedAlarm> m_waiting;
    Nanoseconds m_lastStep{0}; ///< wall clock
    Nanoseconds m_lastSight{0}; ///< 0: no counters
};

} // namespace millrace::monitor
