// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/monitor/kungfu_rule.h"

#include "core/base/unknown.h"

#include <algorithm>
#include <cmath>

namespace millrace::monitor {

namespace {

double valueAt(const std::vector<double>& values, std::size_t position)
{
    return position < values.size() ? values[position] : unknown;
}

double throughputOf(const StepSight& step, std::size_t rank)
{
    const double bytes = valueAt(step.bytes, rank);
    const double time = valueAt(step.communication, rank);
    return time > 0 ? (std::isfinite(bytes) ? bytes : 1) / time : unknown;
}

} // namespace

KungFuRule::KungFuRule(int ranks, double threshold)
    : m_ranks(static_cast<std::size_t>(std::max(1, ranks))), m_threshold(threshold), m_reference(m_ranks, unknown),
      m_evidence(ranks)
{
}

std::optional<Alarm> KungFuRule::take(const StepSight& step)
{
    m_evidence.take(step);
    const std::int64_t number = m_step++;
    m_votes = 0;
    if (m_switched || number < referenceStep)
        return std::nullopt;
    Alarm alarm;
    for (std::size_t rank = 0; rank < m_ranks; ++rank) {
        const double now = throughputOf(step, rank);
        if (number == referenceStep)
            m_reference[rank] = now;
        else if (now < m_threshold * m_reference[rank])
            alarm.workers.push_back(static_cast<int>(rank));
    }
    m_votes = static_cast<int>(alarm.workers.size());
    if (alarm.workers.size() <= m_ranks / 2)
        return std::nullopt;
    m_switched = true;
    alarm.raised = alarm.onset = step.iteration;
    alarm.size = unknown;
    alarm.confidence = static_cast<double>(m_votes) / static_cast<double>(m_ranks);
    m_evidence.complete(alarm);
    return alarm;
}

} // namespace millrace::monitor
