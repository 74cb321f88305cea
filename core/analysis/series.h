// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace millrace::analysis {

/// Samples of one quantity over time. `times` and `values` have the same length; NaN values are gaps.
struct Series
{
    std::string name; ///< for example "throughput"
    std::string node; ///< empty: the whole run
    std::string unit; ///< for example "bit/s"; empty: a pure number
    std::vector<std::int64_t> times; ///< nanoseconds since 1970-01-01T00:00:00Z
    std::vector<double> values;

    bool operator==(const Series&) const = default;
};

/// Summary of one interval of time, as a plot draws it in one pixel column.
struct SeriesColumn
{
    std::int64_t firstTime = 0; ///< of the samples in here, gaps included
    std::int64_t lastTime = 0;
    double minimum = 0; ///< of the values; NaN when there are only gaps
    double maximum = 0;
    double first = 0; ///< the first and the last value
    double last = 0;
    std::int64_t count = 0; ///< values, without gaps
    std::int64_t gaps = 0;

    bool operator==(const SeriesColumn&) const = default;
};

} // namespace millrace::analysis
