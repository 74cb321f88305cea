// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/predict/usage_predictor.h"
#include "core/store/predictor_repository.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace millrace::run {

/// A predictor of a store.
struct StoredPredictor
{
    store::PredictorRecord record;
    predict::UsagePredictor predictor;
};

/// Keeps a predictor as a new version, which is in use from then on. `origin`: what it was trained on, one sentence.
/// `parent`: the version that learned further samples; 0: it was trained.
[[nodiscard]] Result<store::PredictorId> keepPredictor(store::Database& database,
                                                       const predict::UsagePredictor& predictor,
                                                       const std::string& origin, store::PredictorId parent = {});
/// The version in use, or this one. NotFound where there is none.
[[nodiscard]] Result<StoredPredictor> readPredictor(store::Database& database, store::PredictorId version = {});
/// Takes an older version into use again.
[[nodiscard]] Result<void> usePredictor(store::Database& database, store::PredictorId version);

/// Learns those samples that the predictor does not know yet.
struct LearntPredictor
{
    predict::UsagePredictor predictor;
    std::size_t learnt = 0; ///< samples
    std::vector<std::string> refused; ///< why a sample could not be learnt, one sentence each
};
[[nodiscard]] Result<LearntPredictor> learnSamples(const predict::UsagePredictor& predictor,
                                                   std::span<const predict::Sample> samples,
                                                   const JobContext& job = {});

} // namespace millrace::run
