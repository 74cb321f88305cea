// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/plots/plot_painter.h"

namespace millrace::ui {

/// The position of a band in the plot; empty when it is out of view.
[[nodiscard]] QRectF bandArea(const TimelineBand& band, const PlotGeometry& geometry);
/// The shades, below everything else, with a line where each begins.
void drawBands(QPainter& painter, const PlotGeometry& geometry, const std::vector<TimelineBand>& bands,
               const PlotLook& look);
/// The names in the upper corners, over the curves; cut, or left out, where a band is too narrow.
void drawBandNames(QPainter& painter, const PlotGeometry& geometry, const std::vector<TimelineBand>& bands,
                   const PlotLook& look);

} // namespace millrace::ui
