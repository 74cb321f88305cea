// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "app/graphs/fit.h"
#include "app/graphs/layers.h"
#include "core/base/job.h"
#include "core/base/result.h"
#include "core/predict/dataset.h"
#include "core/predict/tensor.h"

namespace millrace::graphs {

/// Copies a batch's values into tensors.
[[nodiscard]] torch::Tensor adjacencyTensor(const predict::Batch& batch); ///< [B, N, N]
[[nodiscard]] torch::Tensor featureTensor(const predict::Batch& batch); ///< [B, N, F]
[[nodiscard]] torch::Tensor labelTensor(const predict::Batch& batch); ///< [B, 12]
[[nodiscard]] std::vector<float> toFloats(const torch::Tensor& tensor);

/// Returns the parameters of a network by their names.
[[nodiscard]] predict::NamedTensors namedParameters(const torch::nn::Module& network);
/// Copies the parameters from `tensors`. Names that start with `optional` may be missing; InvalidInput for any other
/// missing name, an additional one, and a wrong shape.
[[nodiscard]] Result<void> loadParameters(torch::nn::Module& network, const predict::NamedTensors& tensors,
                                          std::string_view optional = {});

/// While it exists, the thread computes with 0 instead of numbers below 1e-38, which processors are slow with and which
/// the gradients of a deep network are full of. The losses of the published trainings are the same to all printed
/// digits.
class DenormalsAreZero
{
public:
    DenormalsAreZero() { at::globalContext().setFlushDenormal(true); }
    DenormalsAreZero(const DenormalsAreZero&) = delete;
    DenormalsAreZero& operator=(const DenormalsAreZero&) = delete;
    ~DenormalsAreZero() { at::globalContext().setFlushDenormal(false); }
};

/// Weights to go back to.
class Snapshot
{
public:
    void take(const torch::nn::Module& network);
    void restore(torch::nn::Module& network) const;

private:
    std::vector<torch::Tensor> m_values;
};

/// What differs between trainings: the steps of an epoch and the loss on data that is not trained on.
struct Epochs
{
    std::function<void(EpochLoss&)> train; ///< sets `train` and `steps`
    std::function<double()> validate;
};

/// Runs epochs until plan.epochs or plan.patience; ends with the weights of the best one. Cancelled ends likewise.
[[nodiscard]] Result<FitReport> runEpochs(torch::nn::Module& network, const FitPlan& plan, const Epochs& epochs,
                                          const EpochObserver& observer, const JobContext& job);

/// Runs a function that uses libtorch; what it throws becomes an Error: out of memory, or Internal with the text.
template <typename Function>
auto guarded(Function function) -> decltype(function())
{
    try {
        return function();
    } catch (const c10::Error& error) {
        return fail(ErrorCode::Internal, std::string("libtorch: ") + error.what_without_backtrace());
    } catch (const std::exception& error) {
        return fail(ErrorCode::Internal, std::string("libtorch: ") + error.what());
    }
}

} // namespace millrace::graphs
