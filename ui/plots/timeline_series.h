// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/plots/series_source.h"

#include <QString>

#include <limits>
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
    /// Drawn through the last value of each column, over a shade from its minimum to its maximum: a median with its
    /// quartiles, whose count is the number of values behind them.
    bool shaded = false;
};

/// Something that happened, drawn as a mark over all series.
struct TimelineEvent
{
    std::int64_t time = 0; ///< nanoseconds since the epoch
    QString text; ///< a sentence for people
    QString kind; ///< chooses the mark's shape: "phase", "impairment", "alarm"; others get their first letter
    QString label = {}; ///< a few words next to the mark, where there is room

    bool operator==(const TimelineEvent&) const = default;
};

/// A stretch of time with a name, drawn as a shade behind all series.
struct TimelineBand
{
    enum class Tone
    {
        Plain,
        Warning,
        Good,
        Step ///< one of many in a row: lines without a shade, the name below; only where there is room
    };
    static constexpr std::int64_t open = std::numeric_limits<std::int64_t>::max();

    std::int64_t begin = 0; ///< nanoseconds since the epoch
    std::int64_t end = open; ///< `open`: it lasts
    QString name;
    Tone tone = Tone::Plain;

    bool operator==(const TimelineBand&) const = default;
};

} // namespace millrace::ui
