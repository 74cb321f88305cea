// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/simulate/training.h"

#include <algorithm>
#include <cmath>

namespace millrace::simulate {

namespace {

constexpr double tickSeconds = 1e-9; // steps that begin alike take the same time

bool isAlike(const std::vector<double>& one, const std::vector<double>& other)
{
    return std::ranges::equal(one, other, [](double a, double b) { return std::abs(a - b) < tickSeconds; });
}

} // namespace

void Training::barrier()
{
    m_free.assign(m_free.size(), m_free.empty() ? 0 : std::ranges::max(m_free));
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
    if (!isAlike(shape, m_shape)) {
        m_took = m_operation.run(shape).finish;
        m_shape = std::move(shape);
    }
    m_step.end = m_took;
    for (double& each : m_step.end)
        each += first;
    m_free = m_step.end;
    return m_step;
}

} // namespace millrace::simulate
