// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/analysis/rate_bins.h"
#include "core/analysis/step_detector.h"

#include <span>
#include <vector>

namespace millrace::analysis {

/// Bytes of the series within each interval; a bin that an interval covers partly counts in proportion. Intervals are
/// ordered by time.
[[nodiscard]] std::vector<double> bytesWithin(const BinnedSeries& series, std::span<const LoggedStep> stretches);

} // namespace millrace::analysis
