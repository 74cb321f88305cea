// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/job.h"
#include "core/base/json_fields.h"
#include "core/launch/frameworks.h"
#include "core/predict/usage_drift.h"
#include "core/predict/usage_drivers.h"
#include "core/report/figure_spec.h"
#include "core/report/table.h"
#include "core/run/usage_sources.h"
#include "core/store/predictor_repository.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace millrace::ui {

/// What a predictor page is about: a result store, a file with a predictor, or nothing yet. Not both.
struct PredictorSource
{
    std::filesystem::path store;
    std::filesystem::path file;
};

/// A predictor and what is known of it.
struct LoadedPredictor
{
    std::shared_ptr<const predict::UsagePredictor> predictor; ///< null: there is none yet
    store::PredictorId version; ///< of the store; 0: not kept in one
    std::vector<store::PredictorRecord> versions; ///< of the store
    std::vector<predict::Sample> samples; ///< of the store
    std::vector<std::string> remarks; ///< what was left out of samples, or could not be learnt
    std::optional<Error> notKept; ///< why a trained predictor is not in the store, as while a campaign writes to it
};

/// Reads predictor, versions and samples. Blocks, as the others.
[[nodiscard]] Result<LoadedPredictor> loadPredictor(const PredictorSource& source, const launch::Frameworks& frameworks,
                                                    const JobContext& job);

struct TrainingOrder
{
    std::vector<std::filesystem::path> files; ///< result stores and files of samples
    predict::TrainingOptions options;
};
/// Trains on files and keeps the predictor in the store of the source, if it has one.
[[nodiscard]] Result<LoadedPredictor> trainPredictor(const PredictorSource& source, const TrainingOrder& order,
                                                     const launch::Frameworks& frameworks, const JobContext& job);
/// Learns the runs of the store that the predictor does not know, and keeps the result as a new version.
[[nodiscard]] Result<LoadedPredictor> learnNewRuns(const PredictorSource& source, const LoadedPredictor& loaded,
                                                   const launch::Frameworks& frameworks, const JobContext& job);
/// Takes a version of the store into use.
[[nodiscard]] Result<LoadedPredictor> useVersion(const PredictorSource& source, const LoadedPredictor& loaded,
                                                 store::PredictorId version);

/// A prediction with all that is shown of it.
struct ShownPrediction
{
    predict::UsagePrediction prediction;
    std::vector<predict::Driver> drivers;
    report::Table table;
    report::FigureSpec network;
    report::FigureSpec device;
    std::vector<std::string> sentences;
};
[[nodiscard]] Result<ShownPrediction> predictSetting(const predict::UsagePredictor& predictor, const Json& given,
                                                     predict::RegressorKind kind);

/// Predicted against measured.
struct ShownComparison
{
    std::vector<report::FigureSpec> figures;
    std::vector<report::Table> tables;
    std::string sentence; ///< about the drift
};
[[nodiscard]] ShownComparison compareSamples(const predict::UsagePredictor& predictor,
                                             const std::vector<predict::Sample>& samples, std::size_t last);

} // namespace millrace::ui
