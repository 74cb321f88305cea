// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/analysis/least_squares.h"

#include "core/analysis/singular_values.h"
#include "core/base/unknown.h"

#include <algorithm>
#include <boost/math/distributions/fisher_f.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <limits>
#include <numeric>

namespace millrace::analysis {

namespace {

double norm(std::span<const double> a)
{
    return std::sqrt(dot(a, a));
}

/// QR by Householder reflections, in the order of the columns; those that depend on earlier ones are dropped.
struct Decomposition
{
    Columns r; ///< of the kept columns: R above the diagonal
    std::vector<std::size_t> order; ///< original column at each place
    std::vector<std::size_t> dropped;
    std::vector<double> diagonal; ///< of R
    std::vector<std::vector<double>> reflections; ///< unit vectors, from their row on

    [[nodiscard]] std::size_t rank() const noexcept { return order.size(); }
    void apply(std::vector<double>& y) const;
};

void reflect(std::span<double> column, std::span<const double> unit)
{
    const double twice = 2 * dot(column, unit);
    for (std::size_t i = 0; i < unit.size(); ++i)
        column[i] -= twice * unit[i];
}

void Decomposition::apply(std::vector<double>& y) const
{
    for (std::size_t k = 0; k < reflections.size(); ++k)
        reflect(std::span(y).subspan(k), reflections[k]);
}

Decomposition decompose(Columns columns)
{
    Decomposition qr;
    const std::size_t rows = columns.front().size();
    const double tolerance = static_cast<double>(std::max(rows, columns.size())) * 1e-15;
    for (std::size_t j = 0; j < columns.size(); ++j) {
        std::vector<double>& column = columns[j];
        qr.apply(column);
        const std::size_t k = qr.order.size();
        const double length = k < rows ? norm(std::span(column).subspan(k)) : 0;
        if (length <= tolerance) {
            qr.dropped.push_back(j);
            continue;
        }
        const double target = column[k] > 0 ? -length : length;
        std::vector<double> unit(column.begin() + static_cast<std::ptrdiff_t>(k), column.end());
        unit[0] -= target;
        const double size = norm(unit);
        for (double& each : unit)
            each /= size;
        qr.order.push_back(j);
        qr.diagonal.push_back(target);
        qr.reflections.push_back(std::move(unit));
        qr.r.push_back(std::move(column));
    }
    return qr;
}

/// Solves R x = b for the first `rank` rows.
std::vector<double> backSubstitute(const Decomposition& qr, std::span<const double> b)
{
    std::vector<double> x(qr.rank(), 0);
    for (std::size_t i = qr.rank(); i-- > 0;) {
        long double sum = b[i];
        for (std::size_t j = i + 1; j < qr.rank(); ++j)
            sum -= static_cast<long double>(qr.r[j][i]) * x[j];
        x[i] = static_cast<double>(sum / qr.diagonal[i]);
    }
    return x;
}

/// Diagonal of (RᵀR)⁻¹: row lengths of R⁻¹, squared.
std::vector<double> inverseDiagonal(const Decomposition& qr)
{
    std::vector<double> sums(qr.rank(), 0);
    std::vector<double> unit(qr.rank(), 0);
    for (std::size_t j = 0; j < qr.rank(); ++j) {
        unit.assign(qr.rank(), 0);
        unit[j] = 1;
        const std::vector<double> column = backSubstitute(qr, unit);
        for (std::size_t i = 0; i < qr.rank(); ++i)
            sums[i] += column[i] * column[i];
    }
    return sums;
}

bool isConstant(std::span<const double> column)
{
    return column.front() != 0 && std::ranges::all_of(column, [&](double each) { return each == column.front(); });
}

/// Standard error, t and p from the coefficient's variance in units of the residual variance.
void judge(Coefficient& each, double variance, const LeastSquaresFit& fit, double degrees)
{
    each.error = each.t = each.p = unknown;
    if (degrees <= 0)
        return;
    each.error = fit.residualDeviation * std::sqrt(variance);
    if (each.error == 0) {
        each.t = std::copysign(std::numeric_limits<double>::infinity(), each.value);
        each.p = 0;
        return;
    }
    each.t = each.value / each.error;
    if (std::isnan(each.t)) // overflow
        return;
    each.p = 2 * boost::math::cdf(complement(boost::math::students_t_distribution<double>(degrees), std::abs(each.t)));
}

double setResiduals(LeastSquaresFit& fit, const Columns& columns, std::span<const double> values,
                    std::span<const double> y)
{
    fit.observations = y.size();
    for (std::size_t i = 0; i < y.size(); ++i) {
        long double value = 0;
        for (std::size_t j = 0; j < columns.size(); ++j)
            value += static_cast<long double>(columns[j][i]) * values[j];
        fit.fitted.push_back(static_cast<double>(value));
        fit.residuals.push_back(static_cast<double>(y[i] - value));
    }
    const double degrees = static_cast<double>(y.size()) - static_cast<double>(fit.rank);
    fit.residualDeviation = degrees > 0 ? std::sqrt(dot(fit.residuals, fit.residuals) / degrees) : unknown;
    return degrees;
}

void setQuality(LeastSquaresFit& fit, std::span<const double> y, bool hasConstant, double degrees)
{
    const auto n = static_cast<double>(y.size());
    const double centre = hasConstant ? std::accumulate(y.begin(), y.end(), 0.0) / n : 0;
    long double total = 0;
    for (const double each : y)
        total += static_cast<long double>(each - centre) * (each - centre);
    const double residual = dot(fit.residuals, fit.residuals);
    const double slopes = static_cast<double>(fit.rank) - (hasConstant ? 1 : 0);
    const auto all = static_cast<double>(total);
    fit.rSquared = all > 0 ? 1 - residual / all : unknown;
    fit.adjustedRSquared = fit.f = fit.fP = unknown;
    if (degrees <= 0 || slopes <= 0 || all <= 0)
        return;
    fit.adjustedRSquared = 1 - residual / degrees / (all / (n - (hasConstant ? 1 : 0)));
    fit.f = (all - residual) / slopes / (residual / degrees);
    if (std::isfinite(fit.f) && fit.f >= 0)
        fit.fP = boost::math::cdf(complement(boost::math::fisher_f_distribution<double>(slopes, degrees), fit.f));
    else
        fit.fP = 0;
}

/// hᵢ = |R⁻ᵀ xᵢ|².
void setLeverage(LeastSquaresFit& fit, const Decomposition& qr, const Columns& scaled)
{
    const std::size_t n = fit.observations;
    fit.leverage.assign(n, 0);
    std::vector<double> z(qr.rank(), 0);
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t k = 0; k < qr.rank(); ++k) {
            long double value = scaled[qr.order[k]][i];
            for (std::size_t j = 0; j < k; ++j)
                value -= static_cast<long double>(qr.r[k][j]) * z[j];
            z[k] = static_cast<double>(value / qr.diagonal[k]);
        }
        fit.leverage[i] = dot(z, z);
    }
    long double sum = 0;
    for (std::size_t i = 0; i < n; ++i) {
        const double left = fit.residuals[i] / (1 - fit.leverage[i]);
        sum += fit.leverage[i] > 1 - 1e-12 ? static_cast<long double>(unknown) : static_cast<long double>(left) * left;
    }
    fit.leaveOneOutError = std::sqrt(static_cast<double>(sum) / static_cast<double>(n));
}

