// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/graphs/residual_data.h"

#include "app/graphs/graph_statistics.h"
#include "app/graphs/residual_network.h"
#include "app/graphs/tensors.h"

#include <cmath>
#include <map>

namespace millrace::graphs {

namespace {

constexpr double smallestLabel = 1e-9;
constexpr double mostDeviations = 5;
constexpr double mostOutput = 8; ///< deviations; exp() stays finite

torch::Tensor rowsOf(const torch::Tensor& tensor)
{
    return tensor.reshape({-1, tensor.size(-1)});
}

} // namespace

Normalisation::Normalisation(int nodeInputs, int statistics)
    : m_nodes(addScale("nodes", nodeInputs)), m_statistics(addScale("statistics", statistics)),
      m_labels(addScale("labels", static_cast<int>(predict::metricCount)))
{
}

Normalisation::Scale Normalisation::addScale(const std::string& name, int width)
{
    // Parameters without gradients: their names and shapes are checked like those of weights.
    return {register_parameter(name + "_mean", torch::zeros({width}), false),
            register_parameter(name + "_deviation", torch::ones({width}), false)};
}

void Normalisation::Scale::compute(const torch::Tensor& rows)
{
    const torch::NoGradGuard guard;
    mean.copy_(rows.mean(0));
    const auto spread = torch::std(rows, 0, rows.size(0) > 1);
    // A column that is constant in the training part, as a setting may be, stays as it is.
    deviation.copy_(torch::where(spread > 1e-6, spread, torch::ones_like(spread)));
}

void Normalisation::compute(const torch::Tensor& nodes, const torch::Tensor& statistics, const torch::Tensor& labels)
{
    m_nodes.compute(rowsOf(nodes));
    if (statistics.size(1) > 0)
        m_statistics.compute(statistics);
    m_labels.compute(torch::log(labels.clamp_min(smallestLabel)));
}

torch::Tensor Normalisation::nodes(const torch::Tensor& raw) const
{
    return m_nodes.apply(raw);
}

torch::Tensor Normalisation::statistics(const torch::Tensor& raw) const
{
    return m_statistics.apply(raw).clamp(-mostDeviations, mostDeviations);
}

torch::Tensor Normalisation::labels(const torch::Tensor& raw) const
{
    return m_labels.apply(torch::log(raw.clamp_min(smallestLabel)));
}

torch::Tensor Normalisation::values(const torch::Tensor& outputs) const
{
    return torch::exp(outputs.clamp(-mostOutput, mostOutput) * m_labels.deviation + m_labels.mean);
}

GraphGroup GraphGroup::pick(const torch::Tensor& indices) const
{
    return {nodes.index_select(0, indices), walk.index_select(0, indices), statistics.index_select(0, indices),
            labels.index_select(0, indices), maxima.index_select(0, indices)};
}

GraphGroup groupOf(const predict::Batch& batch, std::span<const double> settings, bool statistics)
{
    const auto graphs = static_cast<std::int64_t>(batch.graphs);
    std::vector<float> nodes;
    std::vector<float> ofGraph;
    for (std::size_t graph = 0; graph < batch.graphs; ++graph) {
        const GraphInputs inputs = graphInputs(batch, graph);
        nodes.insert(nodes.end(), inputs.nodes.begin(), inputs.nodes.end());
        if (statistics)
            ofGraph.insert(ofGraph.end(), inputs.statistics.begin(), inputs.statistics.end());
        for (const double setting : settings)
            ofGraph.push_back(static_cast<float>(std::log1p(setting)));
    }
    const auto labels = labelTensor(batch);
    return {torch::tensor(nodes).reshape({graphs, static_cast<std::int64_t>(batch.nodes), -1}),
            walkMatrix(adjacencyTensor(batch)),
            ofGraph.empty() ? torch::zeros({graphs, 0}) : torch::tensor(ofGraph).reshape({graphs, -1}), labels,
            torch::ones_like(labels)};
}

std::vector<GraphGroup> groupsOf(std::span<const SettingData> sets, predict::Part part, bool statistics)
{
    std::map<std::size_t, std::vector<GraphGroup>> bySize;
    for (const SettingData& data : sets) {
        const auto maxima = predict::labelMaxima(*data.set);
        const std::vector<float> floats(maxima.begin(), maxima.end());
        for (const predict::Batch& batch : data.set->of(part)) {
            auto group = groupOf(batch, data.setting, statistics);
            group.maxima = group.maxima * torch::tensor(floats);
            bySize[batch.nodes].push_back(std::move(group));
        }
    }
    std::vector<GraphGroup> result;
    for (const auto& [nodes, groups] : bySize) {
        const auto join = [&groups](torch::Tensor GraphGroup::*member) {
            std::vector<torch::Tensor> parts;
            for (const GraphGroup& group : groups)
                parts.push_back(group.*member);
            return torch::cat(parts, 0);
        };
        result.push_back({join(&GraphGroup::nodes), join(&GraphGroup::walk), join(&GraphGroup::statistics),
                          join(&GraphGroup::labels), join(&GraphGroup::maxima)});
    }
    return result;
}

} // namespace millrace::graphs
