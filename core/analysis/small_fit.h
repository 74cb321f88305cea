// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"

#include <array>
#include <cstddef>
#include <functional>
#include <vector>

namespace millrace::analysis {

/// Storage for the parameters of a small model; those from `count` on are 0.
using SmallVector = std::array<double, 4>;
using SmallMatrix = std::array<SmallVector, 4>;

/// Residuals and their derivatives by the parameters at one point. False: the model has no value there.
struct ResidualsAt
{
    std::vector<double> residuals; ///< measured minus model
    std::vector<SmallVector> slopes; ///< of the model, by residual
};
using ResidualModel = std::function<bool(const SmallVector& parameters, ResidualsAt& at)>;

struct SmallFit
{
    SmallVector parameters{};
    double squares = 0; ///< sum of the squared residuals
    SmallMatrix inverse{}; ///< of JᵀJ; times squares ÷ (n − count) it is the covariance
    bool determined = false; ///< JᵀJ is invertible: the data determine the parameters
};

/// The nearest minimum of the sum of squares by the method of Levenberg and Marquardt (Marquardt 1963, with the scaling
/// by the diagonal; Moré 1978 says why), from each of the starts; the lowest one found. InvalidInput when the model has
/// no value at any start.
[[nodiscard]] Result<SmallFit> fitSmall(const ResidualModel& model, std::size_t count,
                                        const std::vector<SmallVector>& starts);

} // namespace millrace::analysis
