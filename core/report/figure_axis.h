// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/report/figure_spec.h"
#include "core/report/number_format.h"

#include <string>
#include <vector>

namespace millrace::report {

/// Multiples of 1, 2 or 5 times a power of ten inside [low, high], about `wanted` of them, at most twice as many.
[[nodiscard]] std::vector<double> niceTicks(double low, double high, int wanted);
/// Powers of ten inside [low, high]; where these are few, also 2 and 5 times them, then all their multiples, then equal
/// steps, so that an axis has at least three labels. Both bounds positive.
[[nodiscard]] std::vector<double> logarithmicTicks(double low, double high);

struct Tick
{
    double value = 0; ///< in the unit of the data
    std::string label;
};

/// Maps values to pixels.
class AxisMap
{
public:
    /// `fromZero`: the axis starts at 0 (or, for negative data, ends there). `atPixel` is the low end. An extent with a
    /// single value is widened around it.
    AxisMap(const FigureAxis& axis, const Extent& extent, bool fromZero, int wantedTicks);
    /// An axis of rows, the first one at the top: row i of n is at n − 1 − i.
    AxisMap(const std::vector<std::string>& rows, std::string title);

    void setPixels(double atLow, double atHigh) noexcept
    {
        m_atLow = atLow;
        m_atHigh = atHigh;
    }
    /// Clamped to the axis; on a logarithmic axis, values up to 0 are at its low end. NaN stays NaN.
    [[nodiscard]] double pixel(double value) const noexcept;
    [[nodiscard]] const std::vector<Tick>& ticks() const noexcept { return m_ticks; }
    /// "step time (ms)".
    [[nodiscard]] const std::string& title() const noexcept { return m_title; }
    [[nodiscard]] double low() const noexcept { return m_low; }
    [[nodiscard]] double high() const noexcept { return m_high; }
    [[nodiscard]] bool isLogarithmic() const noexcept { return m_scale == Scale::Logarithmic; }

private:
    void chooseLinear(bool fromZero, const Extent& extent, int wantedTicks);
    void chooseLogarithmic(const Extent& extent);

    Scale m_scale;
    double m_divisor = 1; ///< of the prefix; ticks are nice after the division
    double m_low = 0;
    double m_high = 1;
    double m_atLow = 0;
    double m_atHigh = 1;
    std::vector<Tick> m_ticks;
    std::string m_title;
};

} // namespace millrace::report
