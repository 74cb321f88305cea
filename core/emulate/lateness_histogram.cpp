// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/emulate/lateness_histogram.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace millrace::emulate {

namespace {

constexpr std::uint64_t steps = 32;
constexpr int stepBits = 5;

/// Values below 32 have one step each; above, the five bits after the leading one select the step of the octave.
std::size_t stepOf(std::uint64_t value) noexcept
{
    if (value < steps)
        return value;
    const int shift = static_cast<int>(std::bit_width(value)) - 1 - stepBits;
    return (static_cast<std::size_t>(shift) << stepBits) + (value >> shift);
}

std::uint64_t largestIn(std::size_t step) noexcept
{
    if (step < steps)
        return step;
    const std::size_t shift = (step >> stepBits) - 1;
    return (((step & (steps - 1)) + steps + 1) << shift) - 1;
}

} // namespace

void LatenessHistogram::add(Nanoseconds lateness) noexcept
{
    const Nanoseconds value = std::max(lateness, Nanoseconds(0));
    m_maximum = std::max(m_maximum, value);
    ++m_counts[std::min(stepOf(static_cast<std::uint64_t>(value.count())), m_counts.size() - 1)];
    ++m_count;
}

Nanoseconds LatenessHistogram::quantile(double fraction) const noexcept
{
    const auto wanted = static_cast<std::uint64_t>(std::ceil(fraction * static_cast<double>(m_count)));
    std::uint64_t seen = 0;
    for (std::size_t step = 0; step < m_counts.size(); ++step) {
        seen += m_counts[step];
        if (seen >= wanted && seen > 0)
            return std::min(Nanoseconds(static_cast<std::int64_t>(largestIn(step))), m_maximum);
    }
    return m_maximum;
}

} // namespace millrace::emulate
