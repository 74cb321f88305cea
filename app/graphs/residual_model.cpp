// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/graphs/residual_model.h"

#include "app/graphs/graph_statistics.h"
#include "app/graphs/residual_data.h"
#include "app/graphs/residual_network.h"
#include "app/graphs/tensors.h"

#include <cmath>
#include <fmt/format.h>
#include <numbers>

namespace millrace::graphs {

namespace {

/// Learning rate of a step, as a fraction of the largest.
double scheduled(std::int64_t step, std::int64_t steps)
{
    const double done = (static_cast<double>(step) + 0.5) / static_cast<double>(steps);
    constexpr double rising = 0.1;
    if (done < rising)
        return done / rising;
    return 0.5 * (1 + std::cos(std::numbers::pi * (done - rising) / (1 - rising)));
}

/// All indices of the groups in random order, `batch` at a time from one group.
std::vector<std::pair<std::size_t, torch::Tensor>> shuffledBatches(const std::vector<GraphGroup>& groups, int batch)
{
    std::vector<std::pair<std::size_t, torch::Tensor>> ordered;
    for (std::size_t g = 0; g < groups.size(); ++g)
        for (const auto& indices : torch::randperm(groups[g].size(), torch::kLong).split(batch))
            ordered.emplace_back(g, indices);
    const auto order = torch::randperm(static_cast<std::int64_t>(ordered.size()), torch::kLong);
    std::vector<std::pair<std::size_t, torch::Tensor>> result;
    for (std::size_t i = 0; i < ordered.size(); ++i)
        result.push_back(ordered[static_cast<std::size_t>(order[static_cast<std::int64_t>(i)].item<std::int64_t>())]);
    return result;
}

using PartGroups = std::array<std::vector<GraphGroup>, 3>;

} // namespace

struct ResidualModel::State : torch::nn::Module
{
    ResidualShape shape;
    std::uint64_t seed = 0;
    std::shared_ptr<Normalisation> normalisation;
    std::shared_ptr<ResidualTrunk> trunk;
    std::vector<std::shared_ptr<ResidualReadOut>> readOuts;

    State(const ResidualShape& ofShape, std::uint64_t ofSeed) : shape(ofShape), seed(ofSeed)
    {
        torch::manual_seed(seed);
        const auto features = static_cast<std::size_t>(shape.features);
        const int nodeInputs = static_cast<int>(nodeInputCount(features));
        const int statistics =
            (shape.statistics ? static_cast<int>(statisticNames(features).size()) : 0) + shape.settings;
        normalisation = register_module("normalisation", std::make_shared<Normalisation>(nodeInputs, statistics));
        trunk = register_module("trunk", std::make_shared<ResidualTrunk>(shape, nodeInputs));
        for (int i = 0; i < shape.members; ++i)
            readOuts.push_back(
                register_module(fmt::format("readout{}", i),
                                std::make_shared<ResidualReadOut>(shape, trunk->pooledWidth(), statistics)));
    }

    void standardise(GraphGroup& group) const
    {
        group.nodes = normalisation->nodes(group.nodes);
        group.statistics = normalisation->statistics(group.statistics);
    }

    /// Mean over the ensemble, in fractions of the maxima, for groups with pooled values.
    PartLosses losses(const PartGroups& parts) const
    {
        const torch::NoGradGuard guard;
        PartLosses result{};
        for (std::size_t part = 0; part < parts.size(); ++part) {
            double sum = 0;
            std::int64_t graphs = 0;
            for (const GraphGroup& group : parts[part]) {
                auto mean = torch::zeros_like(group.labels);
                for (const auto& readOut : readOuts)
                    mean += normalisation->values(readOut->forward(group.nodes, group.statistics));
                mean /= static_cast<double>(readOuts.size());
                sum += torch::mse_loss(mean / group.maxima, group.labels / group.maxima).item<double>()
                    * static_cast<double>(group.size());
                graphs += group.size();
            }
            result[part] = graphs > 0 ? sum / static_cast<double>(graphs) : 0;
        }
        return result;
    }

    Result<void> check(std::size_t features, std::size_t settings) const
    {
        if (static_cast<int>(features) != shape.features)
            return fail(
                ErrorCode::InvalidInput,
                fmt::format("the network reads {} features per node, the data set has {}", shape.features, features));
        if (static_cast<int>(settings) != shape.settings)
            return fail(ErrorCode::InvalidInput,
                        fmt::format("the network reads a setting of {} values, found {}", shape.settings, settings));
        return {};
    }
};

namespace {

/// Replaces the nodes of groups by what a trunk makes of them.
template <typename Function>
void computeNodes(PartGroups& parts, const Function& function)
{
    const torch::NoGradGuard guard;
    for (auto& groups : parts)
        for (GraphGroup& group : groups) {
            std::vector<torch::Tensor> pieces; // of a size that fits into the processor's cache
            for (const auto& indices : torch::arange(group.size(), torch::kLong).split(32)) {
                const GraphGroup piece = group.pick(indices);
                pieces.push_back(function(piece.nodes, piece.walk));
            }
            group.nodes = torch::cat(pieces, 0);
        }
}

/// One training: of a readout alone, or with some of the trunk in front of it.
struct MemberFit
{
    const Normalisation& normalisation;
    const ResidualPlan& plan;
    const PartGroups& parts;
    std::function<torch::Tensor(const GraphGroup&)> outputs;
    std::vector<torch::Tensor> parameters;

