// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/analysis/comparison.h"
#include "core/base/result.h"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace millrace::analysis {

/// Iteration time under one cross-traffic load.
struct ResponsePoint
{
    double rate = 0; ///< cross traffic B, bit/s
    double time = 0; ///< of an iteration, s
    std::size_t count = 0; ///< iterations averaged; 0: unknown

    bool operator==(const ResponsePoint&) const = default;
};

/// How the iteration time t depends on the cross traffic B on a path of capacity C.
enum class ResponseLaw
{
    Exponential, ///< t = a·exp(k·(C/(C−B))^q), q given: 1, 1/2, 2
    SquareRoot, ///< t = A·exp(√(B0/(C−B)))
    InverseSquare, ///< t = A·exp(B0/(C−B)²)
    Saturation, ///< t = max(t0, t0·(1−s) + s·t0·C'/(C−B)), 0 < s <= 1: flat until the demand no longer fits, then bytes
                ///< ÷ available rate; the interval of s is unknown where it is at its bound
    Queueing ///< t = t0 + d·C/(C−B): compute and a transfer that waits as in a queue with load B/C
};
[[nodiscard]] std::string_view lawName(ResponseLaw law) noexcept;
/// "t = a·exp(k·C/(C−B))".
[[nodiscard]] std::string lawFormula(ResponseLaw law, double power = 1);

/// Scale in which the squares are summed.
enum class FitDomain
{
    Linear, ///< of the times, s
    Logarithmic ///< of ln t, so that small times count as much as large ones
};

struct ResponseParameter
{
    std::string name; ///< "a", "k", "B0"
    std::string unit;
    Estimate value; ///< with its 95 % interval from the curvature at the minimum; NaN: unknown
};

struct ResponseFit
{
    ResponseLaw law = ResponseLaw::Exponential;
    double power = 1; ///< q of Exponential
    double capacity = 0; ///< bit/s
    FitDomain domain = FitDomain::Logarithmic;
    std::vector<ResponseParameter> parameters;
    std::vector<double> residuals; ///< t − fitted t, s, by point; NaN for points that were left out
    double r2Linear = 0; ///< 1 − SSres/SStot on t
    double r2Log = 0; ///< the same on ln t
    double rmse = 0; ///< s
    double aic = 0; ///< corrected for small samples, in the scale of the fit
    double breakRate = 0; ///< bit/s, where the time leaves its flat part (Saturation) or is 10 % above t(0); NaN: never
    double breakLow = 0; ///< 95 %; of Saturation by profile likelihood, of others by the delta method; NaN: unknown
    double breakHigh = 0;

    [[nodiscard]] double at(double rate) const noexcept; ///< s; NaN at and above the capacity
};

/// Points at or above the capacity are left out and counted in `leftOut`. InvalidInput with fewer points than
/// parameters + 1.
[[nodiscard]] Result<ResponseFit> fitResponse(std::span<const ResponsePoint> points, ResponseLaw law, double capacity,
                                              FitDomain domain, double power = 1, std::size_t* leftOut = nullptr);
/// All laws, best AIC first; those that cannot be fitted are missing. Exponential is included only with q = 1: with 1/2
/// and 2 it is the same curve as SquareRoot (k = √(B0/C)) and InverseSquare (k = B0/C²).
[[nodiscard]] std::vector<ResponseFit> fitAllLaws(std::span<const ResponsePoint> points, double capacity,
                                                  FitDomain domain);

/// Network demand of an iteration vs capacity left by the cross traffic.
struct DemandPoint
{
    double rate = 0; ///< B, bit/s
    double available = 0; ///< C − B
    double demand = 0; ///< requirement ÷ t, bit/s
    double required = 0; ///< t·(C−B), bit
    double delta = 0; ///< available − demand
};
/// `requirement`: 2(N−1)/N × bits of the gradients, from one worker in an iteration.
[[nodiscard]] std::vector<DemandPoint> demandOf(std::span<const ResponsePoint> points, double capacity,
                                                double requirement);

} // namespace millrace::analysis
