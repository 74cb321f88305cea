// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/graphs/tensors.h"

#include <ctime>
#include <fmt/format.h>
#include <limits>
#include <set>

namespace millrace::graphs {

namespace {

torch::Tensor copyOf(const std::vector<float>& values, const std::vector<std::int64_t>& shape)
{
    // from_blob takes a pointer to non-const; the values are copied at once.
    return torch::from_blob(const_cast<float*>(values.data()), shape, torch::kFloat).clone();
}

std::int64_t size(std::size_t value)
{
    return static_cast<std::int64_t>(value);
}

} // namespace

double processorSeconds()
{
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

torch::Tensor adjacencyTensor(const predict::Batch& batch)
{
    return copyOf(batch.adjacency, {size(batch.graphs), size(batch.nodes), size(batch.nodes)});
}

torch::Tensor featureTensor(const predict::Batch& batch)
{
    return copyOf(batch.features, {size(batch.graphs), size(batch.nodes), size(batch.nodeFeatures)});
}

torch::Tensor labelTensor(const predict::Batch& batch)
{
    return copyOf(batch.labels, {size(batch.graphs), size(predict::metricCount)});
}

std::vector<float> toFloats(const torch::Tensor& tensor)
{
    const auto values = tensor.detach().contiguous();
    return {values.data_ptr<float>(), values.data_ptr<float>() + values.numel()};
}

predict::NamedTensors namedParameters(const torch::nn::Module& network)
{
    predict::NamedTensors tensors;
    for (const auto& item : network.named_parameters()) {
        std::vector<std::size_t> shape;
        for (const auto length : item.value().sizes())
            shape.push_back(static_cast<std::size_t>(length));
        tensors.push_back({item.key(), {std::move(shape), toFloats(item.value())}});
    }
    return tensors;
}

Result<void> loadParameters(torch::nn::Module& network, const predict::NamedTensors& tensors, std::string_view optional)
{
    const torch::NoGradGuard guard;
    std::set<std::string> known;
    for (auto& item : network.named_parameters()) {
        known.insert(item.key());
        const predict::Tensor* const found = predict::findTensor(tensors, item.key());
        if (!found) {
            if (!optional.empty() && item.key().starts_with(optional))
                continue;
            return fail(ErrorCode::InvalidInput, fmt::format("the weights have no tensor \"{}\"", item.key()));
        }
        std::vector<std::int64_t> shape;
        for (const auto length : found->shape)
            shape.push_back(size(length));
        if (!found->floats() || item.value().sizes() != torch::IntArrayRef(shape))
            return fail(ErrorCode::InvalidInput,
                        fmt::format("the weights \"{}\" have another shape than this network", item.key()));
        item.value().copy_(copyOf(*found->floats(), shape));
    }
    for (const auto& [name, tensor] : tensors)
        if (!known.contains(name))
            return fail(ErrorCode::InvalidInput, fmt::format("this network has no weights \"{}\"", name));
    return {};
}

void Snapshot::take(const torch::nn::Module& network)
{
    m_values.clear();
    for (const auto& parameter : network.parameters())
        m_values.push_back(parameter.detach().clone());
}

void Snapshot::restore(torch::nn::Module& network) const
{
    const torch::NoGradGuard guard;
    const auto parameters = network.parameters();
    for (std::size_t i = 0; i < m_values.size(); ++i)
        parameters[i].copy_(m_values[i]);
}

Result<FitReport> runEpochs(torch::nn::Module& network, const FitPlan& plan, const Epochs& epochs,
                            const EpochObserver& observer, const JobContext& job)
{
    const double begin = processorSeconds();
    FitReport report;
    report.bestValidation = std::numeric_limits<double>::infinity();
    Snapshot best;
    best.take(network);
    for (int epoch = 1; epoch <= plan.epochs; ++epoch) {
        EpochLoss loss{0, epoch, 0, 0, {}};
        network.train();
        epochs.train(loss);
        if (job.cancelled()) {
            best.restore(network);
            return fail(ErrorCode::Cancelled, "the training was cancelled");
        }
        network.eval();
        loss.validation = epochs.validate();
        if (!std::isfinite(loss.validation))
            return fail(ErrorCode::InvalidInput,
                        fmt::format("the loss of epoch {} is not finite; use a smaller learning rate", epoch));
        if (loss.validation < report.bestValidation) {
            report.bestValidation = loss.validation;
            report.bestEpoch = epoch;
            best.take(network);
        }
        if (observer)
            observer(loss);
        report.epochs.push_back(std::move(loss));
        job.progress(epoch, plan.epochs, "training");
        if (epoch - report.bestEpoch >= plan.patience && epoch < plan.epochs) {
            report.stoppedEarly = true;
            break;
        }
    }
    best.restore(network);
    network.eval();
    report.cpuSeconds = processorSeconds() - begin;
    return report;
}

} // namespace millrace::graphs
