// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/predict/few_samples.h"
#include "core/predict/tabular_predictor.h"
#include "core/predict/usage_predictor.h"
#include "core/report/table.h"

#include <nlohmann/json_fwd.hpp>

namespace millrace::report {

/// The twelve metrics of a setting: value, interval and what physics says; unknown ones with their reason.
[[nodiscard]] Table predictionTable(const predict::UsagePrediction& prediction, const std::string& title);
/// The same for programs, with ids and units.
[[nodiscard]] nlohmann::ordered_json predictionJson(const predict::UsagePrediction& prediction);

/// "resnet50 on 8 workers, by ridge from 120 samples".
[[nodiscard]] std::string predictionTitle(const predict::Setting& setting, predict::RegressorKind kind,
                                          std::size_t samples);
/// Which facts were taken from the samples (`common`), and whether the model is a new one; one sentence each.
[[nodiscard]] std::vector<std::string> settingSentences(const predict::Setting& setting,
                                                        const std::vector<std::string>& common,
                                                        const predict::UsagePrediction& prediction);

/// Errors for held-out samples: one row for each metric and way of holding out, one column for each kind, and the
/// coverage of the intervals of the recommended one.
[[nodiscard]] Table ratingTable(const predict::UsagePredictor& predictor);
/// Those of a training that are ready, without a recommended one.
[[nodiscard]] Table ratingTable(const std::vector<predict::HeldOutErrors>& ratings);

/// Errors for a model of which few samples were learnt: one row for each metric.
[[nodiscard]] Table fewSamplesTable(const std::vector<predict::FewSamplesErrors>& rated);

/// Predictors on a data set of graphs, the recommended one first.
[[nodiscard]] Table dataSetTable(const std::vector<predict::RatedPredictor>& rated, const std::string& title);
/// Mean relative error on the test part for each metric and predictor.
[[nodiscard]] Table dataSetMetricTable(const std::vector<predict::RatedPredictor>& rated);

} // namespace millrace::report
