// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/plots/series_source.h"

#include <QString>

#include <memory>

namespace millrace::ui {

/// One line of a plot.
struct TimelineSeries
{
    QString name;
    QString unit; ///< as the store names it: "bit/s", "s", "samples/s", ""; the same for all series of a plot
    std::shared_ptr<SeriesSource> source;
    int colorIndex = 0; ///< of seriesColor()
    bool visible = true;
};

/// Something that happened, drawn as a mark over all series.
struct TimelineEvent
{
    std::int64_t time = 0; ///< nanoseconds since the epoch
    QString text; ///< a sentence for people
    QString kind; ///< chooses the mark's shape: "phase", "impairment", "alarm"; others get their first letter

    bool operator==(const TimelineEvent&) const = default;
};

} // namespace millrace::ui
