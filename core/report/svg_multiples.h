// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/report/svg_figure.h"

#include <cstddef>

namespace millrace::report {

/// More lines or kinds of points than this are hard to distinguish in one plot.
inline constexpr std::size_t mostTogether = 6;

/// A non-standalone drawing as a group of another drawing: readers of SVG Tiny do not support nested drawings.
[[nodiscard]] std::string asSvgGroup(std::string svg);
/// Its height, stated by its first element.
[[nodiscard]] double heightOfSvg(const std::string& svg);
/// For readers of SVG Tiny, which drop pattern fills and print the title of a text: hatches become the plain colour
/// below them, and texts have no title.
[[nodiscard]] std::string forSvgTiny(const std::string& svg);
/// Like toSvg, but a figure of lines or points with more series has a small plot for each of them, all with the same
/// axes.
[[nodiscard]] std::string toSvgMultiples(const FigureSpec& figure, const SvgOptions& options = {});

} // namespace millrace::report
