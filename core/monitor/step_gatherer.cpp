// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/monitor/step_gatherer.h"

#include "core/base/unknown.h"

#include <algorithm>

namespace millrace::monitor {

namespace {

constexpr int givenUp = 3;
constexpr std::int64_t newSession = 64;
constexpr std::int64_t greatest = 1'000'000'000'000'000; // far above any job; larger numbers are damage

double seconds(const std::optional<Nanoseconds>& time)
{
    return time ? std::chrono::duration<double>(*time).count() : unknown;
}

double durationOf(const IterationEvent& event)
{
    if (event.duration)
        return seconds(event.duration);
    const double rate = event.samplesPerSecond.value_or(0);
    return rate > 0 ? static_cast<double>(event.samples.value_or(1)) / rate : unknown;
}

} // namespace

StepGatherer::StepGatherer(int ranks)
    : m_ranks(static_cast<std::size_t>(std::max(1, ranks))), m_missing(m_ranks), m_next(0)
{
}

StepGatherer::Open& StepGatherer::open(std::int64_t iteration)
{
    Open& open = m_open[iteration];
    if (open.told.empty()) {
        const std::vector<double> nothing(m_ranks, unknown);
        open.sight.iteration = iteration;
        open.sight.duration = open.sight.compute = open.sight.communication = open.sight.bytes = nothing;
        open.told.resize(m_ranks);
    }
    return open;
}

std::vector<StepSight> StepGatherer::take(const IterationEvent& event)
{
    std::vector<StepSight> out;
    const auto rank = static_cast<std::size_t>(std::max(0, event.origin.rank));
    if (event.warmup || rank >= m_ranks || event.iteration < 0 || event.iteration > greatest)
        return out;
    if (event.iteration < m_next - newSession) {
        out = rest();
        std::ranges::fill(m_missing, 0);
        m_next = event.iteration;
    }
    m_missing[rank] = 0;
    if (event.iteration < m_next) {
        ++m_late;
        return out;
    }
    Open& step = open(event.iteration);
    step.told[rank] = true;
    step.sight.duration[rank] = durationOf(event);
    step.sight.compute[rank] = seconds(event.compute);
    step.sight.communication[rank] = seconds(event.communication);
    step.sight.bytes[rank] = event.sentBytes ? static_cast<double>(*event.sentBytes) : unknown;
    step.sight.wall = std::max(step.sight.wall, event.origin.wall);
    step.sight.monotonic = std::max(step.sight.monotonic, event.origin.monotonic);
    handOn(out);
    return out;
}

bool StepGatherer::isComplete(const Open& open) const
{
    for (std::size_t rank = 0; rank < m_ranks; ++rank)
        if (!open.told[rank] && m_missing[rank] < givenUp)
            return false;
    return true;
}

void StepGatherer::handOn(std::vector<StepSight>& out)
{
    while (!m_open.empty()) {
        auto first = m_open.begin();
        const std::int64_t newest = m_open.rbegin()->first;
        if (!isComplete(first->second) && newest < first->first + patience && m_open.size() <= mostOpen)
            return;
        for (std::size_t rank = 0; rank < m_ranks; ++rank)
            if (!first->second.told[rank])
                m_missing[rank] = std::min(m_missing[rank] + 1, givenUp);
        m_next = first->first + 1;
        out.push_back(std::move(first->second.sight));
        m_open.erase(first);
    }
}

std::vector<StepSight> StepGatherer::rest()
{
    std::vector<StepSight> out;
    for (auto& [iteration, open] : m_open) {
        m_next = iteration + 1;
        out.push_back(std::move(open.sight));
    }
    m_open.clear();
    return out;
}

} // namespace millrace::monitor
