// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/base/statistics.h"
#include "core/simulate/all_reduce.h"
#include "core/simulate/calibration.h"

#include <span>
#include <string>
#include <utility>
#include <vector>

namespace millrace::simulate {

/// An all-reduce that was measured.
struct Sample
{
    std::vector<std::pair<std::string, std::string>> levels; ///< factor and level
    cluster::Cluster cluster;
    AllReduceSpec operation;
    double computeSeconds = 0; ///< of a step: the pause before its all-reduce
    int warmupSteps = 8;
    int steps = 30; ///< measured ones
    double seconds = 0; ///< of the slowest rank, the median of the steps

    /// "strategy=RING workers=8".
    [[nodiscard]] std::string label() const;
};

/// The same by simulation: in a training that has settled; where packets get lost, the median of the
/// steps of as long a run.
[[nodiscard]] double predictedSeconds(const Sample& sample, const std::optional<Calibration>& calibration);

/// What a calibration says about samples that it has not seen.
struct Prediction
{
    std::size_t sample = 0; ///< position
    double seconds = 0;
    Interval band; ///< that shall contain the measured value with probability `bandShare`
};

struct Fit
{
    Calibration calibration; ///< from all samples; `made` and `machine` are left to the caller
    std::vector<Prediction> heldOut; ///< of every sample, by a calibration from those of other groups
};

inline constexpr double bandShare = 0.9;
inline constexpr std::size_t fewestSamples = 8; ///< for a fit

/// Finds the calibration with the least sum of log(1 + (log(predicted ÷ measured) ÷ 4 %)²), in which cells of another
/// nature count little (Cauchy's loss), by a bounded simplex search (Nelder, Mead 1965; NLopt). The error is that of
/// samples left out: they are cut into five groups, each predicted by a calibration from the others. The band of a
/// prediction is the quantile of the other held-out errors (split conformal; Vovk et al. 2005). InvalidInput for fewer
/// than `fewestSamples`, Cancelled.
[[nodiscard]] Result<Fit> fitCalibration(std::span<const Sample> samples, const JobContext& job = {});

} // namespace millrace::simulate
