// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/graphs/layers.h"

#include <cmath>

namespace millrace::graphs {

namespace {

torch::Tensor activate(const torch::Tensor& x, Activation activation)
{
    switch (activation) {
    case Activation::None: return x;
    case Activation::Relu: return torch::relu(x);
    case Activation::LeakyRelu: return torch::leaky_relu(x, 0.01);
    }
    return x;
}

class GcnLayer : public MessageLayer
{
public:
    GcnLayer(int inputs, int outputs)
    {
        const double bound = 1.0 / std::sqrt(static_cast<double>(outputs));
        m_weight = register_parameter("W", torch::empty({inputs, outputs}).uniform_(-bound, bound));
        m_bias = register_parameter("b", torch::empty({outputs}).uniform_(-bound, bound));
    }
    torch::Tensor forward(const torch::Tensor& x, const torch::Tensor& graph) override
    {
        return torch::leaky_relu(torch::matmul(graph, torch::matmul(x, m_weight)) + m_bias, 0.01);
    }

private:
    torch::Tensor m_weight;
    torch::Tensor m_bias;
};

/// Linear layers of (A + (1 + epsilon) I) x (Xu et al., 2019), a ReLU after each, as published.
class GinLayer : public MessageLayer
{
public:
    GinLayer(int inputs, int outputs)
    {
        m_epsilon = register_parameter("epsilon", torch::full({1}, 0.1));
        const std::vector<int> sizes{inputs, std::max(inputs, outputs), outputs};
        m_stack = register_module("post_transformation",
                                  std::make_shared<ConnectedStack>(sizes, Activation::Relu, Activation::Relu));
    }
    torch::Tensor forward(const torch::Tensor& x, const torch::Tensor& graph) override
    {
        const auto self = torch::eye(graph.size(1)).unsqueeze(0) * (1 + m_epsilon);
        return m_stack->forward(torch::matmul(graph + self, x));
    }

private:
    torch::Tensor m_epsilon;
    std::shared_ptr<ConnectedStack> m_stack;
};

/// One attention head. The published code joins the two halves of its node pairs along the rows instead of the columns:
/// with P_r = h[r / N], Q_r = h[r mod N] for r < N², and the 2 N² rows C = P followed by Q, the logit of (i, j) is that
/// of the rows 2 (i N + j) and 2 (i N + j) + 1 of C. Its softmax runs over i. The logit is a sum of one product for
/// each half, so the products are computed once for each node and then picked.
class GatHead : public torch::nn::Module
{
public:
    GatHead(int inputs, int outputs, bool published) : m_published(published)
    {
        m_weight = register_parameter("W", torch::zeros({inputs, outputs}));
        m_attention = register_parameter("a", torch::zeros({2 * outputs, 1}));
        const torch::NoGradGuard guard;
        torch::nn::init::xavier_uniform_(m_weight, 0.1414);
        torch::nn::init::xavier_uniform_(m_attention, 0.1414);
    }

    torch::Tensor forward(const torch::Tensor& x, const torch::Tensor& graph)
    {
        const auto h = torch::matmul(x, m_weight);
        const auto halves = m_attention.view({2, -1});
        const auto first = torch::matmul(h, halves[0]); // [B, N]
        const auto second = torch::matmul(h, halves[1]);
        const auto logits = torch::leaky_relu(
            m_published ? publishedPairs(first, second) : first.unsqueeze(2) + second.unsqueeze(1), 0.2);
        const auto masked = torch::where(graph > 0, logits, torch::full_like(logits, -9e15));
        return torch::elu(torch::matmul(torch::softmax(masked, m_published ? 1 : 2), h));
    }

private:
    static torch::Tensor publishedPairs(const torch::Tensor& first, const torch::Tensor& second)
    {
        const auto n = first.size(1);
        const auto rows = torch::arange(0, 2 * n * n, torch::kLong);
        const auto nodes =
            torch::where(rows < n * n, torch::div(rows, n, "floor"), torch::remainder(rows, n)).view({-1, 2});
        const auto left = first.index_select(1, nodes.select(1, 0).contiguous());
        const auto right = second.index_select(1, nodes.select(1, 1).contiguous());
        return (left + right).view({-1, n, n});
    }

