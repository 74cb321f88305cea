// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/monitor/cusum_detector.h"

#include <algorithm>
#include <cmath>

namespace millrace::monitor {

CusumDetector::CusumDetector(int ranks, const CusumParameters& parameters)
    : ChartDetector(ranks, parameters.learning), m_parameters(parameters)
{
}

std::optional<std::int64_t> CusumDetector::judge(std::int64_t iteration, double value)
{
    const double most = 2 * m_parameters.decision;
    const double before = m_sum;
    m_sum = std::clamp(m_sum + value - m_parameters.allowance, 0.0, most);
    if (m_sum <= 0 || m_onset < 0)
        m_onset = iteration + (m_sum <= 0 ? 1 : 0);
    if (m_sum >= before && m_sum > 0)
        m_overSince = iteration + 1;
    const bool changes = isAlarmed() ? m_sum <= 0 : m_sum > m_parameters.decision;
    if (!changes)
        return std::nullopt;
    return isAlarmed() ? m_overSince : m_onset;
}

} // namespace millrace::monitor
