// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "app/graphs/layers.h"

namespace millrace::graphs {

/// Whether there is a second middle layer.
enum class LastLayer
{
    None,
    Unused, ///< conv_layers.2 exists and nothing runs through it: the published transfer learning
    SecondHalf, ///< conv_layers.2 serves the second half of the steps
};

/// Driple's network: message layer and GRU, repeated; Set2Set; three linear layers. One message layer (conv_layers.1)
/// serves all steps after the first. Parameters have the names of the published checkpoint. Weights are drawn from
/// torch's global generator in the published order.
class PublishedNetwork : public torch::nn::Module
{
public:
    PublishedNetwork(const PublishedShape& shape, LastLayer lastLayer);

    /// Returns node states [B, N, hidden] after the first half of the steps, which precede the last layer.
    torch::Tensor firstHalf(const torch::Tensor& features, const torch::Tensor& graph);
    /// Returns what the readout reads, [B, 2 hidden], for the states after the first half.
    torch::Tensor secondHalf(torch::Tensor states, const torch::Tensor& graph);
    /// Both halves: returns what the readout reads of a batch, [B, 2 hidden]. `graph` is from prepareAdjacency.
    torch::Tensor embed(const torch::Tensor& features, const torch::Tensor& graph);
    /// Returns [B, outputs] for embeddings.
    torch::Tensor readOut(const torch::Tensor& embeddings);
    torch::Tensor forward(const torch::Tensor& features, const torch::Tensor& graph);

    /// Returns node states [B, N, hidden]: after the first message layer, and after the GRU behind it.
    std::pair<torch::Tensor, torch::Tensor> firstStep(const torch::Tensor& features, const torch::Tensor& graph);

    /// Makes the last layer a copy of the middle one.
    void copyMiddleToLast();
    [[nodiscard]] const PublishedShape& shape() const noexcept { return m_shape; }
    [[nodiscard]] std::vector<torch::Tensor> readOutParameters() const { return m_stack->parameters(); }
    [[nodiscard]] std::vector<torch::Tensor> lastLayerParameters() const { return m_layers.back()->parameters(); }

private:
    [[nodiscard]] int stepsFor(const torch::Tensor& states) const;

    PublishedShape m_shape;
    LastLayer m_lastLayer;
    std::shared_ptr<GruStep> m_gru;
    std::vector<std::shared_ptr<MessageLayer>> m_layers;
    std::shared_ptr<Set2Set> m_set2set;
    std::shared_ptr<ConnectedStack> m_stack;
};

} // namespace millrace::graphs
