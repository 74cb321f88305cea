// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"

#include <span>
#include <string>
#include <vector>

namespace millrace::analysis {

/// The columns of a regression, each as long as the number of observations.
struct DesignMatrix
{
    std::vector<std::string> names;
    std::vector<std::vector<double>> columns;

    [[nodiscard]] std::size_t rows() const noexcept { return columns.empty() ? 0 : columns.front().size(); }
};

struct Coefficient
{
    std::string name;
    double value = 0;
    double error = 0; ///< standard error; NaN without degrees of freedom
    double t = 0;
    double p = 0; ///< two-sided
};

/// An ordinary least squares fit with the usual table of a statistics package.
struct LeastSquaresFit
{
    std::vector<Coefficient> coefficients;
    std::size_t observations = 0;
    std::size_t rank = 0; ///< below the number of columns: some are linearly dependent
    std::vector<std::string> dropped; ///< redundant columns; their coefficients are NaN
    double rSquared = 0; ///< about the mean where a column is constant, otherwise about 0
    double adjustedRSquared = 0;
    double f = 0; ///< all slopes against the mean alone
    double fP = 0;
    double residualDeviation = 0; ///< square root of the residual sum of squares per degree of freedom
    double conditionNumber =
        0; ///< largest over smallest singular value of the unscaled columns; above 1e15: meaningless
    std::vector<double> fitted;
    std::vector<double> residuals;
    std::vector<double> leverage; ///< diagonal of the hat matrix
    /// Root mean square of each residual when its own observation is left out (PRESS); NaN where that is not possible.
    double leaveOneOutError = 0;
};

/// Fits y by Householder's QR decomposition with column pivoting (Golub and Van Loan, "Matrix Computations", 5.4), on
/// columns scaled to unit length. InvalidInput when columns and y differ in length, contain non-finite values, or are
/// empty.
[[nodiscard]] Result<LeastSquaresFit> leastSquares(const DesignMatrix& x, std::span<const double> y);
/// The same by the pseudo-inverse, as in statsmodels: for dependent columns, the coefficients with the smallest sum of
/// squares, which depends on the columns' units and is not meaningful. Leverage and leave-one-out are omitted.
[[nodiscard]] Result<LeastSquaresFit> minimumNormFit(const DesignMatrix& x, std::span<const double> y);

} // namespace millrace::analysis
