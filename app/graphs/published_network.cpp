// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/graphs/published_network.h"

#include "core/predict/metric.h"

namespace millrace::graphs {

namespace {

/// Set2Set and the linear layers under the names of the checkpoint.
class ReadOut : public torch::nn::Module
{
public:
    explicit ReadOut(const PublishedShape& shape)
    {
        set2set = register_module("set2set", std::make_shared<Set2Set>(shape.hidden));
        const std::vector<int> sizes{2 * shape.hidden, shape.hidden, shape.hidden,
                                     static_cast<int>(predict::metricCount)};
        stack =
            register_module("mlp", std::make_shared<ConnectedStack>(sizes, Activation::Relu, Activation::LeakyRelu));
    }
    std::shared_ptr<Set2Set> set2set;
    std::shared_ptr<ConnectedStack> stack;
};

} // namespace

PublishedNetwork::PublishedNetwork(const PublishedShape& shape, LastLayer lastLayer)
    : m_shape(shape), m_lastLayer(lastLayer)
{
    m_gru = register_module("gru", std::make_shared<GruStep>(shape.hidden));
    auto list = register_module("conv_layers", std::make_shared<torch::nn::ModuleListImpl>());
    for (int i = 0; i < (lastLayer == LastLayer::None ? 2 : 3); ++i) {
        m_layers.push_back(makeMessageLayer(shape.layer, i == 0 ? shape.features : shape.hidden, shape.hidden));
        list->push_back(m_layers.back());
    }
    auto readOut = register_module("graph_read_out", std::make_shared<ReadOut>(shape));
    m_set2set = readOut->set2set;
    m_stack = readOut->stack;
}

std::pair<torch::Tensor, torch::Tensor> PublishedNetwork::firstStep(const torch::Tensor& features,
                                                                    const torch::Tensor& graph)
{
    auto message = m_layers[0]->forward(features, graph);
    auto state = m_gru->forward(features, message);
    return {std::move(message), std::move(state)};
}

int PublishedNetwork::stepsFor(const torch::Tensor& states) const
{
    return layersFor(m_shape.depth, static_cast<int>(states.size(1)));
}

torch::Tensor PublishedNetwork::firstHalf(const torch::Tensor& features, const torch::Tensor& graph)
{
    auto states = firstStep(features, graph).second;
    for (int i = 1; i < (stepsFor(states) + 1) / 2; ++i)
        states = m_gru->forward(states, m_layers[1]->forward(states, graph));
    return states;
}

torch::Tensor PublishedNetwork::secondHalf(torch::Tensor states, const torch::Tensor& graph)
{
    const auto& layer = m_layers[m_lastLayer == LastLayer::SecondHalf ? 2 : 1];
    const int steps = stepsFor(states);
    for (int i = (steps + 1) / 2; i < steps; ++i)
        states = m_gru->forward(states, layer->forward(states, graph));
    return m_set2set->forward(states,
                              m_shape.set2setSteps > 0 ? m_shape.set2setSteps : static_cast<int>(states.size(1)));
}

torch::Tensor PublishedNetwork::embed(const torch::Tensor& features, const torch::Tensor& graph)
{
    return secondHalf(firstHalf(features, graph), graph);
}

void PublishedNetwork::copyMiddleToLast()
{
    const torch::NoGradGuard guard;
    const auto from = m_layers[1]->parameters();
    const auto to = m_layers.back()->parameters();
    for (std::size_t i = 0; i < to.size(); ++i)
        to[i].copy_(from[i]);
}

torch::Tensor PublishedNetwork::readOut(const torch::Tensor& embeddings)
{
    return m_stack->forward(embeddings);
}

torch::Tensor PublishedNetwork::forward(const torch::Tensor& features, const torch::Tensor& graph)
{
    return readOut(embed(features, graph));
}

} // namespace millrace::graphs
