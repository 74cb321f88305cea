// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/figure_legend.h"

#include "core/report/figure_marks.h"

#include <algorithm>

namespace millrace::report {

namespace {

constexpr double longestEntry = 520; ///< px
constexpr double besideSwatch = 6;

} // namespace

std::vector<LegendEntry> arrangeLegend(const FigureSpec& figure, double width, const LabelFont& font)
{
    using enum LegendEntry::Kind;
    std::vector<LegendEntry> entries;
    if (figure.kind == FigureKind::Heat) // its rows have their names next to them
        return entries;
    const bool several = figure.series.size() > 1 || (figure.series.size() == 1 && !figure.series[0].name.empty());
    if (several && !figure.seriesLabel.empty())
        entries.push_back({figure.seriesLabel + ":"});
    for (std::size_t i = 0; several && i < figure.series.size(); ++i)
        if (!figure.series[i].like)
            entries.push_back({figure.series[i].name, Series, i});
    if (!figure.targetLabel.empty())
        entries.push_back({figure.targetLabel, Target});
    double x = 0, row = 0;
    for (LegendEntry& entry : entries) {
        entry.text = font.fitted(entry.text, std::min(longestEntry, width - swatchWidth - 8));
        const double needed = font.width(entry.text) + (entry.kind == Heading ? 0 : swatchWidth + besideSwatch);
        if (x > 0 && x + needed > width) {
            x = 0;
            ++row;
        }
        entry.x = x;
        entry.row = row;
        x += needed + (entry.kind == Heading ? 8 : 16);
    }
    return entries;
}

void drawLegend(FigurePainter& painter, const FigureSpec& figure, const std::vector<LegendEntry>& entries, double left,
                double middle)
{
    using enum LegendEntry::Kind;
    for (const LegendEntry& entry : entries) {
        const double x = left + entry.x, y = middle + entry.row * painter.font().line();
        if (entry.kind == Series)
            drawSwatch(painter, figure, entry.series, x, y);
        else if (entry.kind == Target)
            drawTargetSwatch(painter, x, y);
        const bool heading = entry.kind == Heading;
        painter.text(heading ? x : x + swatchWidth + besideSwatch, y + painter.font().baseline(),
                     {entry.text, {heading ? Tint::Soft : Tint::Ink}});
    }
}

} // namespace millrace::report
