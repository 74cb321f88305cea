// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/report/figure_axis.h"

#include <string>

namespace millrace::report {

/// Colours and texts of the cells of a heat map: from light to dark blue, by the value between the smallest and the
/// largest one (or the bounds of the y axis), on a logarithmic scale if they are a factor of 20 apart. The cell also
/// shows the number, so nobody has to distinguish colours.
class HeatScale
{
public:
    explicit HeatScale(const FigureSpec& figure);

    [[nodiscard]] std::string colorOf(double value) const; ///< "#08519c"
    [[nodiscard]] std::string inkOf(double value) const; ///< of the text on it
    [[nodiscard]] std::string textOf(double value) const; ///< without the unit, which is the same in all cells
    [[nodiscard]] const NumberFormat& format() const noexcept { return m_format; }

private:
    [[nodiscard]] double shareOf(double value) const noexcept;

    double m_low = 0;
    double m_high = 1;
    bool m_logarithmic = false;
    NumberFormat m_format;
};

/// The axis of the rows; its title is that of the values with their unit.
[[nodiscard]] AxisMap heatRows(const FigureSpec& figure);

} // namespace millrace::report
