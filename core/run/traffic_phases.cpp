// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/traffic_phases.h"

#include "core/base/seconds.h"
#include "core/base/statistics.h"
#include "core/base/units.h"
#include "core/store/event_kinds.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace millrace::run {

namespace {

using namespace std::chrono_literals;

constexpr Nanoseconds notice = 300ms; ///< lead time of the senders
constexpr int soleSteps = 3; ///< steps of a single worker after which the others are assumed to report none
constexpr Nanoseconds drainTime = 3s; ///< longest; senders time out earlier

} // namespace

TrafficPhases::TrafficPhases(const TrafficPlan& plan, int workers, TrafficRun& traffic, Recorder& recorder,
                             const Clock& clock)
    : m_plan(plan), m_workers(workers), m_traffic(traffic), m_recorder(recorder), m_clock(clock)
{
}

Result<void> TrafficPhases::take(const monitor::IterationEvent& step)
{
    if (step.warmup || !step.duration)
        return {};
    m_mostSteps = std::max(m_mostSteps, ++m_stepped[step.origin.rank]);
    if (m_plan.profile.slowdown > 0 && m_marks.baseline > 0ns && !m_ordered)
        m_baseline.push_back(step);
    const bool loaded = m_marks.loaded > 0ns && m_marks.drain == 0ns;
    if (!m_steering || !loaded || step.origin.wall - *step.duration < m_marks.loaded)
        return {};
    const auto rate = m_steering->take(seconds(*step.duration));
    return rate ? m_traffic.steer(*rate) : Result<void>();
}

Result<void> TrafficPhases::mark(Nanoseconds& when, const char* name, Nanoseconds wall)
{
    when = wall;
    monitor::EventOrigin origin;
    origin.wall = wall;
    origin.monotonic = m_clock.monotonic();
    return m_recorder.event(store::events::phase, {}, name, &origin);
}

Nanoseconds TrafficPhases::wallAt(Nanoseconds monotonic) const
{
    return m_clock.wall() + (monotonic - m_clock.monotonic());
}

Nanoseconds TrafficPhases::next() const
{
    const bool telling = m_marks.baseline > 0ns && !m_ordered;
    const Nanoseconds left = m_due - (telling ? notice : 0ns) - m_clock.monotonic();
    return m_due == 0ns ? Nanoseconds(1s) : std::clamp<Nanoseconds>(left, 0ns, 1s);
}

/// Chooses the rate of all endless flows for a requested slow-down; the workers' medians represent the cluster.
Result<double> TrafficPhases::chooseRate()
{
    std::vector<double> steps;
    std::vector<double> communication;
    for (const monitor::IterationEvent& step : m_baseline)
        if (step.communication) {
            steps.push_back(seconds(*step.duration));
            communication.push_back(seconds(*step.communication));
        }
    const double slowdown = m_plan.profile.slowdown;
    if (!steps.empty())
        m_steering.emplace(slowdown, median(steps), median(communication), m_plan.capacity, m_stepped.size());
    if (!m_steering || !(m_steering->rate() > 0))
        return fail(
            ErrorCode::Unsupported,
            fmt::format("cross traffic \"{}\" is meant to make steps {} longer, but the rate for that is unknown: it "
                        "needs workers that report their communication time, and an interface or link with a rate",
                        m_plan.profile.name, fractionText(slowdown)));
    return m_steering->rate();
}

Result<void> TrafficPhases::beginLoad()
{
    m_ordered = true;
    double rate = 0;
    if (m_plan.profile.slowdown > 0) {
        MR_TRY(chosen, chooseRate());
        rate = chosen;
    }
    MR_CHECK(m_recorder.event(store::events::crossTraffic, {}, crosstraffic::describe(m_plan.profile), nullptr,
                              trafficDetails(m_plan, rate)));
    for (const std::string& flaw : m_plan.flaws)
        MR_CHECK(m_recorder.event(store::events::crossTrafficFlaw, {}, flaw));
    m_loadBegin = wallAt(m_due);
    return m_traffic.begin(m_loadBegin, rate);
}

Result<bool> TrafficPhases::advance()
{
    const Nanoseconds now = m_clock.monotonic();
    if (m_marks.baseline == 0ns) {
        if (static_cast<int>(m_stepped.size()) < m_workers && m_mostSteps < soleSteps)
            return false;
        MR_CHECK(mark(m_marks.baseline, "baseline", wallAt(now)));
        m_due = now + m_plan.baseline;
    }
    if (m_marks.loaded == 0ns) {
        if (!m_ordered && now >= m_due - notice)
            MR_CHECK(beginLoad());
        if (now < m_due)
            return false;
        MR_CHECK(mark(m_marks.loaded, "loaded", m_loadBegin));
        m_due += m_plan.profile.phases.loaded;
    }
    if (m_marks.drain == 0ns) {
        if (now < m_due)
            return false;
        MR_CHECK(mark(m_marks.drain, "drain", wallAt(m_due)));
        m_due += drainTime;
    }
    if (m_marks.recovery == 0ns) {
        if (!m_traffic.isEnded() && now < m_due)
            return false;
        MR_CHECK(mark(m_marks.recovery, "recovery", wallAt(now)));
        m_due = now + m_plan.profile.phases.recovery;
    }
    if (m_marks.end == 0ns) {
        if (now < m_due)
            return false;
        MR_CHECK(mark(m_marks.end, "end", wallAt(m_due)));
    }
    return true;
}

} // namespace millrace::run
