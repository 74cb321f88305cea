// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/crosstraffic/precise_wait.h"

#include <algorithm>
#include <array>
#include <sys/timerfd.h>
#include <unistd.h>

namespace millrace::crosstraffic {

namespace {

constexpr double spinShare = 0.4; // of one core
constexpr Nanoseconds largestBudget = std::chrono::milliseconds(5);
constexpr double leastMargin = 3'000;
constexpr double largestMargin = 80'000;

} // namespace

Result<PreciseWait> PreciseWait::create()
{
    UniqueFd epoll(::epoll_create1(EPOLL_CLOEXEC));
    UniqueFd timer(::timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC));
    if (!epoll || !timer)
        return failErrno("no timer for cross traffic");
    PreciseWait wait(std::move(epoll), std::move(timer));
    if (!wait.add(wait.m_timer.get(), 0, EPOLLIN))
        return failErrno("no timer for cross traffic");
    return wait;
}

PreciseWait::PreciseWait(UniqueFd epoll, UniqueFd timer)
    : m_epoll(std::move(epoll)), m_timer(std::move(timer)), m_events(128)
{
}

bool PreciseWait::add(int fd, std::uint64_t key, std::uint32_t events) const noexcept
{
    epoll_event event{};
    event.events = events;
    event.data.u64 = key;
    return ::epoll_ctl(m_epoll.get(), EPOLL_CTL_ADD, fd, &event) == 0;
}

void PreciseWait::change(int fd, std::uint64_t key, std::uint32_t events) const noexcept
{
    epoll_event event{};
    event.events = events;
    event.data.u64 = key;
    ::epoll_ctl(m_epoll.get(), EPOLL_CTL_MOD, fd, &event);
}

/// Polls; the timer itself is not returned as an event.
std::span<const epoll_event> PreciseWait::poll(int timeout)
{
    const int count = ::epoll_wait(m_epoll.get(), m_events.data(), static_cast<int>(m_events.size()), timeout);
    if (count <= 0)
        return {};
    const auto end = std::remove_if(m_events.begin(), m_events.begin() + count,
                                    [](const epoll_event& event) { return event.data.u64 == 0; });
    if (end != m_events.begin() + count) {
        learn(monotonicNow() - m_armed);
        m_armed = Nanoseconds(0);
        std::uint64_t ticks = 0;
        [[maybe_unused]] const auto read = ::read(m_timer.get(), &ticks, sizeof ticks);
    }
    return {m_events.data(), static_cast<std::size_t>(end - m_events.begin())};
}

/// Tracks the upper end of the lateness: rises fast, falls slowly (stochastic estimate of the 95 % quantile).
void PreciseWait::learn(Nanoseconds late)
{
    const auto value = static_cast<double>(late.count());
    m_late += value > m_late ? std::min(value - m_late, 2'000.0) * 0.95 : -2'000.0 * 0.05;
    m_late = std::clamp(m_late, leastMargin, largestMargin);
}

bool PreciseWait::maySpin(Nanoseconds now)
{
    const auto earned = static_cast<double>((now - m_budgetTime).count()) * spinShare;
    m_budget = std::min(largestBudget, m_budget + Nanoseconds(static_cast<std::int64_t>(std::min(earned, 1e9))));
    m_budgetTime = now;
    return m_budget.count() > 0;
}

std::span<const epoll_event> PreciseWait::sleep(Nanoseconds until)
{
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - monotonicNow()).count();
    return poll(static_cast<int>(std::clamp<std::int64_t>(left, 0, 1'000'000)));
}

std::span<const epoll_event> PreciseWait::wait(Nanoseconds until)
{
    Nanoseconds now = monotonicNow();
    if (until <= now)
        return poll(0);
    const bool spin = maySpin(now);
    const Nanoseconds wake = spin ? until - Nanoseconds(static_cast<std::int64_t>(m_late)) : until;
    if (wake > now) {
        if (m_armed != wake) {
            itimerspec when{};
            when.it_value.tv_sec = wake.count() / 1'000'000'000;
            when.it_value.tv_nsec = wake.count() % 1'000'000'000;
            ::timerfd_settime(m_timer.get(), TFD_TIMER_ABSTIME, &when, nullptr);
            m_armed = wake;
        }
        const auto events = poll(-1);
        if (!events.empty() || !spin)
            return events;
        now = monotonicNow();
        if (now < wake)
            return {};
    }
    const Nanoseconds begin = now;
    while (now < until)
        now = monotonicNow();
    m_budget -= now - begin;
    return poll(0);
}

} // namespace millrace::crosstraffic
