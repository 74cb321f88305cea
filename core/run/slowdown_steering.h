// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace millrace::run {

/// Chooses the rate of cross traffic that makes steps a given share longer. How much a rate does depends on queues and
/// congestion control: after every window of steps the lengthening that rateForSlowdown() is asked for is corrected by
/// (wanted ÷ seen)^0.7, at most by half or double, a few times; then it stays.
class SlowdownSteering
{
public:
    /// `step` and `communication`: medians of the baseline, s. `capacity`, bit/s: the rate is never nearer to it than
    /// 5 %.
    SlowdownSteering(double slowdown, double step, double communication, double capacity, std::size_t ranks);
    /// A step under the load, s, of one rank. The new rate, when it changes.
    [[nodiscard]] std::optional<double> take(double step);
    [[nodiscard]] double rate() const noexcept; ///< bit/s; NaN: not known

private:
    double m_wanted; ///< s that steps shall be longer …
    double m_asked; ///< … and that is asked for to get that
    double m_step;
    double m_communication;
    double m_capacity;
    std::size_t m_window; ///< steps of all ranks
    int m_corrections = 0;
    std::size_t m_skip; ///< steps that the last rate did not yet act on
    std::vector<double> m_seen;
};

} // namespace millrace::run
