// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/monitor/page_hinkley_detector.h"

namespace millrace::monitor {

PageHinkleyDetector::PageHinkleyDetector(int ranks, const PageHinkleyParameters& parameters)
    : ChartDetector(ranks, parameters.learning), m_parameters(parameters)
{
}

std::optional<std::int64_t> PageHinkleyDetector::judge(std::int64_t iteration, double value)
{
    if (isAlarmed())
        value = -value; // a fall is a rise of the negated value
    if (m_count == 0)
        m_onset = iteration;
    m_mean += (value - m_mean) / static_cast<double>(++m_count);
    m_sum += value - m_mean - m_parameters.tolerated;
    if (m_sum <= m_lowest) {
        m_lowest = m_sum;
        m_onset = iteration + 1;
    }
    if (m_count < m_parameters.least || m_sum - m_lowest <= m_parameters.threshold)
        return std::nullopt;
    const std::int64_t onset = m_onset;
    m_mean = m_sum = m_lowest = 0;
    m_count = 0;
    return onset;
}

} // namespace millrace::monitor
