// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/statistics.h"

#include <cstdint>
#include <span>

namespace millrace::analysis {

struct BootstrapOptions
{
    double confidence = 0.95;
    std::size_t block = 0; ///< values drawn together; 0: the cube root of the number of values, rounded up
    int draws = 4000;
    std::uint64_t seed = 1; ///< the same seed gives the same interval
};

/// Percentile interval of the mean of serially dependent values: the circular block bootstrap (Politis and Romano
/// 1992). NaN bounds for fewer than two values.
[[nodiscard]] Interval blockBootstrapInterval(std::span<const double> values, const BootstrapOptions& options = {});

} // namespace millrace::analysis
