// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/series_style.h"

#include <array>
#include <utility>

namespace millrace::report {

namespace {

/// Okabe and Ito's, in an order in which neighbours also differ in lightness. Their black is a grey here, because black
/// is invisible on a dark background, and their yellow is darker, because a yellow line is invisible on a white one.
constexpr std::array colors = {"#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#8C8C8C", "#B3A200"};
constexpr std::size_t variants = 8;
constexpr int markerCount = 8;

const std::array<std::vector<double>, variants>& dashes()
{
    static const std::array<std::vector<double>, variants> all = {
        {{}, {7, 3}, {2, 3}, {9, 3, 2, 3}, {12, 4}, {4, 2}, {9, 3, 2, 3, 2, 3}, {1, 4}}};
    return all;
}

/// None has only vertical lines: in narrow bars they would be lost.
const std::array<Hatch, variants>& hatches()
{
    static const std::array<Hatch, variants> all = {
        Hatch{{}, ""},
        Hatch{{{1, 8, 0}}, "M-2 2L2 -2M0 8L8 0M6 10L10 6"},
        Hatch{{{-1, 8, 0}}, "M-2 6L2 10M0 0L8 8M6 -2L10 2"},
        Hatch{{{0, 8, 4}}, "M0 4H8"},
        Hatch{{{1, 8, 0}, {-1, 8, 0}}, "M-2 2L2 -2M0 8L8 0M6 10L10 6M-2 6L2 10M0 0L8 8M6 -2L10 2"},
        Hatch{{{0, 4, 2}}, "M0 2H8M0 6H8"},
        Hatch{{{1, 4, 0}}, "M-1 1L1 -1M0 4L4 0M0 8L8 0M4 8L8 4M7 9L9 7"},
        Hatch{{{-1, 4, 0}}, "M-1 7L1 9M0 4L4 8M0 0L8 8M4 0L8 4M7 -1L9 1"}};
    return all;
}

std::size_t variant(std::size_t series)
{
    return (series + series / variants) % variants;
}

} // namespace

SeriesStyle seriesStyle(std::size_t series)
{
    const std::size_t number = variant(series);
    return {colors[series % colors.size()], dashes()[number], number, static_cast<int>(number) % markerCount};
}

const Hatch& hatchOf(const SeriesStyle& style)
{
    return hatches()[style.hatch];
}

Path markerOutline(const SeriesStyle& style, double r)
{
    const double t = r * 1.15, third = r / 3;
    Path path;
    const auto bar = [&path](double halfWidth, double halfHeight) {
        path.moveTo(-halfWidth, -halfHeight)
            .horizontalBy(2 * halfWidth)
            .verticalBy(2 * halfHeight)
            .horizontalBy(-2 * halfWidth)
            .close();
    };
    const auto kite = [&path](double halfWidth, double halfHeight) {
        path.moveTo(0, -halfHeight).lineTo(halfWidth, 0).lineTo(0, halfHeight).lineTo(-halfWidth, 0).close();
    };
    switch (style.marker) {
    case 1: bar(r * 0.88, r * 0.88); break;
    case 2: path.moveTo(0, -t).lineTo(t, t * 0.8).horizontalTo(-t).close(); break;
    case 3: kite(r * 1.25, r * 1.25); break;
    case 4: path.moveTo(0, t).lineTo(t, -t * 0.8).horizontalTo(-t).close(); break;
    case 5: // a plus
        path.moveTo(-r, -third);
        for (const auto& [dx, dy] : {std::pair(2., 0.),
                                     {0., -2.},
                                     {2., 0.},
                                     {0., 2.},
                                     {2., 0.},
                                     {0., 2.},
                                     {-2., 0.},
                                     {0., 2.},
                                     {-2., 0.},
                                     {0., -2.}})
            dx == 0 ? path.verticalBy(dy * third) : path.horizontalBy(dx * third);
        path.horizontalBy(-2 * third).close();
        break;
    case 6: kite(r * 0.7, r * 1.4); break;
    case 7: bar(r * 1.3, r * 0.5); break;
    default: break;
    }
    return path;
}

} // namespace millrace::report
