// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"
#include "core/predict/matrix.h"

#include <span>
#include <vector>

namespace millrace::predict {

/// Linear regression with an L2 penalty (Hoerl, Kennard, Technometrics 12(1), 1970) on inputs that are scaled to mean 0
/// and deviation 1; the intercept is not penalised.
struct Ridge
{
    std::vector<double> means; ///< of the inputs
    std::vector<double> scales; ///< deviations of the inputs; 0: constant, not used
    std::vector<double> coefficients; ///< of the scaled inputs
    double intercept = 0;
    double penalty = 0;

    /// NaN where the row has another length than those of the fit.
    [[nodiscard]] double predict(std::span<const double> row) const;
    bool operator==(const Ridge&) const = default;
};

/// Fits to at least two rows; `weights` are of the rows, or empty. A penalty below 0: the best one of a list by the
/// error of held-out rows, each left out in turn. InvalidInput where lengths differ or a value is not finite.
[[nodiscard]] Result<Ridge> fitRidge(const Matrix& x, std::span<const double> y, std::span<const double> weights = {},
                                     double penalty = -1);

} // namespace millrace::predict
