// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/predict/usage_drift.h"
#include "core/predict/usage_drivers.h"
#include "core/report/figure_spec.h"
#include "core/report/table.h"
#include "core/store/predictor_repository.h"

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <vector>

namespace millrace::report {

/// What drives a predicted value: bound and utilisation first, then the prediction with each fact as it usually was.
[[nodiscard]] Table driverTable(const predict::UsagePrediction& prediction, std::size_t metric,
                                const std::vector<predict::Driver>& drivers);

/// Predicted use over time: value in bursts for the predicted length of a burst, 0 for the predicted idle time, and
/// again. Of network or device; without content where nothing of it is known.
enum class SketchOf
{
    Network, ///< receive and transmit, bit/s
    Device, ///< GPU and GPU memory, %
};
[[nodiscard]] FigureSpec sketchFigure(const predict::UsagePrediction& prediction, SketchOf what,
                                      const std::string& title);
/// Bursts that a sketch shows at least.
inline constexpr int sketchedBursts = 4;

/// One row for each run and metric with a measured value.
[[nodiscard]] Table comparisonTable(std::span<const predict::ComparedRun> runs);
/// One row for each metric, and in the notes the formula and the conclusion.
[[nodiscard]] Table driftTable(const predict::Drift& drift);
/// "Drift: RX burst, TX burst …" or "No drift …", one sentence.
[[nodiscard]] std::string driftSentence(const predict::Drift& drift);
/// Predicted over measured values of each unit, and errors of the runs over their intervals.
[[nodiscard]] std::vector<FigureSpec> comparisonFigures(std::span<const predict::ComparedRun> runs,
                                                        const predict::Drift& drift);
/// For programs.
[[nodiscard]] nlohmann::ordered_json driftJson(const predict::Drift& drift);

/// Versions of predictors, the newest first.
[[nodiscard]] Table versionTable(const std::vector<store::PredictorRecord>& versions);

} // namespace millrace::report
