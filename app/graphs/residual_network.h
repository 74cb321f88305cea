// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "app/graphs/layers.h"
#include "app/graphs/residual_shape.h"

namespace millrace::graphs {

/// Returns (A + I) divided by its row sums, [B, N, N]: each node's mean over itself and its neighbours.
[[nodiscard]] torch::Tensor walkMatrix(const torch::Tensor& adjacency);

/// Layers h + W2 gelu(W1 [n, P n]) with n = layer norm of h (Ba et al., 2016; pre-norm residual connections of Xiong et
/// al., 2020) and the walk matrix P, then a pooling. PyTorch's default initialisation.
class ResidualTrunk : public torch::nn::Module
{
public:
    ResidualTrunk(const ResidualShape& shape, int nodeInputs);
    /// Returns states [B, N, hidden] after the first half of the layers, for standardised node inputs.
    torch::Tensor firstHalf(const torch::Tensor& nodes, const torch::Tensor& walk);
    /// Returns [B, pooledWidth()].
    torch::Tensor secondHalf(torch::Tensor states, const torch::Tensor& walk);
    [[nodiscard]] int pooledWidth() const noexcept;
    /// Parameters that secondHalf uses.
    [[nodiscard]] std::vector<torch::Tensor> secondHalfParameters() const;

private:
    torch::Tensor runLayers(torch::Tensor states, const torch::Tensor& walk, std::size_t begin, std::size_t end);

    ResidualShape m_shape;
    torch::nn::Linear m_input{nullptr};
    std::vector<torch::nn::Linear> m_inner;
    std::vector<torch::nn::Linear> m_outer;
    std::vector<torch::nn::LayerNorm> m_norms; ///< one more than layers
    std::shared_ptr<Set2Set> m_set2set;
};

/// Three linear layers with GELU and dropout over pooled states and statistics, plus one linear layer over the
/// statistics.
class ResidualReadOut : public torch::nn::Module
{
public:
    ResidualReadOut(const ResidualShape& shape, int pooled, int statistics);
    /// Returns [B, 12]: standardised logarithms of the labels. `pooled` is not read where the shape has no layers.
    torch::Tensor forward(const torch::Tensor& pooled, const torch::Tensor& statistics);

private:
    bool m_readsPooled;
    bool m_readsStatistics;
    torch::nn::Linear m_first{nullptr};
    torch::nn::Linear m_second{nullptr};
    torch::nn::Linear m_last{nullptr};
    torch::nn::Linear m_direct{nullptr};
    torch::nn::Dropout m_dropout{nullptr};
};

} // namespace millrace::graphs
