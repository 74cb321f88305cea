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
    : m_ranks(static_cast<std::size_t>(std::max(1, ranks))), m_vote(threshold), m_evidence(ranks)
{
}

std::optional<Alarm> KungFuRule::take(const StepSight& step)
{
    m_evidence.take(step);
    m_votes = 0;
    if (m_switched)
        return std::nullopt;
    std::vector<double> throughput;
    for (std::size_t rank = 0; rank < m_ranks; ++rank)
        throughput.push_back(throughputOf(step, rank));
    Alarm alarm;
    alarm.workers = m_vote.take(throughput);
    m_votes = static_cast<int>(alarm.workers.size());
    if (!policy::ThroughputVote::isMajority(alarm.workers.size(), m_ranks))
        return std::nullopt;
    m_switched = true;
    alarm.raised = alarm.onset = step.iteration;
    alarm.size = unknown;
    alarm.confidence = static_cast<double>(m_votes) / static_cast<double>(m_ranks);
    m_evidence.complete(alarm);
    return alarm;
}

} // namespace millrace::monitor
