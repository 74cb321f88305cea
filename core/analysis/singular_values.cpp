// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/analysis/singular_values.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace millrace::analysis {

namespace {

constexpr int mostSweeps = 60;

struct Turn
{
    double cosine = 1;
    double sine = 0;

    void apply(std::vector<double>& p, std::vector<double>& q) const
    {
        for (std::size_t i = 0; i < p.size(); ++i) {
            const double old = p[i];
            p[i] = cosine * old - sine * q[i];
            q[i] = sine * old + cosine * q[i];
        }
    }
};

/// Makes two columns orthogonal; false: they already were.
bool orthogonalise(Columns& a, Columns& v, std::size_t p, std::size_t q)
{
    const double pp = dot(a[p], a[p]), qq = dot(a[q], a[q]), pq = dot(a[p], a[q]);
    if (std::abs(pq) <= 1e-16 * std::sqrt(pp) * std::sqrt(qq) || pq == 0)
        return false;
    const double zeta = (qq - pp) / (2 * pq);
    const double tangent = std::copysign(1.0, zeta) / (std::abs(zeta) + std::hypot(1.0, zeta));
    Turn turn;
    turn.cosine = 1 / std::hypot(1.0, tangent);
    turn.sine = turn.cosine * tangent;
    turn.apply(a[p], a[q]);
    turn.apply(v[p], v[q]);
    return true;
}

} // namespace

double dot(std::span<const double> a, std::span<const double> b)
{
    long double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        sum += static_cast<long double>(a[i]) * b[i];
    return static_cast<double>(sum);
}

SingularValues singularValues(Columns columns)
{
    const std::size_t count = columns.size();
    Columns v(count, std::vector<double>(count, 0));
    for (std::size_t i = 0; i < count; ++i)
        v[i][i] = 1;
    for (int sweep = 0; sweep < mostSweeps; ++sweep) {
        bool turned = false;
        for (std::size_t p = 0; p + 1 < count; ++p)
            for (std::size_t q = p + 1; q < count; ++q)
                turned = orthogonalise(columns, v, p, q) || turned;
        if (!turned)
            break;
    }
    std::vector<double> lengths(count);
    std::ranges::transform(columns, lengths.begin(), [](const auto& column) { return std::sqrt(dot(column, column)); });
    std::vector<std::size_t> order(count);
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::ranges::sort(order, std::greater<>(), [&](std::size_t i) { return lengths[i]; });
    SingularValues result;
    for (const std::size_t i : order) {
        result.values.push_back(lengths[i]);
        for (double& each : columns[i])
            each = lengths[i] > 0 ? each / lengths[i] : 0;
        result.left.push_back(std::move(columns[i]));
        result.right.push_back(std::move(v[i]));
    }
    return result;
}

double conditionNumber(const DesignMatrix& x)
{
    const SingularValues singular = singularValues(x.columns);
    return singular.values.back() > 0 ? singular.values.front() / singular.values.back()
                                      : std::numeric_limits<double>::infinity();
}

} // namespace millrace::analysis
