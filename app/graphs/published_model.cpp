// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/graphs/published_model.h"

#include "app/graphs/published_network.h"
#include "app/graphs/tensors.h"

#include <fmt/format.h>

namespace millrace::graphs {

namespace {

/// A batch as the network reads it. What is trained decides how far its values are computed beforehand.
struct ReadyBatch
{
    torch::Tensor values; ///< features, states after the first half, or embeddings
    torch::Tensor graph;
    torch::Tensor labels; ///< in fractions of the maxima
};

LastLayer lastLayerOf(Transfer transfer)
{
    switch (transfer) {
    case Transfer::ReadOut: return LastLayer::Unused;
    case Transfer::LastLayers: return LastLayer::SecondHalf;
    default: return LastLayer::None;
    }
}

} // namespace

struct PublishedModel::State
{
    Transfer transfer;
    std::shared_ptr<PublishedNetwork> network;

    torch::Tensor run(const ReadyBatch& batch) const
    {
        switch (transfer) {
        case Transfer::ReadOut: return network->readOut(batch.values);
        case Transfer::LastLayers: return network->readOut(network->secondHalf(batch.values, batch.graph));
        default: return network->forward(batch.values, batch.graph);
        }
    }

    ReadyBatch ready(const predict::Batch& batch, const torch::Tensor& maxima) const
    {
        const torch::NoGradGuard guard;
        ReadyBatch result{featureTensor(batch), prepareAdjacency(network->shape().layer, adjacencyTensor(batch)),
                          labelTensor(batch) / maxima};
        if (transfer == Transfer::ReadOut)
            result.values = network->embed(result.values, result.graph);
        if (transfer == Transfer::LastLayers)
            result.values = network->firstHalf(result.values, result.graph);
        return result;
    }

    std::vector<torch::Tensor> trained() const
    {
        if (transfer == Transfer::None || transfer == Transfer::Everything)
            return network->parameters();
        auto parameters = network->readOutParameters();
        if (transfer == Transfer::LastLayers)
            for (const auto& parameter : network->lastLayerParameters())
                parameters.push_back(parameter);
        return parameters;
    }

    double loss(const std::vector<ReadyBatch>& batches) const
    {
        const torch::NoGradGuard guard;
        double sum = 0;
        for (const ReadyBatch& batch : batches)
            sum += torch::mse_loss(run(batch), batch.labels).item<float>();
        return batches.empty() ? 0 : sum / static_cast<double>(batches.size());
    }

    PartLosses losses(const std::array<std::vector<ReadyBatch>, 3>& parts) const
    {
        return {loss(parts[0]), loss(parts[1]), loss(parts[2])};
    }

