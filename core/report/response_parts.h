// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/report/response_runs.h"

#include <string>
#include <vector>

namespace millrace::report {

/// Figures and tables of a response report.

/// Values of all runs of a curve under one load.
struct ResponseCondition
{
    std::string name; ///< "cross_rate=4 Gbit/s"; "baseline"
    double achieved = unknown; ///< mean over the runs, bit/s; baseline: 0
    PhaseValues values; ///< of all runs, one after the other
    std::size_t runs = 0;
    double period = unknown; ///< s, of the cross traffic of one run
    bool periodLooked = false; ///< there were enough samples to look for one
};
struct CurveConditions
{
    ResponseCondition baseline; ///< baseline phases, and runs without cross traffic
    std::vector<ResponseCondition> loaded; ///< by rate
};

/// The value of a rate on the chosen axis.
[[nodiscard]] double axisValue(const ResponseCurve& curve, const ResponseChoice& choice, double rate) noexcept;
/// "mean step time", "p99 of the step time ÷ baseline".
[[nodiscard]] std::string valueLabel(const ResponseChoice& choice);

[[nodiscard]] FigureSpec responseFigure(const std::vector<ResponseCurve>& curves, const ResponseChoice& choice);
[[nodiscard]] FigureSpec residualFigure(const std::vector<ResponseCurve>& curves, const ResponseChoice& choice);
[[nodiscard]] FigureSpec demandFigure(const std::vector<ResponseCurve>& curves, const ResponseChoice& choice);
/// At most 7 loads in addition to the baseline.
[[nodiscard]] FigureSpec stepFigure(const ResponseCurve& curve, const CurveConditions& conditions, std::size_t number);
/// Share of the time in 60 classes of rates.
[[nodiscard]] FigureSpec rateFigure(const ResponseCurve& curve, const CurveConditions& conditions, std::size_t number);

[[nodiscard]] Table pointTable(const std::vector<ResponseCurve>& curves, const ResponseChoice& choice);
[[nodiscard]] Table fitTable(const std::vector<ResponseCurve>& curves, const ResponseChoice& choice);
[[nodiscard]] Table parameterTable(const std::vector<ResponseCurve>& curves, const ResponseChoice& choice);
/// Quantiles of the step times, and the distance of each load from the baseline.
[[nodiscard]] Table distanceTable(const std::vector<ResponseCurve>& curves,
                                  const std::vector<CurveConditions>& conditions);
/// The cross traffic itself: mean over time, without weights, spread, period.
[[nodiscard]] Table trafficTable(const std::vector<ResponseCurve>& curves,
                                 const std::vector<CurveConditions>& conditions);

} // namespace millrace::report
