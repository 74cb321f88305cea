// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "app/graphs/layers.h"
#include "app/graphs/residual_model.h"

namespace millrace::graphs {

/// Means and deviations, computed from the training parts. Buffers of a module, so that they are stored with its
/// weights.
class Normalisation : public torch::nn::Module
{
public:
    Normalisation(int nodeInputs, int statistics);
    void compute(const torch::Tensor& nodes, const torch::Tensor& statistics, const torch::Tensor& labels);

    [[nodiscard]] torch::Tensor nodes(const torch::Tensor& raw) const;
    /// Limited to five deviations: a graph unlike all others must not drive the linear layer out of every range.
    [[nodiscard]] torch::Tensor statistics(const torch::Tensor& raw) const;
    /// Standardised logarithms of labels, of which those below 1e-9 count as 1e-9.
    [[nodiscard]] torch::Tensor labels(const torch::Tensor& raw) const;
    /// The reverse, in the units of the labels.
    [[nodiscard]] torch::Tensor values(const torch::Tensor& outputs) const;

private:
    struct Scale
    {
        torch::Tensor mean;
        torch::Tensor deviation;
        void compute(const torch::Tensor& rows);
        [[nodiscard]] torch::Tensor apply(const torch::Tensor& raw) const { return (raw - mean) / deviation; }
    };
    Scale addScale(const std::string& name, int width);

    Scale m_nodes;
    Scale m_statistics;
    Scale m_labels;
};

/// Graphs with the same number of nodes, raw or standardised.
struct GraphGroup
{
    torch::Tensor
        nodes; ///< [G, N, nodeInputCount]; later states or pooled values, as far as they are computed beforehand
    torch::Tensor walk; ///< [G, N, N]
    torch::Tensor statistics; ///< [G, statistics and settings]
    torch::Tensor labels; ///< [G, 12], in their units
    torch::Tensor maxima; ///< [G, 12], largest value of each label in the training part of the graph's set

    [[nodiscard]] std::int64_t size() const { return statistics.size(0); }
    [[nodiscard]] GraphGroup pick(const torch::Tensor& indices) const;
};

/// Returns the graphs of a batch with maxima 1. `settings` are logarithms of 1 + value.
[[nodiscard]] GraphGroup groupOf(const predict::Batch& batch, std::span<const double> settings, bool statistics);

/// Returns the graphs of a part of all sets, one group for each number of nodes.
[[nodiscard]] std::vector<GraphGroup> groupsOf(std::span<const SettingData> sets, predict::Part part, bool statistics);

} // namespace millrace::graphs
