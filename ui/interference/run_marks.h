// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/interference/run_alarm.h"
#include "ui/plots/timeline_series.h"

#include <vector>

namespace millrace::ui {

/// What happened in a run, as every time axis of the run draws it; bounded.
struct RunMarks
{
    static constexpr std::size_t most = 2000;

    std::vector<TimelineEvent> events;
    std::vector<TimelineBand> phases; ///< of cross traffic
    std::vector<RunAlarm> alarms;

    /// True when there is something new to be drawn.
    bool add(const store::Event& event);
};

/// The mark of an event, if it is one for people; equal ones at nearly the same time become one.
void addEventMark(std::vector<TimelineEvent>& marks, const store::Event& event);

} // namespace millrace::ui
