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

void Training::barrier()
{
    m_free.assign(m_free.size(), m_free.empty() ? 0 : std::ranges::max(m_free));
}

/// Steps settle, and a barrier makes them begin as at first: few all-reduces are simulated for many steps.
const std::vector<double>& Training::endsFor(std::vector<double> shape)
{
    for (const Known& known : m_known)
        if (isAlike(known.shape, shape, alikePart(shape.size()) * std::ranges::max(known.ends)))
            return known.ends;
    if (m_known.size() == mostKnown)
        m_known.erase(m_known.begin());
    std::vector<double> ends = m_operation.run(shape).finish;
    m_known.push_back({std::move(shape), std::move(ends)});
    return m_known.back().ends;
}

const Step& Training::next()
{
    m_step.begin = m_free;
    m_step.computed = m_free;
    for (std::size_t rank = 0; rank < m_free.size(); ++rank)
        m_step.computed[rank] += m_compute(static_cast<int>(rank), m_number);
    ++m_number;
    const double first = m_free.empty() ? 0 : std::ranges::min(m_step.computed);
    std::vector<double> shape = m_step.computed;
    for (double& each : shape)
        each -= first;
    m_step.end = endsFor(std::move(shape));
    for (double& each : m_step.end)
        each += first;
    m_free = m_step.end;
    return m_step;
}

} // namespace millrace::simulate