    Result<void> check(const predict::Batch& batch) const
    {
        if (batch.graphs > 0 && batch.nodes > 0 && static_cast<int>(batch.nodeFeatures) == network->shape().features)
            return {};
        return fail(ErrorCode::InvalidInput,
                    fmt::format("the network reads {} features per node, the data set has {}",
                                network->shape().features, batch.nodeFeatures));
    }
};

namespace {

torch::Tensor maximaTensor(const predict::DataSet& set)
{
    auto maxima = torch::ones({static_cast<std::int64_t>(predict::metricCount)});
    const auto values = predict::labelMaxima(set);
    for (std::size_t i = 0; i < values.size(); ++i)
        maxima[static_cast<std::int64_t>(i)] = static_cast<float>(values[i]);
    return maxima;
}

} // namespace

PublishedModel::PublishedModel(std::unique_ptr<State> state) : m_state(std::move(state)) { }
PublishedModel::PublishedModel(PublishedModel&& other) noexcept = default;
PublishedModel& PublishedModel::operator=(PublishedModel&& other) noexcept = default;
PublishedModel::~PublishedModel() = default;

Result<PublishedModel> PublishedModel::create(const PublishedShape& shape, Transfer transfer, std::uint64_t seed)
{
    if (shape.features < 1 || shape.features > 1024 || shape.hidden < 4 || shape.hidden > 4096 || shape.hidden % 4 != 0)
        return fail(ErrorCode::InvalidInput,
                    "a network has 1 to 1024 features and 4 to 4096 hidden values, a multiple of 4");
    if (shape.layer == LayerKind::Mpnn && shape.features == shape.hidden)
        return fail(ErrorCode::InvalidInput, "an MPNN needs more hidden values than features");
    if (shape.set2setSteps < 0 || shape.set2setSteps > 10000)
        return fail(ErrorCode::InvalidInput, "Set2Set takes 0 to 10000 steps");
    MR_CHECK(parseDepth(shape.depth.rule));
    return guarded([&]() -> Result<PublishedModel> {
        torch::manual_seed(seed);
        auto network = std::make_shared<PublishedNetwork>(shape, lastLayerOf(transfer));
        return PublishedModel(std::make_unique<State>(State{transfer, std::move(network)}));
    });
}

Result<void> PublishedModel::load(const predict::NamedTensors& weights)
{
    return guarded([&]() -> Result<void> {
        constexpr std::string_view last = "conv_layers.2.";
        const bool present =
            std::ranges::any_of(weights, [&](const auto& each) { return each.name.starts_with(last); });
        MR_CHECK(loadParameters(*m_state->network, weights, present ? std::string_view() : last));
        if (!present && m_state->transfer == Transfer::LastLayers)
            m_state->network->copyMiddleToLast();
        return {};
    });
}

predict::NamedTensors PublishedModel::weights() const
{
    return namedParameters(*m_state->network);
}

Result<FitReport> PublishedModel::fit(const predict::DataSet& set, const FitPlan& plan, const EpochObserver& observer,
                                      const JobContext& job)
{
    MR_CHECK(predict::check(set));
    if (set.of(predict::Part::Validation).empty())
        return fail(ErrorCode::InvalidInput, fmt::format("data set {} has no validation part", set.name));
    MR_CHECK(m_state->check(set.of(predict::Part::Train).front()));
    return guarded([&]() -> Result<FitReport> {
        const auto maxima = maximaTensor(set);
        const DenormalsAreZero fast;
        std::array<std::vector<ReadyBatch>, 3> ready;
        for (const auto part : predict::parts)
            for (const auto& batch : set.of(part)) {
                if (job.cancelled())
                    return fail(ErrorCode::Cancelled, "the training was cancelled");
                ready[static_cast<std::size_t>(part)].push_back(m_state->ready(batch, maxima));
            }
        torch::optim::Adam adam(m_state->trained(),
                                torch::optim::AdamOptions(plan.learningRate).weight_decay(plan.weightDecay));
        Epochs epochs;
        epochs.train = [&](EpochLoss& loss) {
            for (const ReadyBatch& batch : ready[0]) {
                if (job.cancelled())
                    return;
                adam.zero_grad();
                const auto error = torch::mse_loss(m_state->run(batch), batch.labels);
                error.backward();
                adam.step();
                loss.steps.push_back(error.item<float>());
            }
            loss.train = loss.steps.back();
        };
        epochs.validate = [&] { return m_state->loss(ready[1]); };
        const auto before = m_state->transfer == Transfer::None ? PartLosses{} : m_state->losses(ready);
        MR_TRY(report, runEpochs(*m_state->network, plan, epochs, observer, job));
        report.before = before;
        report.after = m_state->losses(ready);
        return report;
    });
}

Result<std::vector<float>> PublishedModel::outputs(const predict::Batch& batch) const
{
    MR_CHECK(m_state->check(batch));
    return guarded([&]() -> Result<std::vector<float>> {
        const torch::NoGradGuard guard;
        const auto graph = prepareAdjacency(m_state->network->shape().layer, adjacencyTensor(batch));
        return toFloats(m_state->network->forward(featureTensor(batch), graph));
    });
}

Result<PublishedModel::FirstStep> PublishedModel::firstStep(const predict::Batch& batch) const
{
    MR_CHECK(m_state->check(batch));
    return guarded([&]() -> Result<FirstStep> {
        const torch::NoGradGuard guard;
        const auto graph = prepareAdjacency(m_state->network->shape().layer, adjacencyTensor(batch));
        const auto [message, state] = m_state->network->firstStep(featureTensor(batch), graph);
        return FirstStep{toFloats(message), toFloats(state)};
    });
}

} // namespace millrace::graphs
