// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "app/graphs/fit.h"
#include "app/graphs/residual_shape.h"
#include "app/graphs/transfer.h"
#include "core/base/job.h"
#include "core/base/result.h"
#include "core/predict/dataset.h"
#include "core/predict/tensor.h"

#include <cstdint>
#include <memory>
#include <span>

namespace millrace::graphs {

/// How the corrected network is trained: AdamW, learning rate rising for a tenth of the steps and then falling to 0
/// along a cosine, gradients clipped to norm 1, graphs shuffled.
struct ResidualPlan
{
    FitPlan fit{.epochs = 200, .patience = 60, .learningRate = 0.003, .weightDecay = 0.001};
    int batch = 32; ///< graphs in a step
    double logWeight = 0.05; ///< of the error of logarithms in the loss, next to that of the values
};

/// A data set and what its setting was: link rate, workers and so on, in one order for all sets of a model, none
/// negative.
struct SettingData
{
    const predict::DataSet* set = nullptr;
    std::vector<double> setting; ///< as many as ResidualShape::settings
};

/// Of one graph, in the units of predict::metrics.
struct GraphPrediction
{
    std::array<double, predict::metricCount> values{}; ///< mean over the ensemble, never negative
    std::array<double, predict::metricCount> spread{}; ///< standard deviation over the ensemble; 0 with one member
};

/// The corrected network: logarithms of features and labels, standardised with values that are stored with the weights;
/// few residual layers; statistics of the graph next to the pooled states; an ensemble of readouts over one trunk. The
/// first readout is trained together with the trunk, the others over its pooled states, which are computed once. Not
/// thread-safe; random numbers are drawn from torch's global generator.
class ResidualModel
{
public:
    /// Draws weights. InvalidInput for a shape that cannot be.
    [[nodiscard]] static Result<ResidualModel> create(const ResidualShape& shape, std::uint64_t seed);
    ResidualModel(ResidualModel&& other) noexcept;
    ResidualModel& operator=(ResidualModel&& other) noexcept;
    ~ResidualModel();

    [[nodiscard]] const ResidualShape& shape() const noexcept;
    /// Weights, and the means and deviations of the standardisation as "normalisation.…".
    [[nodiscard]] predict::NamedTensors weights() const;
    /// InvalidInput for a missing or additional name and for another shape.
    [[nodiscard]] Result<void> load(const predict::NamedTensors& weights);

    /// Trains on the training parts of all sets; each member ends with the weights of its smallest validation loss. A
    /// label counts in fractions of its largest value in its own set's training part. Transfer::None computes the
    /// standardisation from the training parts, the other kinds keep the loaded values. Cancelled keeps the best
    /// weights so far.
    [[nodiscard]] Result<FitReport> fit(std::span<const SettingData> sets, const ResidualPlan& plan, Transfer transfer,
                                        const EpochObserver& observer = {}, const JobContext& job = {});
    /// InvalidInput where the features or the setting have another number.
    [[nodiscard]] Result<std::vector<GraphPrediction>> predict(const predict::Batch& batch,
                                                               std::span<const double> setting = {}) const;

private:
    struct State;
    explicit ResidualModel(std::unique_ptr<State> state);
    std::unique_ptr<State> m_state;
};

} // namespace millrace::graphs
