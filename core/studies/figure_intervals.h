// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/statistics.h"
#include "core/studies/recipe.h"

#include <span>
#include <string>

namespace millrace::studies {

/// Up to this many, the values themselves are drawn: an interval of so few is not informative.
inline constexpr std::size_t fewValues = 5;

/// Interval of the mean of `values`; NaN bounds for fewer than two. The bootstrap is exact up to `fewValues` and uses a
/// fixed sequence of draws beyond: the same values give the same interval.
[[nodiscard]] Interval intervalOfMean(std::span<const double> values, IntervalKind kind);
/// "95 % of the mean by Student's t".
[[nodiscard]] std::string intervalText(IntervalKind kind);

} // namespace millrace::studies