    /// Runs the epochs; `network` is what the parameters are of.
    Result<FitReport> run(torch::nn::Module& network, const EpochObserver& observer, const JobContext& job) const
    {
        torch::optim::AdamW adam(parameters,
                                 torch::optim::AdamWOptions(plan.fit.learningRate).weight_decay(plan.fit.weightDecay));
        std::int64_t step = 0;
        Epochs epochs;
        epochs.train = [&](EpochLoss& loss) {
            const auto batches = shuffledBatches(parts[0], plan.batch);
            const auto steps = static_cast<std::int64_t>(batches.size()) * plan.fit.epochs;
            for (const auto& [group, indices] : batches) {
                if (job.cancelled())
                    return;
                for (auto& each : adam.param_groups())
                    static_cast<torch::optim::AdamWOptions&>(each.options())
                        .lr(plan.fit.learningRate * scheduled(step, steps));
                ++step;
                const GraphGroup batch = parts[0][group].pick(indices);
                adam.zero_grad();
                const auto out = outputs(batch);
                const auto error =
                    torch::mse_loss(normalisation.values(out) / batch.maxima, batch.labels / batch.maxima);
                const auto total = error + plan.logWeight * torch::mse_loss(out, normalisation.labels(batch.labels));
                total.backward();
                torch::nn::utils::clip_grad_norm_(parameters, 1.0);
                adam.step();
                loss.steps.push_back(error.item<float>());
            }
            for (const double value : loss.steps)
                loss.train += value / static_cast<double>(loss.steps.size());
        };
        epochs.validate = [&] {
            const torch::NoGradGuard guard;
            double sum = 0;
            double graphs = 0;
            for (const GraphGroup& group : parts[1]) {
                const auto values = normalisation.values(outputs(group));
                sum += torch::mse_loss(values / group.maxima, group.labels / group.maxima).item<double>()
                    * static_cast<double>(group.size());
                graphs += static_cast<double>(group.size());
            }
            return sum / graphs;
        };
        return runEpochs(network, plan.fit, epochs, observer, job);
    }
};

Result<void> checkShape(const ResidualShape& shape)
{
    const auto within = [](int value, int least, int most) { return value >= least && value <= most; };
    if (!within(shape.features, 1, 1024) || !within(shape.settings, 0, 1024) || !within(shape.layers, 0, 16)
        || !within(shape.hidden, 1, 1024) || !within(shape.readOutWidth, 1, 4096) || !within(shape.members, 1, 100)
        || !within(shape.set2setSteps, 1, 100) || !(shape.dropout >= 0 && shape.dropout < 1))
        return fail(
            ErrorCode::InvalidInput,
            "a network has 1 to 1024 features, 0 to 16 layers of 1 to 1024 values, a readout of 1 to 4096 values, 1 to "
            "100 members, 1 to 100 steps of Set2Set and a dropout from 0 to below 1");
    if (shape.layers == 0 && !shape.statistics)
        return fail(ErrorCode::InvalidInput, "a network without layers must read the statistics of the graph");
    return {};
}

} // namespace

ResidualModel::ResidualModel(std::unique_ptr<State> state) : m_state(std::move(state)) { }
ResidualModel::ResidualModel(ResidualModel&& other) noexcept = default;
ResidualModel& ResidualModel::operator=(ResidualModel&& other) noexcept = default;
ResidualModel::~ResidualModel() = default;

Result<ResidualModel> ResidualModel::create(const ResidualShape& shape, std::uint64_t seed)
{
    MR_CHECK(checkShape(shape));
    return guarded([&]() -> Result<ResidualModel> { return ResidualModel(std::make_unique<State>(shape, seed)); });
}

const ResidualShape& ResidualModel::shape() const noexcept
{
    return m_state->shape;
}
predict::NamedTensors ResidualModel::weights() const
{
    return namedParameters(*m_state);
}

Result<void> ResidualModel::load(const predict::NamedTensors& weights)
{
    return guarded([&]() -> Result<void> { return loadParameters(*m_state, weights); });
}

Result<FitReport> ResidualModel::fit(std::span<const SettingData> sets, const ResidualPlan& plan, Transfer transfer,
                                     const EpochObserver& observer, const JobContext& job)
{
    if (sets.empty())
        return fail(ErrorCode::InvalidInput, "there is no data set to train on");
    for (const SettingData& data : sets) {
        MR_CHECK(predict::check(*data.set));
        MR_CHECK(m_state->check(data.set->of(predict::Part::Train).front().nodeFeatures, data.setting.size()));
        if (data.set->of(predict::Part::Validation).empty())
            return fail(ErrorCode::InvalidInput, fmt::format("data set {} has no validation part", data.set->name));
    }
    return guarded([&]() -> Result<FitReport> {
        const DenormalsAreZero fast;
        State& state = *m_state;
        torch::manual_seed(state.seed);
        state.eval();
        PartGroups parts;
        for (const auto part : predict::parts)
            parts[static_cast<std::size_t>(part)] = groupsOf(sets, part, state.shape.statistics);
        if (transfer == Transfer::None) {
            std::array<std::vector<torch::Tensor>, 3> rows;
            for (const GraphGroup& group : parts[0]) {
                rows[0].push_back(group.nodes.reshape({-1, group.nodes.size(2)}));
                rows[1].push_back(group.statistics);
                rows[2].push_back(group.labels);
            }
            state.normalisation->compute(torch::cat(rows[0], 0), torch::cat(rows[1], 0), torch::cat(rows[2], 0));
        }
        for (auto& groups : parts)
            for (GraphGroup& group : groups)
                state.standardise(group);

        const auto first = [&](const torch::Tensor& x, const torch::Tensor& walk) {
            return state.trunk->firstHalf(x, walk);
        };
        const auto second = [&](const torch::Tensor& x, const torch::Tensor& walk) {
            return state.trunk->secondHalf(x, walk);
        };
        const auto whole = [&](const torch::Tensor& x, const torch::Tensor& walk) {
            return second(first(x, walk), walk);
        };
        PartLosses before{};
        if (transfer != Transfer::None) {
            PartGroups pooled = parts;
            computeNodes(pooled, whole);
            before = state.losses(pooled);
        }
        FitReport report;
        const bool cached = transfer == Transfer::ReadOut || state.shape.layers == 0;
        if (!cached && transfer == Transfer::LastLayers)
            computeNodes(parts, first);
        if (cached)
            computeNodes(parts, whole);
        for (std::size_t member = 0; member < state.readOuts.size(); ++member) {
            auto& readOut = *state.readOuts[member];
            const bool withTrunk = member == 0 && !cached;
            const bool half = transfer == Transfer::LastLayers;
            MemberFit fit{*state.normalisation, plan, parts, {}, readOut.parameters()};
            fit.outputs = [&, withTrunk, half](const GraphGroup& group) {
                if (!withTrunk)
                    return readOut.forward(group.nodes, group.statistics);
                return readOut.forward(half ? second(group.nodes, group.walk) : whole(group.nodes, group.walk),
                                       group.statistics);
            };
            if (withTrunk)
                for (const auto& each : half ? state.trunk->secondHalfParameters() : state.trunk->parameters())
                    fit.parameters.push_back(each);
            auto& network = withTrunk ? static_cast<torch::nn::Module&>(state) : readOut;
            const auto observe = [&](const EpochLoss& loss) {
                EpochLoss ofMember = loss;
                ofMember.member = static_cast<int>(member);
                report.epochs.push_back(ofMember);
                if (observer)
                    observer(ofMember);
            };
            MR_TRY(one, fit.run(network, observe, job));
            if (member == 0) {
                report.bestEpoch = one.bestEpoch;
                report.bestValidation = one.bestValidation;
            }
            report.stoppedEarly = report.stoppedEarly || one.stoppedEarly;
            report.cpuSeconds += one.cpuSeconds;
            if (withTrunk) {
                state.eval();
                if (half)
                    computeNodes(parts, second);
                else
                    computeNodes(parts, whole);
            }
        }
        state.eval();
        report.before = before;
        report.after = state.losses(parts);
        return report;
    });
}

Result<std::vector<GraphPrediction>> ResidualModel::predict(const predict::Batch& batch,
                                                            std::span<const double> setting) const
{
    MR_CHECK(m_state->check(batch.nodeFeatures, setting.size()));
    return guarded([&]() -> Result<std::vector<GraphPrediction>> {
        const torch::NoGradGuard guard;
        State& state = *m_state;
        state.eval();
        GraphGroup group = groupOf(batch, setting, state.shape.statistics);
        state.standardise(group);
        const auto pooled = state.trunk->secondHalf(state.trunk->firstHalf(group.nodes, group.walk), group.walk);
        std::vector<torch::Tensor> members;
        for (const auto& readOut : state.readOuts)
            members.push_back(state.normalisation->values(readOut->forward(pooled, group.statistics)));
        const auto all = torch::stack(members).to(torch::kDouble).contiguous();
        const auto mean = all.mean(0).contiguous();
        const auto spread = torch::std(all, 0, all.size(0) > 1).contiguous();
        std::vector<GraphPrediction> result(batch.graphs);
        for (std::size_t graph = 0; graph < batch.graphs; ++graph)
            for (std::size_t metric = 0; metric < predict::metricCount; ++metric) {
                result[graph].values[metric] = mean.data_ptr<double>()[graph * predict::metricCount + metric];
                result[graph].spread[metric] = spread.data_ptr<double>()[graph * predict::metricCount + metric];
            }
        return result;
    });
}

} // namespace millrace::graphs
