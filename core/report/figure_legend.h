// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/report/figure_painter.h"

#include <string>
#include <vector>

namespace millrace::report {

/// One text of a legend, in px from its left edge and in rows.
struct LegendEntry
{
    enum class Kind
    {
        Heading,
        Series,
        Target
    };
    std::string text;
    Kind kind = Kind::Heading;
    std::size_t series = 0;
    double x = 0;
    double row = 0;
};

/// Heading and entries in rows, entries are not split; placed above the plot, where they cover nothing.
[[nodiscard]] std::vector<LegendEntry> arrangeLegend(const FigureSpec& figure, double width, const LabelFont& font);
/// `middle`: of the first row.
void drawLegend(FigurePainter& painter, const FigureSpec& figure, const std::vector<LegendEntry>& entries, double left,
                double middle);

} // namespace millrace::report
