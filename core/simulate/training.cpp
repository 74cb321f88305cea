// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/simulate/training.h"

#include <algorithm>
#include <cmath>

namespace millrace::simulate {

namespace {

/// Beginnings are alike if they differ by less than this part of the all-reduce. Among many ranks the ends are not
/// exact either, see FlowSimulation.
double alikePart(std::size_t ranks) noexcept
{
    constexpr std::size_t few = 32;
    return ranks <= few ? 1e-6 : 1e-3;
}

bool isAlike(const std::vector<double>& one, const std::vector<double>& other, double tolerance)
{
    return std::ranges::equal(one, other, [tolerance](double a, double b) { return std::abs(a - b) < tolerance; });
}

} // namespace

void Training::beginPhase(std::int64_t steps)
{
    m_free.assign(m_free.size(), m_free.empty() ? 0 : std::ranges::max(m_free));
    m_inPhase = 0;
    m_phase = steps;
}

/// Steps settle, and a barrier makes them begin as at first: few all-reduces are simulated for many steps.
const std::vector<double>& Training::endsFor(int fragment, std::vector<double> shape, double pause)
{
    auto& known = m_known[static_cast<std::size_t>(fragment)];
    AllReduce& operation = *m_operations[static_cast<std::size_t>(fragment)];
    if (operation.isRandom()) {
        m_isSettled = false;
        m_once = operation.run(shape, pause, m_computing).finish;
        return m_once;
    }
    for (Known& each : known) {
        const double tolerance = alikePart(shape.size()) * std::ranges::max(each.ends);
        if (std::abs(each.pause - pause) >= tolerance || !isAlike(each.shape, shape, tolerance))
            continue;
        if (!each.isSettled) {
            std::vector<double> ends = operation.run(shape, pause).finish;
            each.isSettled = isAlike(each.ends, ends, tolerance);
            each.ends = std::move(ends);
        }
        m_isSettled = each.isSettled;
        return each.ends;
    }
    if (known.size() == mostKnown)
        known.erase(known.begin());
    std::vector<double> ends = operation.run(shape, pause).finish;
    m_isSettled = !operation.hasWindows();
    known.push_back({std::move(shape), pause, std::move(ends), m_isSettled});
    return known.back().ends;
}

std::vector<double> Training::reduce(int fragment, const std::vector<double>& begin)
{
    const double first = begin.empty() ? 0 : std::ranges::min(begin);
    std::vector<double> shape = begin;
    for (double& each : shape)
        each -= first;
    std::vector<double> ends = endsFor(fragment, std::move(shape), std::max(0.0, first - m_lastEnd));
    for (double& each : ends) {
        each += first;
        m_lastEnd = std::max(m_lastEnd, each);
    }
    return ends;
}

const Step& Training::next()
{
    m_step.begin = m_free;
    m_step.computed = m_free;
    for (std::size_t rank = 0; rank < m_free.size(); ++rank)
        m_step.computed[rank] += m_compute(static_cast<int>(rank), m_number);
    ++m_number;
    m_computing = std::numeric_limits<double>::infinity();
    for (std::size_t rank = 0; rank < m_free.size(); ++rank)
        m_computing = std::min(m_computing, m_step.computed[rank] - m_free[rank]);
    m_computing *= m_schedule.localSteps;
    const std::int64_t step = m_inPhase++;
    m_step.end = m_step.computed;
    const auto await = [this] {
        for (std::size_t rank = 0; rank < m_underWay.size(); ++rank)
            m_step.end[rank] = std::max(m_step.end[rank], m_underWay[rank]);
        m_underWay.clear();
    };
    if (step >= m_until)
        await();
    if (const auto fragment = m_schedule.fragmentAfter(m_inPhase)) {
        m_underWay = reduce(*fragment, m_step.end);
        m_until = std::min(step + m_schedule.overlapSteps, m_phase - 1);
        if (step >= m_until)
            await();
    }
    m_free = m_step.end;
    return m_step;
}

} // namespace millrace::simulate
