// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/job.h"
#include "ui/trace/trace_focus.h"

#include <QColor>
#include <QImage>

namespace millrace::ui {

/// Flows as lanes, from the earliest to the latest first packet.
struct LaneRequest
{
    std::shared_ptr<const Trace> trace;
    std::vector<std::uint32_t> flows; ///< from top to bottom
    TimeRange view;
    int width = 0; ///< pixels
    QColor color; ///< of a full load
};

/// Makes a row of one pixel for each lane, `width` wide: transparent where the flow is silent, more opaque with more
/// load; opaque is the largest load of a pixel in the picture. Null if cancelled.
[[nodiscard]] QImage makeLanes(const LaneRequest& request, const JobContext& job);

} // namespace millrace::ui
