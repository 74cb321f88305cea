// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/crosstraffic/pacer.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace millrace::crosstraffic {

namespace {

constexpr double shortestGap = 50'000; // ns between batches

/// Rule for catching up a debt.
struct CatchUp
{
    Nanoseconds upTo; // largest debt
    double faster; // excess rate, as a share
    Nanoseconds atOnce; // debt sent without waiting
};
constexpr std::array stages{CatchUp{std::chrono::milliseconds(25), 0.03, std::chrono::microseconds(60)},
                            CatchUp{std::chrono::milliseconds(50), 0.25, std::chrono::microseconds(300)},
                            CatchUp{Nanoseconds::max(), 1, std::chrono::milliseconds(20)}};

} // namespace

Pacer::Pacer(double bitsPerSecond, std::uint64_t unitBytes, Nanoseconds begin)
    : m_interval(std::min(static_cast<double>(unitBytes) * 8e9 / bitsPerSecond, 1e18)),
      m_batch(static_cast<int>(std::clamp(std::ceil(shortestGap / m_interval), 1.0, 1000.0))), m_begin(begin.count()),
      m_floor(begin.count())
{
}

Nanoseconds Pacer::ideal() const noexcept
{
    return Nanoseconds(m_begin + static_cast<std::int64_t>(std::min(m_next * m_interval, 4e18)));
}

Nanoseconds Pacer::due() const noexcept
{
    return std::max(ideal(), Nanoseconds(m_floor));
}

void Pacer::sent(int units, Nanoseconds now) noexcept
{
    const Nanoseconds behind = debt(now);
    const CatchUp& stage =
        *std::find_if(stages.begin(), stages.end() - 1, [behind](const CatchUp& each) { return behind <= each.upTo; });
    const Nanoseconds at = std::max(due(), now - stage.atOnce);
    m_next += units;
    m_floor = at.count() + static_cast<std::int64_t>(std::min(units * m_interval / (1 + stage.faster), 4e18));
    if (const Nanoseconds left = debt(now); left > largestDebt)
        m_begin += (left - largestDebt).count();
}

} // namespace millrace::crosstraffic
