// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/monitor/detector.h"

#include <vector>

namespace millrace::monitor {

/// Duration of the slowest rank, s; NaN when no rank told a positive one.
[[nodiscard]] double iterationTime(const StepSight& step) noexcept;

/// Median, and 1.4826 × the median distance from it: the standard deviation where values are normal (Rousseeuw, Croux
/// 1993), at least a thousandth of the median, since a clock without noise would make every change an alarm.
struct Reference
{
    double centre = 0;
    double spread = 0;
};
[[nodiscard]] Reference robustReference(std::vector<double> values);

/// Collects the first values of a job and then stands still: phase I of a control chart (Montgomery, Introduction to
/// Statistical Quality Control, 2009, chapter 5, asks for 20 to 25 samples).
class LearntReference
{
public:
    explicit LearntReference(std::size_t wanted = 25) : m_wanted(wanted) { }
    /// True once there is a reference; the values it is made of are not to be judged by it.
    [[nodiscard]] bool take(double value);
    [[nodiscard]] const Reference& reference() const noexcept { return m_reference; }

private:
    std::size_t m_wanted;
    std::vector<double> m_values;
    Reference m_reference;
    bool m_done = false;
};

} // namespace millrace::monitor
