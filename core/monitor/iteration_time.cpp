// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/monitor/iteration_time.h"

#include "core/base/statistics.h"
#include "core/base/unknown.h"

#include <algorithm>
#include <cmath>

namespace millrace::monitor {

double iterationTime(const StepSight& step) noexcept
{
    double longest = unknown;
    for (const double duration : step.duration)
        if (std::isfinite(duration) && duration > 0 && !(longest >= duration))
            longest = duration;
    return longest;
}

Reference robustReference(std::vector<double> values)
{
    constexpr double normal = 1.4826; // 1 ÷ the third quartile of the standard normal distribution
    constexpr double least = 1e-3;
    const double centre = median(values);
    for (double& value : values)
        value = std::abs(value - centre);
    return {centre, std::max(normal * median(values), least * std::abs(centre))};
}

bool LearntReference::take(double value)
{
    if (m_done)
        return true;
    m_values.push_back(value);
    if (m_values.size() >= m_wanted) {
        m_reference = robustReference(std::move(m_values));
        m_values = {};
        m_done = true;
    }
    return false;
}

} // namespace millrace::monitor
