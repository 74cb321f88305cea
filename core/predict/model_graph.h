// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"
#include "core/predict/pooled_features.h"
#include "core/predict/safetensors.h"
#include "core/predict/sample.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace millrace::predict {

/// Operation of a network's forward pass, in numbers of one sample.
struct GraphNode
{
    std::string op; ///< "Conv", "Gemm", "Relu": the names of ONNX
    double elements = 0; ///< of its first output
    double multiplyAdds = 0; ///< of convolutions and matrix products
    double parameters = 0; ///< trained ones that it uses

    bool operator==(const GraphNode&) const = default;
};

/// Forward pass of a network. A value.
struct ModelGraph
{
    std::string name;
    std::vector<GraphNode> nodes;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> edges; ///< producer and consumer, ascending, each once
    double parameters = 0; ///< trained ones, each once
    double tensors = 0; ///< of them

    /// Multiply-adds count as two.
    [[nodiscard]] double forwardFlops() const noexcept;
    bool operator==(const ModelGraph&) const = default;
};

/// Pools an ungrouped graph: elements of the output, one op, and the share of the nodes with the same op.
[[nodiscard]] PooledFeatures pooledFeatures(const ModelGraph& graph);

/// Reads an ONNX file, which is named by the file, or a graph that resources/workloads/export_graph.py has written, by
/// its content. Executes nothing. Corrupt, or Unsupported with the operation that cannot be counted.
[[nodiscard]] Result<ModelGraph> readModelGraph(const std::filesystem::path& file);
/// Parses an ONNX model. Shapes come from the file, else from those of the inputs, for the usual operations of image
/// networks; the first dimension of an input is the batch.
[[nodiscard]] Result<ModelGraph> parseOnnx(std::string_view bytes);
/// Graph in safetensors: x [N, 3] elements, multiply-adds and parameters of the nodes, edges [E, 2], op [N] as an index
/// into the names in `__metadata__`, where format ("millrace graph 1"), name, parameters and tensors are, too.
[[nodiscard]] Result<ModelGraph> graphOf(const SafeTensors& content);

/// Enters the pooled features into a setting, and parameters, tensors and operations where the setting has none.
void addGraph(const ModelGraph& graph, Setting& setting);

} // namespace millrace::predict
