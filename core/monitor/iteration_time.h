// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/monitor/detector.h"

#include <vector>

namespace millrace::monitor {

/// Returns the duration of the slowest rank, s; NaN if no rank reported a positive one.
[[nodiscard]] double iterationTime(const StepSight& step) noexcept;

/// Median, and 1.4826 × the median absolute deviation: the standard deviation of normal values (Rousseeuw, Croux 1993),
/// at least a thousandth of the median, since without noise every change would be an alarm.
struct Reference
{
    double centre = 0;
    double spread = 0;
};
[[nodiscard]] Reference robustReference(std::vector<double> values);

/// Learns from the first values of a job and is then fixed: phase I of a control chart (Montgomery, Introduction to
/// Statistical Quality Control, 2009, chapter 5, asks for 20 to 25 samples).
class LearntReference
{
public:
    explicit LearntReference(std::size_t wanted = 25) : m_wanted(wanted) { }
    /// Returns true once there is a reference; do not test the values it was learnt from.
    [[nodiscard]] bool take(double value);
    [[nodiscard]] const Reference& reference() const noexcept { return m_reference; }

private:
    std::size_t m_wanted;
    std::vector<double> m_values;
    Reference m_reference;
    bool m_done = false;
};

} // namespace millrace::monitor
