// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/report/svg_painter.h"

namespace millrace::report {

/// Moves the left edge of a plot so that the rotated labels of its categories are not cut.
void makeRoomForLabels(Plot& plot);
/// Grid, axes, ticks and their labels; returns their height below the plot.
double writeXAxis(XmlWriter& xml, const Plot& plot);
void writeYAxis(XmlWriter& xml, const Plot& plot);
/// The height used by writeXAxis, before anything is written.
[[nodiscard]] double xAxisHeight(const Plot& plot);
/// The width of the labels left of the plot.
[[nodiscard]] double yAxisWidth(const Plot& plot);

} // namespace millrace::report
