// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/job.h"
#include "core/base/statistics.h"
#include "core/predict/hold_out.h"
#include "core/predict/regressor.h"
#include "core/predict/setting_inputs.h"

#include <array>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace millrace::predict {

/// Prediction of ln u: a regressor, and for each model that was measured by how much its samples differ from what the
/// regressor says of them, drawn towards 0 as if by `offsetPrior` further samples (a random intercept). So a few
/// samples of a new model are enough to predict more of it.
struct UsageFit
{
    static constexpr double offsetPrior = 2;

    Regressor regressor;
    std::optional<Regressor> trend =
        {}; ///< ridge whose rest the regressor predicts; of boosted trees, which cannot extrapolate
    std::map<std::string, double> offsets = {}; ///< by model

    [[nodiscard]] double predict(std::span<const double> row, const std::string& model) const;
};

/// A prediction is what physics says, times a learnt factor (after NeuSight, ASPLOS 2025):
///
///   value = bound × u       bound: the line rate, or 100 %; u in (0, 1] is a utilisation
///   value = bound ÷ u       bound: the shortest time; u in (0, 1], where no sample of the training was shorter
///   value = scale × factor  elsewhere
///
/// ln u is predicted from facts of the setting (UsageFit), and clipped, so that no prediction and no end of an
/// interval is above the line rate, above 100 % or below 0. Intervals are split-conformal from errors of held-out
/// samples: of random parts for models that were measured, of whole models for others.

/// Errors of a regressor for held-out samples of one metric.
struct HeldOutErrors
{
    HoldOut holdOut = HoldOut::Random;
    RegressorKind kind = RegressorKind::Mean;
    std::size_t metric = 0; ///< index in `metrics`
    std::size_t samples = 0;
    std::size_t groups = 0; ///< that were held out, one after another
    double absolute = unknown; ///< mean of |predicted - measured|, in the unit of the metric
    double relative = unknown; ///< mean of |predicted - measured| ÷ measured
    double logError = unknown; ///< mean of |ln(predicted ÷ measured)|
    double coverage = unknown; ///< share inside of the intervals made from the other groups; unknown: too few
};

struct MetricPrediction
{
    bool isKnown = false; ///< false: `reason` says why, and the values are unknown
    std::string reason;
    double value = unknown; ///< in the unit of the metric
    Interval interval{unknown, unknown}; ///< unknown where too few samples were held out
    BoundKind boundKind = BoundKind::Scale;
    double bound = unknown; ///< what physics says; unknown: nothing
    std::string_view formula; ///< of the bound
};

struct UsagePrediction
{
    RegressorKind kind = RegressorKind::Mean;
    HoldOut holdOut = HoldOut::Random; ///< errors that the intervals are made of
    std::array<MetricPrediction, metricCount> metrics;
    std::vector<std::string> outside; ///< why the setting is outside of what was measured; then nothing is known

    [[nodiscard]] bool isAnyKnown() const noexcept;
};

struct TrainingOptions
{
    std::uint64_t seed = 42;
    double coverage = 0.9; ///< of the intervals
    std::vector<RegressorKind> kinds; ///< empty: all that this build has
    /// Called for each metric of a kind as its ratings are ready, from several threads, one call at a time.
    std::function<void(const std::vector<HeldOutErrors>&)> rated = {};
};

/// Fewest samples with a label of a metric that it is predicted from.
inline constexpr std::size_t leastSamples = 10;
/// Fewest models from which another one can be predicted.
inline constexpr std::size_t leastModels = 3;

/// Predicts the twelve metrics of a training job from samples of own runs. A value; one thread at a time.
class UsagePredictor
{
public:
    /// Fits all kinds, rates them by all ways of holding out, and recommends the one with the least error for held-out
    /// models (for random parts, where there are fewer than `leastModels`). InvalidInput where no metric has
    /// `leastSamples`; samples with errors (`validate`) must have been left out.
    [[nodiscard]] static Result<UsagePredictor> train(std::vector<Sample> samples, const TrainingOptions& options = {},
                                                      const JobContext& job = {});
    /// Returns this predictor with one more sample: the recommended regressors are fitted again to all samples, and
    /// the error of the prediction made before joins those that the intervals are made of. Takes below a second for
    /// some hundred samples. Ratings are those of the training. InvalidInput for a sample with errors, or with another
    /// set of facts than the others.
    [[nodiscard]] Result<UsagePredictor> learn(const Sample& sample, const JobContext& job = {}) const;

    [[nodiscard]] UsagePrediction predict(const Setting& setting) const { return predict(setting, m_recommended); }
    [[nodiscard]] UsagePrediction predict(const Setting& setting, RegressorKind kind) const;

    [[nodiscard]] RegressorKind recommended() const noexcept { return m_recommended; }
    [[nodiscard]] std::uint64_t seed() const noexcept { return m_options.seed; }
    [[nodiscard]] HoldOut recommendedBy() const noexcept { return m_recommendedBy; }
    [[nodiscard]] std::vector<RegressorKind> kinds() const;
    /// Share of held-out samples that the intervals are made to contain.
    [[nodiscard]] double coverage() const noexcept { return m_options.coverage; }
    /// Number of errors that the intervals of the recommended regressor are made of.
    [[nodiscard]] std::size_t heldOutErrors(std::size_t metric, HoldOut holdOut) const;
    [[nodiscard]] const std::vector<HeldOutErrors>& ratings() const noexcept { return m_ratings; }
    [[nodiscard]] const std::vector<Sample>& samples() const noexcept { return m_samples; }
    [[nodiscard]] const SettingInputs& inputs() const noexcept { return m_inputs; }
    /// What of the samples could not be used, one sentence each.
    [[nodiscard]] const std::vector<std::string>& notes() const noexcept { return m_notes; }

    /// JSON with "format" and "version": samples, ratings and regressors.
    [[nodiscard]] std::string text() const;
    [[nodiscard]] static Result<UsagePredictor> parse(const std::string& text);
    [[nodiscard]] Result<void> save(const std::filesystem::path& file) const;
    [[nodiscard]] static Result<UsagePredictor> open(const std::filesystem::path& file);

private:
    struct MetricModel
    {
        BoundKind kind = BoundKind::Scale;
        bool isScaled = false; ///< the target is ln(value ÷ bound), else ln(value)
        std::size_t samples = 0;
        std::optional<UsageFit> fit; ///< none: too few samples
        std::vector<double> randomErrors; ///< |ln(predicted ÷ measured)| of samples that were held out
        std::vector<double> modelErrors;
    };
    using Models = std::array<MetricModel, metricCount>;
    friend struct UsageTraining;
    friend struct UsageFile;

    UsagePredictor() = default;

    TrainingOptions m_options;
    std::vector<Sample> m_samples;
    SettingInputs m_inputs;
    std::vector<std::pair<RegressorKind, Models>> m_models;
    std::vector<HeldOutErrors> m_ratings;
    std::vector<std::string> m_notes;
    RegressorKind m_recommended = RegressorKind::Mean;
    HoldOut m_recommendedBy = HoldOut::Random;
};

} // namespace millrace::predict
