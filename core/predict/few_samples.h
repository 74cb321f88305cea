// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/predict/usage_predictor.h"

#include <array>
#include <vector>

namespace millrace::predict {

/// Numbers of own samples with which a new model is predicted.
inline constexpr std::array<std::size_t, 4> fewSampleCounts = {0, 3, 6, 12};

/// Errors for one metric of models of which only few samples were learnt.
struct FewSamplesErrors
{
    std::size_t metric = 0; ///< index in `metrics`
    std::size_t models = 0;
    std::size_t samples = 0; ///< that were predicted, all repetitions together
    std::array<double, fewSampleCounts.size()> relative{}; ///< mean of |predicted - measured| ÷ measured, by count
};

/// One model after another is new: the recommended predictor is fitted to all samples of the other models and to 0 to
/// 12 of its own, and predicts the rest of these; three times in random order. Empty where no model has 15 samples.
[[nodiscard]] Result<std::vector<FewSamplesErrors>> rateFewSamples(const UsagePredictor& predictor,
                                                                   const JobContext& job = {});

} // namespace millrace::predict
