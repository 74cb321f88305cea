// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/analysis/least_squares.h"

#include <span>
#include <vector>

namespace millrace::analysis {

using Columns = std::vector<std::vector<double>>;
/// The dot product of two columns of equal length, in extended precision.
[[nodiscard]] double dot(std::span<const double> a, std::span<const double> b);

/// A = U S Vᵀ with as many singular values as columns, descending. The columns of `left` and `right` have unit length;
/// a column of `left` for a singular value of 0 is 0.
struct SingularValues
{
    std::vector<double> values;
    Columns left;
    Columns right;
};

/// By one-sided Jacobi rotations (Hestenes 1958; Demmel and Veselić 1992 for its accuracy). Columns of one length, not
/// empty.
[[nodiscard]] SingularValues singularValues(Columns columns);
/// Largest by smallest singular value; infinite for a column of zeros.
[[nodiscard]] double conditionNumber(const DesignMatrix& x);

} // namespace millrace::analysis
