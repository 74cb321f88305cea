// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/slowdown_steering.h"

#include "core/base/statistics.h"
#include "core/run/traffic_plan.h"

#include <algorithm>
#include <cmath>

namespace millrace::run {

namespace {

constexpr std::size_t windowSteps = 4;
constexpr std::size_t settleSteps = 2;
constexpr int mostCorrections = 5;
constexpr double closeEnough = 0.1; // of the target
constexpr double nearestToCapacity = 0.95;

} // namespace

SlowdownSteering::SlowdownSteering(double slowdown, double step, double communication, double capacity,
                                   std::size_t ranks)
    : m_wanted(slowdown * step), m_asked(m_wanted), m_step(step), m_communication(communication), m_capacity(capacity),
      m_window(windowSteps * std::max<std::size_t>(ranks, 1)), m_skip(settleSteps * std::max<std::size_t>(ranks, 1))
{
}

double SlowdownSteering::rate() const noexcept
{
    const double rate = rateForSlowdown(m_asked, m_step, m_communication, m_capacity);
    return std::isnan(rate) ? rate : std::min(rate, nearestToCapacity * m_capacity);
}

std::optional<double> SlowdownSteering::take(double step)
{
    if (m_corrections >= mostCorrections)
        return std::nullopt;
    if (m_skip > 0) {
        --m_skip;
        return std::nullopt;
    }
    m_seen.push_back(step);
    if (m_seen.size() < m_window)
        return std::nullopt;
    const double longer = median(m_seen) - m_step;
    m_seen.clear();
    ++m_corrections;
    if (std::abs(longer - m_wanted) < closeEnough * m_wanted)
        return std::nullopt;
    const double before = rate();
    m_asked *= longer <= 0 ? 2 : std::clamp(std::pow(m_wanted / longer, 0.7), 0.5, 2.0);
    if (rate() == before)
        return std::nullopt;
    m_skip = m_window / 2;
    return rate();
}

} // namespace millrace::run
