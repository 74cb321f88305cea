// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/analysis/response_curve.h"
#include "core/analysis/small_fit.h"

#include <optional>

namespace millrace::analysis {

/// The laws as they are fitted: with dimensionless numbers instead of rates, so that all parameters have moderate size.
/// Load u = B/C, idle share 1 − u, x = (1/(1 − u))^q.
///
/// - Exponential, SquareRoot, InverseSquare: ln t = p0 + p1·x with q given, 1/2 and 2. A·exp(√(B0/(C−B))) is the
///   exponential law with q = 1/2 and k = √(B0/C), and A·exp(B0/(C−B)²) the one with q = 2 and k = B0/C².
/// - Saturation: t = p0 + p1·max(0, p2/(1 − u) − 1) with p0 = t0, p1 = s·t0, p2 = C'/C;
///   s is at most 1.
/// - Queueing: t = p0 + p1·x, q = 1.
struct LawForm
{
    ResponseLaw law = ResponseLaw::Exponential;
    double power = 1;

    [[nodiscard]] std::size_t count() const noexcept { return law == ResponseLaw::Saturation ? 3 : 2; }
    [[nodiscard]] bool isExponential() const noexcept;
    [[nodiscard]] double x(double load) const noexcept;
    [[nodiscard]] double value(const SmallVector& p, double load) const noexcept;
    [[nodiscard]] SmallVector slopes(const SmallVector& p, double load) const noexcept;
};
[[nodiscard]] LawForm formOf(ResponseLaw law, double power) noexcept;

/// Points as used in the fit.
struct LoadedTimes
{
    std::vector<double> loads; ///< B/C
    std::vector<double> times; ///< s
};

/// The parameters p with the least sum of squares. InvalidInput says what the points lack.
[[nodiscard]] Result<SmallFit> fitForm(const LawForm& form, const LoadedTimes& data, FitDomain domain);

/// The largest and the smallest C'/C with which the saturation law fits not significantly worse than the best: profile
/// likelihood, sum of squares up to `most`. NaN: not determined by the points.
[[nodiscard]] Interval saturationProfile(const LoadedTimes& data, FitDomain domain, double best, double most);

/// u where the time leaves its flat part; NaN: nowhere.
[[nodiscard]] double breakLoad(const LawForm& form, const SmallVector& p) noexcept;

} // namespace millrace::analysis
