// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/analysis/rate_bins.h"
#include "core/analysis/step_detector.h"

#include <span>
#include <vector>

namespace millrace::analysis {

/// The bytes of a series within each stretch of time; a bin that lies in a stretch only in part counts in part.
/// Stretches in order of time.
[[nodiscard]] std::vector<double> bytesWithin(const BinnedSeries& series, std::span<const LoggedStep> stretches);

} // namespace millrace::analysis
