// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/analysis/small_fit.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace millrace::analysis {

namespace {

constexpr int mostSteps = 500;
constexpr double leastPivot = 1e-13; ///< of a pivot of a matrix with ones on its diagonal

/// The inverse of a symmetric positive matrix by Cholesky's decomposition of the matrix scaled to a diagonal of ones.
std::optional<SmallMatrix> inverseOf(const SmallMatrix& matrix, std::size_t count)
{
    SmallVector scale{};
    for (std::size_t i = 0; i < count; ++i) {
        if (!(matrix[i][i] > 0) || !std::isfinite(matrix[i][i]))
            return {};
        scale[i] = 1 / std::sqrt(matrix[i][i]);
    }
    SmallMatrix lower{};
    for (std::size_t i = 0; i < count; ++i)
        for (std::size_t j = 0; j <= i; ++j) {
            double sum = matrix[i][j] * scale[i] * scale[j];
            for (std::size_t k = 0; k < j; ++k)
                sum -= lower[i][k] * lower[j][k];
            if (i == j && !(sum > leastPivot))
                return {};
            lower[i][j] = i == j ? std::sqrt(sum) : sum / lower[j][j];
        }
    SmallMatrix inverse{};
    for (std::size_t column = 0; column < count; ++column) {
        SmallVector x{};
        for (std::size_t i = 0; i < count; ++i) {
            double sum = i == column ? 1 : 0;
            for (std::size_t k = 0; k < i; ++k)
                sum -= lower[i][k] * x[k];
            x[i] = sum / lower[i][i];
        }
        for (std::size_t i = count; i-- > 0;) {
            double sum = x[i];
            for (std::size_t k = i + 1; k < count; ++k)
                sum -= lower[k][i] * x[k];
            x[i] = sum / lower[i][i];
        }
        for (std::size_t i = 0; i < count; ++i)
            inverse[i][column] = x[i] * scale[i] * scale[column];
    }
    return inverse;
}

double squaresOf(const ResidualsAt& at)
{
    double sum = 0;
    for (const double residual : at.residuals)
        sum += residual * residual;
    return sum;
}

/// JᵀJ and Jᵀr.
struct Normal
{
    SmallMatrix matrix{};
    SmallVector right{};
};
Normal normalOf(const ResidualsAt& at, std::size_t count)
{
    Normal normal;
    for (std::size_t row = 0; row < at.residuals.size(); ++row)
        for (std::size_t i = 0; i < count; ++i) {
            normal.right[i] += at.slopes[row][i] * at.residuals[row];
            for (std::size_t j = 0; j < count; ++j)
                normal.matrix[i][j] += at.slopes[row][i] * at.slopes[row][j];
        }
    return normal;
}

std::optional<SmallVector> stepOf(const Normal& normal, std::size_t count, double damping)
{
    SmallMatrix damped = normal.matrix;
    for (std::size_t i = 0; i < count; ++i)
        damped[i][i] *= 1 + damping;
    const auto inverse = inverseOf(damped, count);
    if (!inverse)
        return {};
    SmallVector step{};
    for (std::size_t i = 0; i < count; ++i)
        for (std::size_t j = 0; j < count; ++j)
            step[i] += (*inverse)[i][j] * normal.right[j];
    return step;
}

bool isSmall(const SmallVector& step, const SmallVector& parameters, std::size_t count)
{
    for (std::size_t i = 0; i < count; ++i)
        if (std::abs(step[i]) > 1e-14 * (std::abs(parameters[i]) + 1e-14))
            return false;
    return true;
}

std::optional<SmallFit> descend(const ResidualModel& model, std::size_t count, SmallVector parameters)
{
    ResidualsAt at;
    if (!model(parameters, at) || !std::isfinite(squaresOf(at)))
        return {};
    double squares = squaresOf(at);
    double damping = 1e-3;
    ResidualsAt tried;
    for (int i = 0; i < mostSteps && damping < 1e12; ++i) {
        const auto step = stepOf(normalOf(at, count), count, damping);
        if (!step) {
            damping = std::max(damping, 1e-9) * 10;
            continue;
        }
        SmallVector next = parameters;
        for (std::size_t j = 0; j < count; ++j)
            next[j] += (*step)[j];
        const bool has = model(next, tried);
        const double now = has ? squaresOf(tried) : std::numeric_limits<double>::infinity();
        if (!(now <= squares)) {
            damping = std::max(damping, 1e-12) * 8;
            continue;
        }
        parameters = next;
        squares = now;
        std::swap(at, tried);
        damping /= 10;
        if (isSmall(*step, parameters, count))
            break;
    }
    SmallFit fit{parameters, squares, {}, false};
    if (const auto inverse = inverseOf(normalOf(at, count).matrix, count)) {
        fit.inverse = *inverse;
        fit.determined = true;
    }
    return fit;
}

} // namespace

Result<SmallFit> fitSmall(const ResidualModel& model, std::size_t count, const std::vector<SmallVector>& starts)
{
    std::optional<SmallFit> best;
    for (const SmallVector& start : starts)
        if (const auto fit = descend(model, count, start); fit && (!best || fit->squares < best->squares))
            best = fit;
    if (!best)
        return fail(ErrorCode::InvalidInput, "the model has no value where the fit starts; use other points");
    return *best;
}

} // namespace millrace::analysis
