// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/monitor/chart_detector.h"

#include "core/base/unknown.h"

#include <cmath>

namespace millrace::monitor {

std::optional<Alarm> ChartDetector::take(const StepSight& step)
{
    m_evidence.take(step);
    const double time = iterationTime(step);
    if (!std::isfinite(time) || (m_excused > 0 && m_excused-- > 0) || !m_reference.take(time))
        return std::nullopt;
    const auto& [centre, spread] = m_reference.reference();
    const auto since = judge(step.iteration, (time - centre) / spread);
    if (!since)
        return std::nullopt;
    m_alarmed = !m_alarmed;
    Alarm alarm;
    alarm.over = !m_alarmed;
    alarm.raised = step.iteration;
    alarm.onset = *since;
    alarm.size = alarm.confidence = unknown;
    m_evidence.complete(alarm);
    return alarm;
}

} // namespace millrace::monitor
