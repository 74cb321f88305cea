// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/monitor/kungfu_step_time.h"

#include "core/base/unknown.h"

#include <algorithm>
#include <cmath>

namespace millrace::monitor {

KungFuStepTime::KungFuStepTime(int ranks, double threshold)
    : m_threshold(threshold), m_means(static_cast<std::size_t>(std::max(1, ranks))), m_evidence(ranks)
{
}

std::optional<Alarm> KungFuStepTime::take(const StepSight& step)
{
    m_evidence.take(step);
    Alarm alarm;
    alarm.raised = alarm.onset = step.iteration;
    alarm.size = alarm.confidence = unknown;
    if (m_waiting > 0) {
        if (--m_waiting > 0)
            return std::nullopt;
        alarm.over = true;
        m_evidence.complete(alarm);
        return alarm;
    }
    for (std::size_t rank = 0; rank < std::min(m_means.size(), step.duration.size()); ++rank) {
        const double time = step.duration[rank];
        if (!std::isfinite(time))
            continue;
        Mean& mean = m_means[rank];
        if (mean.count > 0 && time - mean.value > m_threshold * mean.value)
            alarm.workers.push_back(static_cast<int>(rank));
        mean.count += 1;
        mean.value += (time - mean.value) / mean.count;
    }
    if (2 * alarm.workers.size() < m_means.size())
        return std::nullopt;
    m_waiting = backOff;
    alarm.confidence = static_cast<double>(alarm.workers.size()) / static_cast<double>(m_means.size());
    m_evidence.complete(alarm);
    return alarm;
}

} // namespace millrace::monitor
