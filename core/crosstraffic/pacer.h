// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/clock.h"

#include <cstdint>

namespace millrace::crosstraffic {

/// Send times of units of one size for a constant rate: on an absolute schedule, so that one late wake-up does not
/// lower the mean. Units missed by a stall of the machine or a full socket are caught up slowly, so that no window of a
/// millisecond gets much more than its share (similar to nuttcp's -Ri): 3 % above the rate for a debt of up to 25 ms,
/// 25 % up to 50 ms. A larger debt means an overloaded machine; then the mean has priority over the shape.
class Pacer
{
public:
    Pacer() = default;
    /// Rates of more than one unit in 50 us use batches of several units.
    Pacer(double bitsPerSecond, std::uint64_t unitBytes, Nanoseconds begin);

    [[nodiscard]] Nanoseconds due() const noexcept;
    /// Number of units sent together.
    [[nodiscard]] int batch() const noexcept { return m_batch; }
    /// Records that `units` were sent at `now`, not before due().
    void sent(int units, Nanoseconds now) noexcept;

    /// Delay of the schedule.
    [[nodiscard]] Nanoseconds debt(Nanoseconds now) const noexcept { return now - ideal(); }

    static constexpr Nanoseconds largestDebt = std::chrono::seconds(2); ///< a larger one is dropped

private:
    [[nodiscard]] Nanoseconds ideal() const noexcept;

    double m_interval = 1; ///< ns between units
    int m_batch = 1;
    double m_next = 0; ///< units since m_begin
    std::int64_t m_begin = 0;
    std::int64_t m_floor = 0; ///< no earlier than this, for the bounded catch-up
};

} // namespace millrace::crosstraffic
