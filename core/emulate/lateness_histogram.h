// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/clock.h"

#include <array>
#include <cstdint>

namespace millrace::emulate {

/// Histogram of times with 32 steps per doubling (quantiles within 3.2 %), as in HdrHistogram; fixed size.
class LatenessHistogram
{
public:
    /// Negative times count as 0.
    void add(Nanoseconds lateness) noexcept;
    void clear() noexcept { *this = {}; }
    [[nodiscard]] std::uint64_t count() const noexcept { return m_count; }
    [[nodiscard]] Nanoseconds maximum() const noexcept { return m_maximum; }
    /// Returns the quantile for a fraction (0 to 1), rounded up to the step; 0 without values.
    [[nodiscard]] Nanoseconds quantile(double fraction) const noexcept;

private:
    static constexpr int stepBits = 5;
    static constexpr int octaves = 40;

    std::array<std::uint64_t, (octaves + 1) << stepBits> m_counts{};
    std::uint64_t m_count = 0;
    Nanoseconds m_maximum{0};
};

} // namespace millrace::emulate
