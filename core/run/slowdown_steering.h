// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace millrace::run {

/// Controls the rate of cross traffic so that steps get longer by a given share. The effect of a rate depends on queues
/// and congestion control: after every window of steps the lengthening passed to rateForSlowdown() is corrected by
/// (target ÷ measured)^0.7, at most by half or double, a few times; then it is fixed.
class SlowdownSteering
{
public:
    /// `step` and `communication`: medians of the baseline, s. `capacity`, bit/s: the rate stays at least 5 % below it.
    SlowdownSteering(double slowdown, double step, double communication, double capacity, std::size_t ranks);
    /// Takes a step under the load, s, of one rank. Returns the new rate if it changes.
    [[nodiscard]] std::optional<double> take(double step);
    [[nodiscard]] double rate() const noexcept; ///< bit/s; NaN: not known

private:
    double m_wanted; ///< s, target lengthening of the steps …
    double m_asked; ///< … and the one requested to reach it
    double m_step;
    double m_communication;
    double m_capacity;
    std::size_t m_window; ///< steps of all ranks
    int m_corrections = 0;
    std::size_t m_skip; ///< steps before the last rate takes effect
    std::vector<double> m_seen;
};

} // namespace millrace::run
