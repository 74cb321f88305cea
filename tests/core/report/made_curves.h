// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/report/curve_columns.h"
#include "core/report/run_curves.h"
#include "tests/core/report/made_store.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

/// Runs whose curves follow formulas.
namespace millrace::report {

constexpr std::int64_t second = 1'000'000'000;
constexpr std::int64_t start = 1'795'167'760 * second; ///< of run 0; each further run starts 10 s later
constexpr double none = std::numeric_limits<double>::quiet_NaN();

inline std::int64_t startOf(std::size_t run)
{
    return start + static_cast<std::int64_t>(run) * 10 * second;
}

/// `count` samples, one a second from `first` after the run's start, of a function of the seconds since the start.
inline analysis::Series made(std::size_t run, double first, int count, const std::function<double(double)>& value,
                             std::string name = "x", std::string node = {})
{
    analysis::Series series{std::move(name), std::move(node), "s", {}, {}};
    for (int i = 0; i < count; ++i) {
        series.times.push_back(startOf(run) + static_cast<std::int64_t>(first * 1e9) + i * second);
        series.values.push_back(value(first + i));
    }
    return series;
}

inline auto constant(double value)
{
    return [value](double) { return value; };
}

inline double itself(double time)
{
    return time;
}

inline std::vector<Made> runsOf(const std::vector<std::string>& levels)
{
    std::vector<Made> runs;
    for (const std::string& level : levels)
        runs.push_back({{textFactor("strategy", level)}});
    for (std::size_t i = 0; i < runs.size(); ++i)
        runs[i].repetition = static_cast<int>(i) + 1;
    return runs;
}

inline CurveSubject subjectOf(MadeStore& store)
{
    return need(curveSubject(store.database, {}));
}

inline SeriesCurves curvesOf(MadeStore& store, const CurveOptions& options, const std::string& name = "x")
{
    const CurveSubject subject = subjectOf(store);
    return need(readCurves(store.database.file(), subject.runs, {name}, options)).front();
}

inline bool isClose(double a, double b, double by = 1e-9)
{
    return std::abs(a - b) <= by * std::max(1.0, std::abs(b));
}

inline bool allAre(const Curve& line, double value)
{
    return !line.columns.empty() && std::ranges::all_of(line.columns, [value](const CurveColumn& column) {
        return column.column.count > 0 && isClose(column.value, value);
    });
}

} // namespace millrace::report
