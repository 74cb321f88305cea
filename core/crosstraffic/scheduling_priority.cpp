// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/crosstraffic/scheduling_priority.h"

#include <ctime>
#include <sched.h>
#include <sys/resource.h>

namespace millrace::crosstraffic {

namespace {

constexpr double mostOfACore = 0.85;
constexpr int busyRounds = 3;
constexpr int niceness = -15;

bool setPolicy(int policy, int priority)
{
    const sched_param parameters{priority};
    return ::sched_setscheduler(0, policy, &parameters) == 0;
}

Nanoseconds processorTime()
{
    timespec time{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return std::chrono::seconds(time.tv_sec) + Nanoseconds(time.tv_nsec);
}

} // namespace

SchedulingPriority::SchedulingPriority(bool realTime)
    : m_realTime(realTime && setPolicy(SCHED_RR | SCHED_RESET_ON_FORK, 1)),
      m_niceBefore(::getpriority(PRIO_PROCESS, 0)), m_lastProcessor(processorTime()), m_last(monotonicNow())
{
    m_high = ::setpriority(PRIO_PROCESS, 0, niceness) == 0;
}

SchedulingPriority::~SchedulingPriority()
{
    if (m_realTime)
        static_cast<void>(setPolicy(SCHED_OTHER, 0));
    if (m_high)
        static_cast<void>(::setpriority(PRIO_PROCESS, 0, m_niceBefore));
}

void SchedulingPriority::watch()
{
    const Nanoseconds processor = processorTime();
    const Nanoseconds now = monotonicNow();
    const auto used = static_cast<double>((processor - m_lastProcessor).count());
    m_busy = used > mostOfACore * static_cast<double>((now - m_last).count()) ? m_busy + 1 : 0;
    m_lastProcessor = processor;
    m_last = now;
    if (m_realTime && m_busy >= busyRounds)
        m_realTime = !setPolicy(SCHED_OTHER, 0);
}

std::string_view SchedulingPriority::name() const noexcept
{
    return m_realTime ? "real-time" : m_high ? "high" : "usual";
}

} // namespace millrace::crosstraffic
