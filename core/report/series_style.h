// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace millrace::report {

/// Style of a series: a colour, and a hatch, a dash pattern and a marker that distinguish it without colour. The
/// colours repeat after eight series, combined with other hatches, dashes and markers.
struct SeriesStyle
{
    const char* color = ""; ///< "#0072B2", on white paper
    std::span<const double> dash; ///< px on and off; empty: a solid line
    std::size_t hatch = 0;
    int marker = 0;
};
[[nodiscard]] SeriesStyle seriesStyle(std::size_t series);

/// Parallel lines of a hatch, drawn 1.6 px wide: x + y (slope 1), x − y (−1) or y (0) is `offset` plus a multiple of
/// `distance`, in px.
struct HatchLines
{
    int slope = 0;
    double distance = 8;
    double offset = 0;
};
struct Hatch
{
    std::vector<HatchLines> lines;
    const char* tile = ""; ///< the same lines in a tile of 8 × 8 px, as a path of SVG
};
[[nodiscard]] const Hatch& hatchOf(const SeriesStyle& style);
inline constexpr double hatchWidth = 1.6;

/// An outline, with the letters of SVG paths: M, L, H, V are absolute, h, v are relative, z closes.
class Path
{
public:
    struct Step
    {
        char letter = 'M';
        double first = 0;
        double second = 0; ///< of M and L
    };

    Path& moveTo(double x, double y) { return add('M', x, y); }
    Path& lineTo(double x, double y) { return add('L', x, y); }
    Path& horizontalTo(double x) { return add('H', x); }
    Path& verticalTo(double y) { return add('V', y); }
    Path& horizontalBy(double dx) { return add('h', dx); }
    Path& verticalBy(double dy) { return add('v', dy); }
    Path& close() { return add('z', 0); }

    [[nodiscard]] const std::vector<Step>& steps() const noexcept { return m_steps; }
    [[nodiscard]] bool isEmpty() const noexcept { return m_steps.empty(); }

private:
    Path& add(char letter, double first, double second = 0)
    {
        m_steps.push_back({letter, first, second});
        return *this;
    }

    std::vector<Step> m_steps;
};

inline constexpr double markerRadius = 3.6; ///< px
/// Around the origin; empty: a circle.
[[nodiscard]] Path markerOutline(const SeriesStyle& style, double radius = markerRadius);

} // namespace millrace::report
