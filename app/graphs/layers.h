// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "app/graphs/network_shape.h"

// The one place that includes libtorch, apart from sources: only sources of this folder include this header.
#include <ATen/Parallel.h>
#include <torch/nn.h>
#include <torch/optim.h>

#include <memory>
#include <string>
#include <vector>

namespace millrace::graphs {

enum class Activation
{
    None,
    Relu,
    LeakyRelu, ///< slope 0.01
};

/// Linear layer and activation with the published initialisation: weights Xavier uniform with gain 1/inputs, bias 0.
/// The default initialisation is drawn first and overwritten, so that the sequence of random numbers is the published
/// one.
class ConnectedLayer : public torch::nn::Module
{
public:
    ConnectedLayer(int inputs, int outputs, Activation activation);
    torch::Tensor forward(const torch::Tensor& x);

private:
    Activation m_activation;
    torch::nn::Linear m_linear{nullptr};
};

/// Chain of ConnectedLayers, named fully_connected.0, .1, …
class ConnectedStack : public torch::nn::Module
{
public:
    ConnectedStack(const std::vector<int>& sizes, Activation middle, Activation last);
    torch::Tensor forward(torch::Tensor x);

private:
    std::vector<std::shared_ptr<ConnectedLayer>> m_layers;
};

/// One message-passing step over node states [B, N, inputs].
class MessageLayer : public torch::nn::Module
{
public:
    /// `graph` is what prepareAdjacency returns for the layer's kind.
    virtual torch::Tensor forward(const torch::Tensor& x, const torch::Tensor& graph) = 0;
};

/// Returns a layer whose weights are drawn from torch's global generator.
[[nodiscard]] std::shared_ptr<MessageLayer> makeMessageLayer(LayerKind kind, int inputs, int outputs);

/// Returns what the layers of a kind read of a 0/1 adjacency [B, N, N]: D^(-1/2) (A + I) D^(-1/2) with the row sums D
/// of A + I for Gcn (Kipf and Welling, 2017), A itself for the others. Computed once per batch, not once per layer.
[[nodiscard]] torch::Tensor prepareAdjacency(LayerKind kind, const torch::Tensor& adjacency);

/// GRU cell with the published roles: the old node state is the input, padded with zeros to `hidden` columns; the
/// output of the message layer is the hidden state. Parameters are named gru.weight_ih_l0 and so on.
class GruStep : public torch::nn::Module
{
public:
    explicit GruStep(int hidden);
    torch::Tensor forward(torch::Tensor state, const torch::Tensor& message);

private:
    int m_hidden;
    torch::nn::GRU m_gru{nullptr};
};

/// Set2Set (Vinyals et al., 2016) over the nodes of [B, N, width]; returns [B, 2 width]. The LSTM starts at zero and
/// its input is its own last result.
class Set2Set : public torch::nn::Module
{
public:
    explicit Set2Set(int width);
    torch::Tensor forward(const torch::Tensor& x, int steps);

private:
    int m_width;
    torch::nn::LSTM m_lstm{nullptr};
};

} // namespace millrace::graphs
