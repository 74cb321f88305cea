// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/clock.h"

#include <cstdint>

namespace millrace::crosstraffic {

/// When units of data of one size are due for a constant rate: on an absolute schedule, so that waiting too long once
/// does not lower the mean. What was missed, by a stall of the machine or a full socket, is caught up slowly, so that
/// no window of a millisecond gets much more than its share (nuttcp's -Ri bounds it in the same spirit): 3 % above the
/// rate for a debt of up to 25 ms, 25 % up to 50 ms. A larger debt means that the machine has no time for us; then
/// the mean goes before the shape.
class Pacer
{
public:
    Pacer() = default;
    /// Rates of more than one unit in 50 us go in batches of several units.
    Pacer(double bitsPerSecond, std::uint64_t unitBytes, Nanoseconds begin);

    [[nodiscard]] Nanoseconds due() const noexcept;
    /// Units that go together.
    [[nodiscard]] int batch() const noexcept { return m_batch; }
    /// `units` went at `now`, not before due().
    void sent(int units, Nanoseconds now) noexcept;

    /// How far the schedule is behind.
    [[nodiscard]] Nanoseconds debt(Nanoseconds now) const noexcept { return now - ideal(); }

    static constexpr Nanoseconds largestDebt = std::chrono::seconds(2); ///< older debts are forgotten

private:
    [[nodiscard]] Nanoseconds ideal() const noexcept;

    double m_interval = 1; ///< ns between units
    int m_batch = 1;
    double m_next = 0; ///< units since m_begin
    std::int64_t m_begin = 0;
    std::int64_t m_floor = 0; ///< no earlier than this, for the bounded catch-up
};

} // namespace millrace::crosstraffic