    bool m_published;
    torch::Tensor m_weight;
    torch::Tensor m_attention;
};

class GatLayer : public MessageLayer
{
public:
    GatLayer(int inputs, int outputs, bool published)
    {
        constexpr int heads = 4;
        for (int i = 0; i < heads; ++i)
            m_heads.push_back(register_module("heads_" + std::to_string(i),
                                              std::make_shared<GatHead>(inputs, outputs / heads, published)));
    }
    torch::Tensor forward(const torch::Tensor& x, const torch::Tensor& graph) override
    {
        std::vector<torch::Tensor> parts;
        for (const auto& head : m_heads)
            parts.push_back(head->forward(x, graph));
        return torch::cat(parts, 2);
    }

private:
    std::vector<std::shared_ptr<GatHead>> m_heads;
};

/// Tower of a principal neighbourhood aggregation (Corso et al., 2020) with the one aggregator "sum". Its message is
/// linear in the pair of nodes, so the sum over neighbours j of M [h_i, h_j] is deg_i (M_1 h_i + b) + Σ_j M_2 h_j,
/// which needs no tensor of all pairs.
class MpnnTower : public torch::nn::Module
{
public:
    MpnnTower(int inputs, int outputs) : m_inputs(inputs)
    {
        m_message = register_module(
            "pretrans",
            std::make_shared<ConnectedStack>(std::vector{2 * inputs, inputs}, Activation::None, Activation::None));
        m_update = register_module(
            "posttrans",
            std::make_shared<ConnectedStack>(std::vector{2 * inputs, outputs}, Activation::None, Activation::None));
    }
    torch::Tensor forward(const torch::Tensor& x, const torch::Tensor& graph)
    {
        const auto parameters = m_message->parameters(); // weight, bias
        const auto own = torch::nn::functional::linear(x, parameters[0].slice(1, 0, m_inputs), parameters[1]);
        const auto other = torch::nn::functional::linear(x, parameters[0].slice(1, m_inputs));
        const auto sum = graph.sum(2, true) * own + torch::matmul(graph, other);
        return m_update->forward(torch::cat({x, sum}, 2));
    }

private:
    int m_inputs;
    std::shared_ptr<ConnectedStack> m_message;
    std::shared_ptr<ConnectedStack> m_update;
};

/// Four towers and a mixing layer. Each tower of a layer of `outputs` inputs reads a slice of its own; all towers of
/// the first layer, which has fewer inputs, read all of them.
class MpnnLayer : public MessageLayer
{
public:
    MpnnLayer(int inputs, int outputs) : m_slice(inputs == outputs ? inputs / towers : 0)
    {
        for (int i = 0; i < towers; ++i)
            m_towers.push_back(
                register_module("towers_" + std::to_string(i),
                                std::make_shared<MpnnTower>(m_slice ? m_slice : inputs, outputs / towers)));
        m_mixing = register_module("mixing_network",
                                   std::make_shared<ConnectedLayer>(outputs, outputs, Activation::LeakyRelu));
    }
    torch::Tensor forward(const torch::Tensor& x, const torch::Tensor& graph) override
    {
        std::vector<torch::Tensor> parts;
        for (std::size_t i = 0; i < m_towers.size(); ++i) {
            const auto begin = static_cast<std::int64_t>(i) * m_slice;
            parts.push_back(m_towers[i]->forward(m_slice ? x.slice(2, begin, begin + m_slice) : x, graph));
        }
        return m_mixing->forward(torch::cat(parts, 2));
    }

private:
    static constexpr int towers = 4;
    int m_slice; ///< columns of each tower; 0: all
    std::vector<std::shared_ptr<MpnnTower>> m_towers;
    std::shared_ptr<ConnectedLayer> m_mixing;
};

} // namespace

ConnectedLayer::ConnectedLayer(int inputs, int outputs, Activation activation) : m_activation(activation)
{
    m_linear = register_module("linear", torch::nn::Linear(inputs, outputs));
    const torch::NoGradGuard guard;
    torch::nn::init::xavier_uniform_(m_linear->weight, 1.0 / inputs);
    m_linear->bias.zero_();
}

torch::Tensor ConnectedLayer::forward(const torch::Tensor& x)
{
    return activate(m_linear->forward(x), m_activation);
}

ConnectedStack::ConnectedStack(const std::vector<int>& sizes, Activation middle, Activation last)
{
    auto list = register_module("fully_connected", std::make_shared<torch::nn::ModuleListImpl>());
    for (std::size_t i = 1; i < sizes.size(); ++i) {
        m_layers.push_back(
            std::make_shared<ConnectedLayer>(sizes[i - 1], sizes[i], i + 1 < sizes.size() ? middle : last));
        list->push_back(m_layers.back());
    }
}

torch::Tensor ConnectedStack::forward(torch::Tensor x)
{
    for (const auto& layer : m_layers)
        x = layer->forward(x);
    return x;
}

std::shared_ptr<MessageLayer> makeMessageLayer(LayerKind kind, int inputs, int outputs)
{
    switch (kind) {
    case LayerKind::Gcn: return std::make_shared<GcnLayer>(inputs, outputs);
    case LayerKind::Gin: return std::make_shared<GinLayer>(inputs, outputs);
    case LayerKind::Gat: return std::make_shared<GatLayer>(inputs, outputs, true);
    case LayerKind::GatTextbook: return std::make_shared<GatLayer>(inputs, outputs, false);
    case LayerKind::Mpnn: return std::make_shared<MpnnLayer>(inputs, outputs);
    }
    return nullptr;
}

torch::Tensor prepareAdjacency(LayerKind kind, const torch::Tensor& adjacency)
{
    if (kind != LayerKind::Gcn)
        return adjacency;
    const auto own = adjacency + torch::eye(adjacency.size(1)).unsqueeze(0);
    const auto scale = torch::diag_embed(torch::rsqrt(own.sum(2)));
    return torch::matmul(torch::matmul(scale, own), scale);
}

GruStep::GruStep(int hidden) : m_hidden(hidden)
{
    m_gru = register_module("gru", torch::nn::GRU(hidden, hidden));
}

torch::Tensor GruStep::forward(torch::Tensor state, const torch::Tensor& message)
{
    const auto batch = message.size(0);
    const auto nodes = message.size(1);
    state = state.reshape({1, batch * nodes, -1});
    if (const auto missing = m_hidden - state.size(2); missing > 0)
        state = torch::constant_pad_nd(state, {0, missing});
    const auto hidden = std::get<1>(m_gru->forward(state, message.reshape({1, batch * nodes, -1})));
    return hidden.reshape({batch, nodes, -1});
}

Set2Set::Set2Set(int width) : m_width(width)
{
    m_lstm = register_module("lstm", torch::nn::LSTM(torch::nn::LSTMOptions(2 * width, width).batch_first(true)));
}

torch::Tensor Set2Set::forward(const torch::Tensor& x, int steps)
{
    const auto batch = x.size(0);
    auto memory = std::make_tuple(torch::zeros({1, batch, m_width}), torch::zeros({1, batch, m_width}));
    auto result = torch::zeros({batch, 1, 2 * m_width});
    for (int i = 0; i < steps; ++i) {
        torch::Tensor query;
        std::tie(query, memory) = m_lstm->forward(result, memory);
        const auto weights = torch::softmax(torch::matmul(x, query.transpose(1, 2)), 1);
        result = torch::cat({query, (weights * x).sum(1, true)}, 2);
    }
    return result.squeeze(1);
}

} // namespace millrace::graphs
