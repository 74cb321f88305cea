// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/statistics.h"
#include "core/studies/recipe.h"

#include <span>
#include <string>

namespace millrace::studies {

/// Up to here the values themselves are drawn: an interval of so few says little.
inline constexpr std::size_t fewValues = 5;

/// Of the mean of `values`; NaN bounds for fewer than two. The bootstrap is exact up to `fewValues`, and of a fixed
/// sequence of draws beyond: the same values have the same interval.
[[nodiscard]] Interval intervalOfMean(std::span<const double> values, IntervalKind kind);
/// "95 % of the mean by Student's t".
[[nodiscard]] std::string intervalText(IntervalKind kind);

} // namespace millrace::studies
