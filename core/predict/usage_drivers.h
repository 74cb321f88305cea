// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/predict/usage_predictor.h"

#include <array>
#include <string>
#include <vector>

namespace millrace::predict {

/// What one fact of a setting does to the predicted values: the prediction of the same setting with this fact as it
/// usually was in the samples, all others kept. Bounds follow the fact, as physics says.
struct Driver
{
    std::string fact; ///< key of a setting: "workers"
    std::string own; ///< of this setting, as in a file: "8", "1Gbit"
    std::string usual; ///< median of the samples, of a strategy the most frequent one, of a model any other
    std::array<double, metricCount> values =
        {}; ///< predictions with `usual`, in the units of the metrics; unknown: none
    std::array<double, metricCount> factors = {}; ///< prediction of this setting ÷ `values`; unknown: none
};

/// Facts of the setting that regressors or bounds read, in the order of `settingFields`. Nothing is known of the
/// factors of a metric that is not known itself.
[[nodiscard]] std::vector<Driver> driversOf(const UsagePredictor& predictor, const Setting& setting,
                                            RegressorKind kind);

/// The drivers with a known factor of a metric, that with the largest |ln factor| first.
[[nodiscard]] std::vector<Driver> sortedFor(std::size_t metric, std::vector<Driver> drivers);

} // namespace millrace::predict
