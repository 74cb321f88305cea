// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"
#include "core/predict/metric.h"

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace millrace::predict {

/// Graphs with the same number of nodes that a network takes in one step. float32 by row, without gaps, so that the
/// vectors can be used as tensors of these shapes as they are.
struct Batch
{
    std::size_t graphs = 0; ///< B
    std::size_t nodes = 0; ///< N
    std::size_t nodeFeatures = 0; ///< F; published: elements of the tensors, number of ops, sum of op frequencies
    std::vector<float> adjacency; ///< [B, N, N], symmetric, 0 or 1, diagonal 0
    std::vector<float> features; ///< [B, N, F], not normalised
    std::vector<float> labels; ///< [B, metricCount], in the order of `metrics` and in their units

    [[nodiscard]] std::span<const float> adjacencyOf(std::size_t graph) const noexcept
    {
        return std::span(adjacency).subspan(graph * nodes * nodes, nodes * nodes);
    }
    [[nodiscard]] std::span<const float> featuresOf(std::size_t graph) const noexcept
    {
        return std::span(features).subspan(graph * nodes * nodeFeatures, nodes * nodeFeatures);
    }
    [[nodiscard]] std::span<const float> labelsOf(std::size_t graph) const noexcept
    {
        return std::span(labels).subspan(graph * metricCount, metricCount);
    }
    bool operator==(const Batch&) const = default;
};

enum class Part
{
    Train,
    Validation,
    Test,
};
inline constexpr std::array<Part, 3> parts = {Part::Train, Part::Validation, Part::Test};
/// "train", "val", "test", as in the published files.
[[nodiscard]] std::string_view partName(Part part) noexcept;

/// A set of graphs with labels, divided into three parts of batches; batches are in the order of their file, which the
/// published training keeps. A value: it may be read by any number of threads.
struct DataSet
{
    std::string name; ///< of the file or the generator
    std::array<std::vector<Batch>, 3> batches; ///< by Part

    [[nodiscard]] const std::vector<Batch>& of(Part part) const noexcept
    {
        return batches[static_cast<std::size_t>(part)];
    }
    [[nodiscard]] std::vector<Batch>& of(Part part) noexcept { return batches[static_cast<std::size_t>(part)]; }
    [[nodiscard]] std::size_t graphCount(Part part) const noexcept;
    bool operator==(const DataSet&) const = default;
};

/// Checks that the vectors of every batch have the sizes of their shape, that all batches have the same F, that no
/// value is NaN or infinite, that adjacency is 0 or 1 and labels are not negative, and that there is a graph to train
/// with. Corrupt with part, batch and value.
[[nodiscard]] Result<void> check(const DataSet& set);

/// Largest value of each label over the training part, by which the published procedure divides the labels of all
/// parts; 1 where all are 0.
[[nodiscard]] std::array<double, metricCount> labelMaxima(const DataSet& set);

} // namespace millrace::predict
