// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/monitor/blame_queue.h"

#include <algorithm>

namespace millrace::monitor {

void BlameQueue::take(const StepSight& step)
{
    m_lastStep = std::max(m_lastStep, step.wall);
    m_evidence.take(step);
}

void BlameQueue::take(const LinkSample& sight)
{
    m_lastSight = std::max(m_lastSight, sight.wall);
    m_evidence.take(sight);
}

void BlameQueue::take(const NodeSight& sight)
{
    m_lastSight = std::max(m_lastSight, sight.wall);
    m_evidence.take(sight);
}

bool BlameQueue::isDue(const Alarm& alarm) const
{
    // Does not wait for counters that stopped.
    return alarm.over || m_lastSight == Nanoseconds(0) || m_lastSight >= alarm.wall + settling
        || m_lastStep >= alarm.wall + 2 * settling;
}

RaisedAlarm BlameQueue::takeFirst()
{
    RaisedAlarm first = std::move(m_waiting.front());
    m_waiting.pop_front();
    if (!first.alarm.over)
        m_evidence.blame(first.alarm);
    return first;
}

std::vector<RaisedAlarm> BlameQueue::due()
{
    std::vector<RaisedAlarm> due;
    while (!m_waiting.empty() && isDue(m_waiting.front().alarm))
        due.push_back(takeFirst());
    return due;
}

std::vector<RaisedAlarm> BlameQueue::rest()
{
    std::vector<RaisedAlarm> rest;
    while (!m_waiting.empty())
        rest.push_back(takeFirst());
    return rest;
}

} // namespace millrace::monitor
