// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/report/figure_painter.h"

#include <string>

namespace millrace::report {

/// The data of a placed plot as shapes, in painting order.
void drawMarks(FigurePainter& painter, const Plot& plot);

inline constexpr double swatchWidth = 22; ///< px
/// The sample of a series in the legend; `y` is the centre.
void drawSwatch(FigurePainter& painter, const FigureSpec& figure, std::size_t series, double x, double y);
/// The same for the mark of the targets.
void drawTargetSwatch(FigurePainter& painter, double x, double y);

/// Whether lines have dashes; on long noisy lines they would hide the shape.
[[nodiscard]] bool usesDashes(const FigureSpec& figure) noexcept;

/// Description of a mark in English: "RING, 1%: 12.3 ms (11.9 ms to 12.7 ms, n = 3), predicted 12 ms".
[[nodiscard]] std::string markText(const FigureSpec& figure, const MarkRef& mark);

} // namespace millrace::report
