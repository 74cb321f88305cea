// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <span>

namespace millrace::studies::flumen {

/// Quantile by the study's rule: sorted[min(⌈fraction · n⌉, n − 1)], 0-based; NaN for no values. The p99 of
/// fewer than 200 values is their maximum.
[[nodiscard]] double publishedQuantile(std::span<const double> values, double fraction);

} // namespace millrace::studies::flumen
