// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/monitor/ewma_detector.h"

#include <cmath>

namespace millrace::monitor {

EwmaDetector::EwmaDetector(int ranks, const EwmaParameters& parameters)
    : ChartDetector(ranks, parameters.learning), m_parameters(parameters)
{
}

std::optional<std::int64_t> EwmaDetector::judge(std::int64_t iteration, double value)
{
    const double weight = m_parameters.weight;
    m_average += weight * (value - m_average);
    m_forgotten *= (1 - weight) * (1 - weight);
    const double limit = m_parameters.limit * std::sqrt(weight / (2 - weight) * (1 - m_forgotten));
    if (m_average <= 0 || m_onset < 0)
        m_onset = iteration + (m_average <= 0 ? 1 : 0);
    if (m_average > limit / 2)
        m_overSince = iteration + 1;
    const bool changes = isAlarmed() ? m_average <= limit / 2 : m_average > limit;
    if (!changes)
        return std::nullopt;
    return isAlarmed() ? m_overSince : m_onset;
}

} // namespace millrace::monitor
