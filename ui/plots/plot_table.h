// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/plots/frame.h"
#include "ui/plots/timeline_series.h"

#include <QString>

namespace millrace::ui {

/// The visible columns of a plot as rows: each row is the time of a pixel column in which anything was measured.
struct PlotTable
{
    struct Column
    {
        QString name;
        QString unit;
        std::vector<double> minimum; ///< NaN: nothing there, or a gap
        std::vector<double> maximum; ///< empty when no row holds more than one sample
    };
    std::int64_t origin = 0;
    std::vector<std::int64_t> times; ///< of the first sample in the row, nanoseconds since the epoch
    std::vector<Column> columns; ///< of the visible series
};

/// `columns` as in Frame: one entry for each series. Samples outside of the view are left out.
[[nodiscard]] PlotTable makePlotTable(const std::vector<TimelineSeries>& series,
                                      const std::vector<CurveColumns>& columns, TimeRange view, std::int64_t origin,
                                      std::size_t width);
/// With a header that names the units, "." as decimal point and all digits; `separator` ',' makes RFC 4180, '\t' what
/// spreadsheets paste.
[[nodiscard]] std::string plotTableText(const PlotTable& table, char separator);

} // namespace millrace::ui
