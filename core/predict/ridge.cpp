// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// First: fmt has GCC define __OPTIMIZE__ where nothing is optimised, which the headers that this one needs go by.
#include <Eigen/Dense>

#include "core/predict/ridge.h"

#include "core/base/unknown.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <limits>

namespace millrace::predict {

namespace {

using Rows = Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>;

/// The weighted and scaled problem in the basis of the eigenvectors of X'X.
struct RidgeProblem
{
    Eigen::VectorXd target; ///< weighted and centred
    Eigen::MatrixXd rotated; ///< X times the eigenvectors
    Eigen::ArrayXd eigenvalues;
    Eigen::ArrayXd projected; ///< of the target on the rotated columns
    Eigen::VectorXd meanPart; ///< of the hat matrix' diagonal, by the intercept

    [[nodiscard]] Eigen::VectorXd shrunk(double penalty) const { return projected / (eigenvalues + penalty); }
    /// Mean square of the errors of rows that are left out, by the diagonal of the hat matrix (Allen's PRESS).
    [[nodiscard]] double leaveOneOut(double penalty) const
    {
        const Eigen::VectorXd fitted = rotated * shrunk(penalty);
        const Eigen::VectorXd factors = (eigenvalues + penalty).inverse();
        const Eigen::ArrayXd leverage = rotated.array().square().matrix() * factors + meanPart;
        return ((target - fitted).array() / (1 - leverage).max(1e-9)).square().mean();
    }
};

double bestPenalty(const RidgeProblem& problem)
{
    double best = 1, least = std::numeric_limits<double>::infinity();
    for (double penalty = 1e-3; penalty < 2e3; penalty *= std::sqrt(10.0))
        if (const double error = problem.leaveOneOut(penalty); error < least) {
            least = error;
            best = penalty;
        }
    return best;
}

} // namespace

double Ridge::predict(std::span<const double> row) const
{
    if (row.size() != coefficients.size())
        return unknown;
    double value = intercept;
    for (std::size_t i = 0; i < row.size(); ++i)
        if (scales[i] > 0)
            value += coefficients[i] * (row[i] - means[i]) / scales[i];
    return value;
}

Result<Ridge> fitRidge(const Matrix& x, std::span<const double> y, std::span<const double> weights, double penalty)
{
    const auto isFinite = [](double value) { return std::isfinite(value); };
    if (x.rows() < 2 || x.rows() != y.size() || (!weights.empty() && weights.size() != y.size()))
        return fail(ErrorCode::InvalidInput,
                    fmt::format("ridge: {} rows, {} values and {} weights", x.rows(), y.size(), weights.size()));
    if (!std::ranges::all_of(x.values(), isFinite) || !std::ranges::all_of(y, isFinite)
        || !std::ranges::all_of(weights, isFinite))
        return fail(ErrorCode::InvalidInput, "ridge: a value is not a finite number");
    const auto rows = static_cast<Eigen::Index>(x.rows());
    const auto columns = static_cast<Eigen::Index>(x.columns());
    const Rows inputs(x.values().data(), rows, columns);
    const Eigen::VectorXd targets = Eigen::Map<const Eigen::VectorXd>(y.data(), rows);
    Eigen::VectorXd weight = Eigen::VectorXd::Ones(rows);
    if (!weights.empty())
        weight = Eigen::Map<const Eigen::VectorXd>(weights.data(), rows);
    weight *= static_cast<double>(rows) / weight.sum();
    const double total = weight.sum();
    const Eigen::RowVectorXd means = (weight.transpose() * inputs) / total;
    const double intercept = weight.dot(targets) / total;
    Eigen::MatrixXd scaled = inputs.rowwise() - means;
    const Eigen::RowVectorXd scales = ((weight.transpose() * scaled.array().square().matrix()) / total).cwiseSqrt();
    for (Eigen::Index i = 0; i < columns; ++i)
        if (scales[i] > 1e-12 * std::max(1.0, std::abs(means[i])))
            scaled.col(i) /= scales[i];
        else
            scaled.col(i).setZero();
    const Eigen::VectorXd roots = weight.cwiseSqrt();
    const Eigen::MatrixXd weighted = roots.asDiagonal() * scaled;
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(weighted.transpose() * weighted);
    RidgeProblem problem;
    problem.target = roots.cwiseProduct((targets.array() - intercept).matrix());
    problem.rotated = weighted * solver.eigenvectors();
    problem.eigenvalues = solver.eigenvalues().array().max(0); // rounding makes some of 0 negative
    problem.projected = problem.rotated.transpose() * problem.target;
    problem.meanPart = weight / total;
    Ridge ridge;
    ridge.penalty = penalty < 0 ? bestPenalty(problem) : penalty;
    const Eigen::VectorXd coefficients = solver.eigenvectors() * problem.shrunk(ridge.penalty);
    ridge.means.assign(means.data(), means.data() + columns);
    ridge.scales.assign(scales.data(), scales.data() + columns);
    ridge.coefficients.assign(coefficients.data(), coefficients.data() + columns);
    for (std::size_t i = 0; i < ridge.scales.size(); ++i)
        if (!(ridge.scales[i] > 1e-12 * std::max(1.0, std::abs(ridge.means[i]))))
            ridge.scales[i] = ridge.coefficients[i] = 0;
    ridge.intercept = intercept;
    return ridge;
}

} // namespace millrace::predict
