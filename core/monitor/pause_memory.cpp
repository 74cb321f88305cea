// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/monitor/pause_memory.h"

#include <algorithm>
#include <cmath>

namespace millrace::monitor {

namespace {

constexpr std::size_t remembered = 32;
constexpr std::int64_t forgottenAfter = 300; // values
constexpr std::int64_t longestWaited = 10; // longer pauses are excused only when expected
constexpr std::int64_t leastOfPattern = 2; // values
constexpr std::int64_t mostShare = 3; // a pattern is at most a third of its period
constexpr double likeSize = 0.6; // minimum ratio of sizes that count as similar
constexpr std::int64_t missesToForget = 3; // periods

} // namespace

void PauseMemory::add(const Pause& pause)
{
    if (pause.length < 2)
        return;
    m_pauses.push_back(pause);
    if (m_pauses.size() > remembered)
        m_pauses.pop_front();
    findPeriod();
}

/// Looks for three pauses of similar size and length at equal distances, possibly with others in between.
void PauseMemory::findPeriod()
{
    const Pause& last = m_pauses.back();
    const auto isAlike = [&](const Pause& other) {
        return std::min(other.size, last.size) > likeSize * std::max(other.size, last.size)
            && std::abs(other.length - last.length) <= 1 + std::max(other.length, last.length) / 4;
    };
    if (last.length < leastOfPattern)
        return;
    for (auto second = m_pauses.rbegin() + 1; second != m_pauses.rend(); ++second) {
        const std::int64_t period = last.begin - second->begin;
        if (!isAlike(*second) || period < mostShare * last.length)
            continue;
        const std::int64_t play = 1 + period / 50;
        for (auto third = second + 1; third != m_pauses.rend(); ++third)
            if (isAlike(*third) && std::abs(second->begin - third->begin - period) <= play) {
                m_period = (last.begin - third->begin + 1) / 2;
                m_pattern = last;
                m_pattern.length = std::max({last.length, second->length, third->length});
                m_pattern.size = std::max({last.size, second->size, third->size});
                return;
            }
        return; // the previous similar pause was at another distance
    }
}

bool PauseMemory::foresees(std::int64_t number, double growth, double deviation) const noexcept
{
    if (m_period == 0)
        return false;
    const std::int64_t play = 1 + m_period / 50;
    const std::int64_t since = number - m_pattern.begin + play;
    return since / m_period >= 1 && since / m_period <= missesToForget && since % m_period < m_pattern.length + 2 * play
        && growth < 1.3 * m_pattern.size + 3 * deviation;
}

bool PauseMemory::isForeseen(const Pause& pause) const noexcept
{
    if (m_period == 0)
        return false;
    const std::int64_t play = 1 + m_period / 50;
    const std::int64_t off = (m_pattern.begin - pause.begin) % m_period;
    return std::abs(off) <= play || m_period - std::abs(off) <= play;
}

std::int64_t PauseMemory::longest(std::int64_t number) const noexcept
{
    std::int64_t longest = 0;
    for (const Pause& pause : m_pauses)
        if (pause.length <= longestWaited && number - pause.begin < forgottenAfter && !isForeseen(pause))
            longest = std::max(longest, pause.length);
    return longest;
}

} // namespace millrace::monitor
