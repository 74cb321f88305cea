// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/analysis/burst_detector.h"
#include "core/analysis/series.h"
#include "core/predict/sample.h"

namespace millrace::predict {

/// Detector for the series of a resource: a level of 1 % use and samples of 100 ms for devices, 1 Mbit/s and 10 ms for
/// interfaces; the rest as in core/analysis. The thresholds are Millrace's: those of the publication are not public.
[[nodiscard]] analysis::RateBurstParameters detectorOf(Resource resource) noexcept;

/// Idle time, burst length and consumption of one resource.
struct ResourceLabels
{
    std::array<Label, 3> labels; ///< by UseQuantity, in the units of `metrics`
    Label peak; ///< largest value in a burst, mean over the bursts, in the unit of the consumption
    double sampling = 0; ///< s
    double window = 0; ///< s
};

/// Detects bursts in a series in % (devices) or bit/s (interfaces), each value valid until the next sample. Where the
/// samples are further apart than those of the detector, theirs is taken. Labels are unknown where no whole burst, or
/// no gap between two, is in the series. InvalidInput for times that do not ascend, and values that are negative.
[[nodiscard]] Result<ResourceLabels> labelsOf(Resource resource, const analysis::Series& series);
/// The same for the bytes of an interface in bins, such as those of a capture, in a window of them.
[[nodiscard]] ResourceLabels labelsOf(Resource resource, const analysis::BinnedSeries& bins,
                                      const analysis::BinRange& window);

/// Enters them into a sample, with the provenance of the detection.
void setLabels(Sample& sample, Resource resource, const ResourceLabels& labels);

} // namespace millrace::predict
