// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/report/figure_axis.h"
#include "ui/plots/curves.h"
#include "ui/plots/series_source.h"

#include <QImage>
#include <QSize>

#include <atomic>
#include <memory>
#include <optional>
#include <string>

namespace millrace::ui {

struct FrameCurve
{
    std::shared_ptr<SeriesSource> source; ///< null: hidden
    CurveStyle style;
};

/// What is to be drawn.
struct FrameRequest
{
    std::vector<FrameCurve> curves;
    TimeRange view;
    QSizeF size; ///< of the area of the curves
    double ratio = 1; ///< pixels in one unit of `size`
    bool smooth = false; ///< with antialiasing
    bool logarithmic = false;
    bool withImage = true; ///< false: the columns and the axis alone
    std::string label; ///< of the y axis
    std::string unit;
};

using CurveColumns = std::vector<analysis::SeriesColumn>;

/// A picture of the curves and what it was made of. Never changes once made.
struct Frame
{
    TimeRange view;
    QSizeF size;
    bool smooth = false;
    std::vector<CurveColumns> columns; ///< of each curve; empty for hidden ones
    report::Extent extent; ///< of the values in view
    report::AxisMap axis; ///< y: pixels from size.height() up to 0
    QImage image; ///< transparent but for the curves
    std::string problem; ///< of a source that could not be read
};

/// Reads the sources and draws. Any thread. None when `stop` was set meanwhile.
[[nodiscard]] std::optional<Frame> makeFrame(const FrameRequest& request, const std::atomic<bool>& stop);

} // namespace millrace::ui
