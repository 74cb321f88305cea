// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/graphs/residual_network.h"

#include "core/predict/metric.h"

namespace millrace::graphs {

torch::Tensor walkMatrix(const torch::Tensor& adjacency)
{
    const auto own = adjacency + torch::eye(adjacency.size(1)).unsqueeze(0);
    return own / own.sum(2, true);
}

ResidualTrunk::ResidualTrunk(const ResidualShape& shape, int nodeInputs) : m_shape(shape)
{
    if (shape.layers == 0)
        return;
    m_input = register_module("input", torch::nn::Linear(nodeInputs, shape.hidden));
    for (int i = 0; i <= shape.layers; ++i) {
        const std::string number = std::to_string(i);
        m_norms.push_back(
            register_module("norm" + number, torch::nn::LayerNorm(torch::nn::LayerNormOptions({shape.hidden}))));
        if (i == shape.layers)
            break;
        m_inner.push_back(register_module("inner" + number, torch::nn::Linear(2 * shape.hidden, shape.hidden)));
        m_outer.push_back(register_module("outer" + number, torch::nn::Linear(shape.hidden, shape.hidden)));
    }
    if (shape.pooling == Pooling::Set2Set)
        m_set2set = register_module("set2set", std::make_shared<Set2Set>(shape.hidden));
}

torch::Tensor ResidualTrunk::runLayers(torch::Tensor states, const torch::Tensor& walk, std::size_t begin,
                                       std::size_t end)
{
    for (std::size_t i = begin; i < end; ++i) {
        const auto own = m_norms[i]->forward(states);
        const auto both = torch::cat({own, torch::matmul(walk, own)}, 2);
        states = states + m_outer[i]->forward(torch::gelu(m_inner[i]->forward(both)));
    }
    return states;
}

torch::Tensor ResidualTrunk::firstHalf(const torch::Tensor& nodes, const torch::Tensor& walk)
{
    return m_inner.empty() ? nodes : runLayers(m_input->forward(nodes), walk, 0, m_inner.size() / 2);
}

torch::Tensor ResidualTrunk::secondHalf(torch::Tensor states, const torch::Tensor& walk)
{
    if (m_inner.empty())
        return torch::zeros({states.size(0), 0});
    states = m_norms.back()->forward(runLayers(std::move(states), walk, m_inner.size() / 2, m_inner.size()));
    switch (m_shape.pooling) {
    case Pooling::Statistics: {
        // Unbiased deviation of one node is not a number.
        const auto spread = torch::std(states, 1, states.size(1) > 1);
        return torch::cat({states.mean(1), states.amax(1), spread}, 1);
    }
    case Pooling::Sum: return states.sum(1);
    case Pooling::Set2Set: return m_set2set->forward(states, m_shape.set2setSteps);
    }
    return states;
}

int ResidualTrunk::pooledWidth() const noexcept
{
    if (m_shape.layers == 0)
        return 0;
    switch (m_shape.pooling) {
    case Pooling::Statistics: return 3 * m_shape.hidden;
    case Pooling::Sum: return m_shape.hidden;
    case Pooling::Set2Set: return 2 * m_shape.hidden;
    }
    return 0;
}

std::vector<torch::Tensor> ResidualTrunk::secondHalfParameters() const
{
    std::vector<torch::Tensor> result;
    const auto add = [&result](const torch::nn::Module& module) {
        for (const auto& parameter : module.parameters())
            result.push_back(parameter);
    };
    for (std::size_t i = m_inner.size() / 2; i < m_norms.size(); ++i)
        add(*m_norms[i]);
    for (std::size_t i = m_inner.size() / 2; i < m_inner.size(); ++i) {
        add(*m_inner[i]);
        add(*m_outer[i]);
    }
    if (m_set2set)
        add(*m_set2set);
    return result;
}

ResidualReadOut::ResidualReadOut(const ResidualShape& shape, int pooled, int statistics)
    : m_readsPooled(pooled > 0), m_readsStatistics(statistics > 0)
{
    constexpr int outputs = static_cast<int>(predict::metricCount);
    m_first = register_module("first", torch::nn::Linear(pooled + statistics, shape.readOutWidth));
    m_second = register_module("second", torch::nn::Linear(shape.readOutWidth, shape.readOutWidth));
    m_last = register_module("last", torch::nn::Linear(shape.readOutWidth, outputs));
    if (m_readsStatistics)
        m_direct = register_module("direct", torch::nn::Linear(statistics, outputs));
    m_dropout = register_module("dropout", torch::nn::Dropout(shape.dropout));
}

torch::Tensor ResidualReadOut::forward(const torch::Tensor& pooled, const torch::Tensor& statistics)
{
    std::vector<torch::Tensor> read;
    if (m_readsPooled)
        read.push_back(pooled);
    if (m_readsStatistics)
        read.push_back(statistics);
    auto x = m_dropout->forward(torch::cat(read, 1));
    x = m_dropout->forward(torch::gelu(m_first->forward(x)));
    x = m_last->forward(m_dropout->forward(torch::gelu(m_second->forward(x))));
    return m_readsStatistics ? x + m_direct->forward(statistics) : x;
}

} // namespace millrace::graphs