Result<void> checkInput(const DesignMatrix& x, std::span<const double> y)
{
    if (x.columns.empty() || y.empty() || x.names.size() != x.columns.size())
        return fail(ErrorCode::InvalidInput, "nothing to fit; give named columns and observations");
    const auto finite = [](double each) { return std::isfinite(each); };
    for (const auto& column : x.columns)
        if (column.size() != y.size() || !std::ranges::all_of(column, finite))
            return fail(ErrorCode::InvalidInput, "the columns of a fit must be as long as its observations and finite");
    if (!std::ranges::all_of(y, finite))
        return fail(ErrorCode::InvalidInput, "the observations of a fit must be finite; leave the others out");
    return {};
}

} // namespace

Result<LeastSquaresFit> leastSquares(const DesignMatrix& x, std::span<const double> y)
{
    MR_CHECK(checkInput(x, y));
    Columns columns = x.columns;
    std::vector<double> lengths;
    for (auto& column : columns) {
        lengths.push_back(norm(column));
        if (lengths.back() > 0)
            for (double& each : column)
                each /= lengths.back();
    }
    const Decomposition qr = decompose(columns);
    std::vector<double> turned(y.begin(), y.end());
    qr.apply(turned);
    const std::vector<double> scaled = backSubstitute(qr, turned);
    LeastSquaresFit fit;
    fit.rank = qr.rank();
    Columns kept;
    for (const std::size_t place : qr.order)
        kept.push_back(columns[place]);
    const double degrees = setResiduals(fit, kept, scaled, y);
    const std::vector<double> variances = inverseDiagonal(qr);
    for (const std::string& name : x.names)
        fit.coefficients.push_back({name, unknown, unknown, unknown, unknown});
    for (std::size_t i = 0; i < qr.rank(); ++i) {
        Coefficient& each = fit.coefficients[qr.order[i]];
        const double length = lengths[qr.order[i]];
        each.value = scaled[i] / length;
        judge(each, variances[i] / (length * length), fit, degrees);
    }
    for (const std::size_t place : qr.dropped)
        fit.dropped.push_back(x.names[place]);
    setQuality(fit, y, std::ranges::any_of(x.columns, isConstant), degrees);
    setLeverage(fit, qr, columns);
    fit.conditionNumber = conditionNumber(x);
    return fit;
}

Result<LeastSquaresFit> minimumNormFit(const DesignMatrix& x, std::span<const double> y)
{
    MR_CHECK(checkInput(x, y));
    const SingularValues singular = singularValues(x.columns);
    const std::size_t count = x.columns.size();
    std::vector<double> values(count, 0), variances(count, 0);
    LeastSquaresFit fit;
    for (std::size_t k = 0; k < count; ++k) {
        // numpy.linalg.pinv as statsmodels calls it.
        if (singular.values[k] <= 1e-15 * singular.values.front())
            break;
        ++fit.rank;
        const double weight = dot(singular.left[k], y) / singular.values[k];
        for (std::size_t j = 0; j < count; ++j) {
            values[j] += weight * singular.right[k][j];
            variances[j] += std::pow(singular.right[k][j] / singular.values[k], 2);
        }
    }
    const double degrees = setResiduals(fit, x.columns, values, y);
    for (std::size_t j = 0; j < count; ++j) {
        Coefficient& each =
            fit.coefficients.emplace_back(Coefficient{x.names[j], values[j], unknown, unknown, unknown});
        judge(each, variances[j], fit, degrees);
    }
    setQuality(fit, y, std::ranges::any_of(x.columns, isConstant), degrees);
    fit.leaveOneOutError = unknown;
    fit.conditionNumber = conditionNumber(x);
    return fit;
}

} // namespace millrace::analysis
