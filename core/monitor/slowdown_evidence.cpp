// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/monitor/slowdown_evidence.h"

#include "core/base/statistics.h"
#include "core/base/unknown.h"
#include "core/monitor/iteration_time.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace millrace::monitor {

namespace {

constexpr double ownShare = 0.5; // of the growth, that makes a worker slow itself
constexpr double leastGrowth = 0.01; // of the iteration

std::string ranksText(const std::vector<int>& ranks)
{
    constexpr std::size_t most = 8;
    if (ranks.size() > most)
        return fmt::format("{} ranks", ranks.size());
    return fmt::format("{} {}", ranks.size() == 1 ? "rank" : "ranks", fmt::join(ranks, ", "));
}

} // namespace

SlowdownEvidence::SlowdownEvidence(int ranks) : m_ranks(static_cast<std::size_t>(std::max(1, ranks))) { }

void SlowdownEvidence::take(const StepSight& step)
{
    if (m_steps.size() < window) {
        m_steps.emplace_back();
        m_compute.resize(m_steps.size() * m_ranks, unknown);
        m_next = m_steps.size() - 1;
    }
    m_steps[m_next] = {step.iteration, step.wall, iterationTime(step)};
    for (std::size_t rank = 0; rank < m_ranks; ++rank)
        m_compute[m_next * m_ranks + rank] = rank < step.compute.size() ? step.compute[rank] : unknown;
    m_next = (m_next + 1) % window;
}

Nanoseconds SlowdownEvidence::wallOf(std::int64_t iteration) const
{
    const Step* nearest = nullptr;
    for (const Step& step : m_steps)
        if (nearest == nullptr || std::abs(step.iteration - iteration) < std::abs(nearest->iteration - iteration))
            nearest = &step;
    return nearest == nullptr ? Nanoseconds(0) : nearest->wall;
}

template <typename Value>
double SlowdownEvidence::medianOf(std::int64_t onset, bool since, Value value) const
{
    std::vector<double> values;
    for (std::size_t i = 0; i < m_steps.size(); ++i)
        if ((m_steps[i].iteration >= onset) == since && std::isfinite(value(i)))
            values.push_back(value(i));
    return median(values);
}

std::vector<int> SlowdownEvidence::slowWorkers(const Alarm& alarm) const
{
    const auto time = [this](std::size_t i) { return m_steps[i].time; };
    const double before = medianOf(alarm.onset, false, time);
    const double growth = medianOf(alarm.onset, true, time) - before;
    std::vector<int> slow;
    for (std::size_t rank = 0; rank < m_ranks; ++rank) {
        const auto compute = [this, rank](std::size_t i) { return m_compute[i * m_ranks + rank]; };
        const double own = medianOf(alarm.onset, true, compute) - medianOf(alarm.onset, false, compute);
        if (own > ownShare * growth && own > leastGrowth * before)
            slow.push_back(static_cast<int>(rank));
    }
    return slow;
}

void SlowdownEvidence::blame(Alarm& alarm, std::string& why) const
{
    if (const std::vector<int> slow = slowWorkers(alarm); !slow.empty()) {
        alarm.workers = slow;
        why = fmt::format("the computing of {} takes longer", ranksText(slow));
        return;
    }
    const Blame found = m_links.blame(alarm.onsetWall);
    alarm.link = found.link;
    if (alarm.workers.empty())
        alarm.workers = found.workers;
    why = found.why;
}

void SlowdownEvidence::complete(Alarm& alarm) const
{
    alarm.wall = wallOf(alarm.raised);
    alarm.onsetWall = wallOf(alarm.onset);
    if (alarm.over) {
        alarm.sentence = fmt::format("Iterations are back to normal since iteration {}.", alarm.onset);
        return;
    }
    const auto time = [this](std::size_t i) { return m_steps[i].time; };
    if (!std::isfinite(alarm.size))
        alarm.size = medianOf(alarm.onset, true, time) / medianOf(alarm.onset, false, time) - 1;
    std::string why;
    blame(alarm, why);
    const std::string longer =
        std::isfinite(alarm.size) ? fmt::format("{:.3g} % longer", 100 * alarm.size) : std::string("longer");
    alarm.sentence = fmt::format("Iterations take {} since iteration {}, noticed at {}; {}.", longer, alarm.onset,
                                 alarm.raised, why.empty() ? "what is to blame is not known" : why);
}

} // namespace millrace::monitor
