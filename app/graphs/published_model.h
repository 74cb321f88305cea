// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "app/graphs/fit.h"
#include "app/graphs/network_shape.h"
#include "app/graphs/transfer.h"
#include "core/base/job.h"
#include "core/base/result.h"
#include "core/predict/dataset.h"
#include "core/predict/tensor.h"

#include <cstdint>
#include <memory>

namespace millrace::graphs {

/// A network of Driple (Yang et al., Proc. ACM Meas. Anal. Comput. Syst. 6(2), 29, 2022) as its authors' code computes
/// it, defects included: features not normalised, labels divided by the largest of the training part, batches always in
/// the same order. Not thread-safe; all random numbers are drawn from torch's global generator while create() runs.
class PublishedModel
{
public:
    /// Draws weights. Same seed, libtorch, BLAS and processor: same bits. InvalidInput for a shape that cannot be.
    [[nodiscard]] static Result<PublishedModel> create(const PublishedShape& shape, Transfer transfer,
                                                       std::uint64_t seed);
    PublishedModel(PublishedModel&& other) noexcept;
    PublishedModel& operator=(PublishedModel&& other) noexcept;
    ~PublishedModel();

    /// Takes weights with the names of the published checkpoint. A missing conv_layers.2 becomes a copy of
    /// conv_layers.1 for Transfer::LastLayers and keeps its drawn weights for Transfer::ReadOut. InvalidInput for a
    /// missing or additional name and for another shape.
    [[nodiscard]] Result<void> load(const predict::NamedTensors& weights);
    [[nodiscard]] predict::NamedTensors weights() const;

    /// Trains on set.of(Part::Train) with Adam, and ends with the weights of the smallest validation loss. Cancelled
    /// keeps those of the best epoch so far. Before the first epoch the loss counts as infinite.
    [[nodiscard]] Result<FitReport> fit(const predict::DataSet& set, const FitPlan& plan,
                                        const EpochObserver& observer = {}, const JobContext& job = {});
    /// Returns [B, 12] in fractions of the largest labels of the training part.
    [[nodiscard]] Result<std::vector<float>> outputs(const predict::Batch& batch) const;
    /// Node states [B, N, hidden] after the first message layer and after the GRU that follows.
    struct FirstStep
    {
        std::vector<float> message;
        std::vector<float> state;
    };
    [[nodiscard]] Result<FirstStep> firstStep(const predict::Batch& batch) const;

private:
    struct State;
    explicit PublishedModel(std::unique_ptr<State> state);
    std::unique_ptr<State> m_state;
};

} // namespace millrace::graphs
