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

constexpr double ownShare = 0.5; // of the growth, for a worker to count as slow itself
constexpr double leastGrowth = 0.01; // of the iteration

std::string ranksText(const std::vector<int>& ranks)
{
    constexpr std::size_t most = 8;
    if (ranks.size() > most)
        return fmt::format("{} ranks", ranks.size());
    return fmt::format("{} {}", ranks.size() == 1 ? "rank" : "ranks", fmt::join(ranks, ", "));
}

/// Time use of one worker, before the onset and since.
struct WorkerTime
{
    int rank = 0;
    double before = 0;
    double since = 0;
};

/// Names all of them; the numbers are those of the one with the largest growth.
Blame blameOf(Cause cause, const std::vector<WorkerTime>& workers)
{
    Blame blame;
    blame.cause = cause;
    for (const WorkerTime& worker : workers) {
        blame.workers.push_back(worker.rank);
        if (blame.workers.size() == 1 || worker.since - worker.before > blame.since - blame.before) {
            blame.before = worker.before;
            blame.since = worker.since;
        }
    }
    return blame;
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

SlowdownEvidence::Growth SlowdownEvidence::growthOf(const Alarm& alarm) const
{
    const auto time = [this](std::size_t i) { return m_steps[i].time; };
    return {medianOf(alarm.onset, false, time), medianOf(alarm.onset, true, time)};
}

std::optional<Blame> SlowdownEvidence::stoppedWorkers(const Alarm& alarm, const Growth& growth) const
{
    constexpr double sampledShare = 0.3; // of the growth: a share of few samples is inexact
    std::vector<WorkerTime> stopped;
    for (const LinkBlame::WorkerState& worker : m_links.workers(alarm.onsetWall)) {
        const double before = std::isnan(worker.stoppedBefore) ? 0 : worker.stoppedBefore;
        const double more = worker.stoppedSince * growth.since - before * growth.before;
        if (more > sampledShare * growth.by() && more > leastGrowth * growth.before)
            stopped.push_back({worker.rank, before, worker.stoppedSince});
    }
    if (stopped.empty())
        return std::nullopt;
    Blame blame = blameOf(Cause::Stopped, stopped);
    blame.why = fmt::format("{} {} stopped by a signal {:.0f} % of the time, {:.0f} % before", ranksText(blame.workers),
                            blame.workers.size() == 1 ? "is" : "are", 100 * blame.since, 100 * blame.before);
    return blame;
}

std::optional<Blame> SlowdownEvidence::starvedWorkers(const Alarm& alarm, const Growth& growth) const
{
    std::vector<WorkerTime> starved;
    for (const LinkBlame::WorkerState& worker : m_links.workers(alarm.onsetWall)) {
        const double before = worker.waitingBefore * growth.before;
        const double since = worker.waitingSince * growth.since;
        if (since - before > ownShare * growth.by() && since - before > leastGrowth * growth.before)
            starved.push_back({worker.rank, before, since});
    }
    if (starved.empty())
        return std::nullopt;
    Blame blame = blameOf(Cause::Starved, starved);
    blame.why =
        fmt::format("{} {} {:.3g} ms of each iteration for a processor, {:.3g} ms before", ranksText(blame.workers),
                    blame.workers.size() == 1 ? "waits" : "wait", 1e3 * blame.since, 1e3 * blame.before);
    return blame;
}

std::optional<Blame> SlowdownEvidence::slowWorkers(const Alarm& alarm, const Growth& growth) const
{
    std::vector<WorkerTime> slow;
    for (std::size_t rank = 0; rank < m_ranks; ++rank) {
        const auto compute = [this, rank](std::size_t i) { return m_compute[i * m_ranks + rank]; };
        const double before = medianOf(alarm.onset, false, compute);
        const double since = medianOf(alarm.onset, true, compute);
        if (since - before > ownShare * growth.by() && since - before > leastGrowth * growth.before)
            slow.push_back({static_cast<int>(rank), before, since});
    }
    if (slow.empty())
        return std::nullopt;
    Blame blame = blameOf(Cause::Computing, slow);
    blame.why = fmt::format("the computing of {} takes {:.3g} ms, {:.3g} ms before", ranksText(blame.workers),
                            1e3 * blame.since, 1e3 * blame.before);
    return blame;
}

Blame SlowdownEvidence::find(const Alarm& alarm) const
{
    const Growth growth = growthOf(alarm);
    std::optional<Blame> starved;
    if (growth.by() > 0) {
        if (auto stopped = stoppedWorkers(alarm, growth))
            return std::move(*stopped);
        starved = starvedWorkers(alarm, growth);
        if (auto slow = slowWorkers(alarm, growth)) // computing takes longer by itself, or for lack of a processor
            return starved && starved->workers == slow->workers ? std::move(*starved) : std::move(*slow);
    }
    // On a busy machine all workers wait a little; evidence on one link is more specific.
    Blame network = m_links.blame(alarm.onsetWall);
    const bool isSeen = network.cause == Cause::Load || network.cause == Cause::Losses;
    return starved && !isSeen ? std::move(*starved) : network;
}

void SlowdownEvidence::blame(Alarm& alarm) const
{
    if (alarm.cause != Cause::Unknown) { // by weaker evidence
        alarm.link.reset();
        alarm.workers.clear();
    }
    const Blame found = find(alarm);
    alarm.cause = found.cause;
    alarm.causeBefore = found.before;
    alarm.causeSince = found.since;
    if (found.cause != Cause::Unknown) {
        alarm.link = found.link;
        alarm.workers = found.workers;
    }
    const std::string longer =
        std::isfinite(alarm.size) ? fmt::format("{:.3g} % longer", 100 * alarm.size) : std::string("longer");
    alarm.sentence = fmt::format("Iterations take {} since iteration {}{}, noticed at {}; {}.", longer, alarm.onset,
                                 alarm.worse ? ", worse than before" : "", alarm.raised,
                                 found.why.empty() ? "the cause is unknown" : found.why);
}

void SlowdownEvidence::complete(Alarm& alarm) const
{
    alarm.wall = wallOf(alarm.raised);
    alarm.onsetWall = wallOf(alarm.onset);
    if (alarm.over) {
        alarm.sentence = fmt::format("Iterations are back to normal since iteration {}.", alarm.onset);
        return;
    }
    if (!std::isfinite(alarm.size)) {
        const Growth growth = growthOf(alarm);
        alarm.size = growth.since / growth.before - 1;
    }
    blame(alarm);
}

} // namespace millrace::monitor
