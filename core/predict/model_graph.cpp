// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/predict/model_graph.h"

#include "core/base/file_io.h"
#include "core/base/text.h"
#include "core/predict/tensor_pickle.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>

namespace millrace::predict {

namespace {

Error notGraph(std::string_view what)
{
    return fail(ErrorCode::Corrupt, fmt::format("not a graph of a model: {}", what));
}

Result<double> numberIn(const SafeTensors& content, const char* key)
{
    const auto found = content.metadata.find(key);
    const auto number = found == content.metadata.end() ? Result<double>(notGraph("")) : parseDouble(found->second);
    if (!number || !(*number >= 0) || !std::isfinite(*number))
        return notGraph(fmt::format("expected a number as \"{}\"", key));
    return *number;
}

} // namespace

double ModelGraph::forwardFlops() const noexcept
{
    double sum = 0;
    for (const GraphNode& node : nodes)
        sum += 2 * node.multiplyAdds;
    return sum;
}

PooledFeatures pooledFeatures(const ModelGraph& graph)
{
    std::map<std::string_view, double> counts;
    for (const GraphNode& node : graph.nodes)
        counts[node.op] += 1;
    std::vector<double> features;
    for (const GraphNode& node : graph.nodes)
        features.insert(features.end(), {node.elements, 1, counts[node.op] / static_cast<double>(graph.nodes.size())});
    std::vector<double> degrees(graph.nodes.size());
    for (const auto& [from, to] : graph.edges) {
        degrees[from] += 1;
        degrees[to] += 1;
    }
    return pooledFeatures(features, degrees);
}

Result<ModelGraph> graphOf(const SafeTensors& content)
{
    const auto format = content.metadata.find("format");
    if (format == content.metadata.end() || format->second != "millrace graph 1")
        return notGraph("its format is not \"millrace graph 1\"; write it with export_graph.py");
    const Tensor* x = findTensor(content.tensors, "x");
    const Tensor* edges = findTensor(content.tensors, "edges");
    const Tensor* op = findTensor(content.tensors, "op");
    if (x == nullptr || x->floats() == nullptr || x->shape.size() != 2 || x->shape[1] != 3 || x->shape[0] == 0)
        return notGraph("expected the shape [N, 3] of x, F32");
    if (edges == nullptr || edges->integers() == nullptr || edges->shape.size() != 2 || edges->shape[1] != 2)
        return notGraph("expected the shape [E, 2] of edges, U32");
    if (op == nullptr || op->integers() == nullptr || op->shape != std::vector<std::size_t>{x->shape[0]})
        return notGraph("expected the shape [N] of op, U32");
    ModelGraph graph;
    if (const auto name = content.metadata.find("name"); name != content.metadata.end())
        graph.name = name->second;
    MR_TRY(parameters, numberIn(content, "parameters"));
    MR_TRY(tensors, numberIn(content, "tensors"));
    graph.parameters = parameters;
    graph.tensors = tensors;
    const auto names = content.metadata.find("ops");
    const auto ops = split(names == content.metadata.end() ? std::string_view() : std::string_view(names->second), ',');
    const std::size_t count = x->shape[0];
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint32_t index = (*op->integers())[i];
        const float* values = x->floats()->data() + 3 * i;
        if (index >= ops.size() || !std::all_of(values, values + 3, [](float v) { return v >= 0 && std::isfinite(v); }))
            return notGraph(fmt::format("node {} has an unknown op or a number below 0", i));
        graph.nodes.push_back({std::string(ops[index]), values[0], values[1], values[2]});
    }
    for (std::size_t i = 0; i < edges->shape[0]; ++i) {
        const std::uint32_t from = (*edges->integers())[2 * i], to = (*edges->integers())[2 * i + 1];
        if (from >= count || to >= count || from == to)
            return notGraph(fmt::format("edge {} joins {} and {} of {} nodes", i, from, to, count));
        graph.edges.emplace_back(from, to);
    }
    std::ranges::sort(graph.edges);
    graph.edges.erase(std::unique(graph.edges.begin(), graph.edges.end()), graph.edges.end());
    return graph;
}

Result<ModelGraph> readModelGraph(const std::filesystem::path& file)
{
    MR_TRY(bytes, readFile(file, mostTensorFileBytes));
    const auto read = [&]() -> Result<ModelGraph> {
        if (bytes.starts_with("PK\x03\x04"))
            return fail(ErrorCode::Unsupported,
                        "a TorchScript archive; convert it with export_graph.py --torchscript, which writes ONNX");
        // The header of safetensors is JSON behind its length.
        if (bytes.size() > 8 && bytes[8] == '{') {
            MR_TRY(content, parseSafeTensors(bytes));
            return graphOf(content);
        }
        return parseOnnx(bytes);
    };
    auto graph = read();
    if (!graph)
        return within(file.string(), std::move(graph).error());
    if (graph->name.empty())
        graph->name = file.stem().string();
    return graph;
}

void addGraph(const ModelGraph& graph, Setting& setting)
{
    const PooledFeatures pooled = pooledFeatures(graph);
    setting.graph.assign(pooled.begin(), pooled.end());
    if (setting.parameters == 0)
        setting.parameters = graph.parameters;
    if (setting.tensors == 0)
        setting.tensors = graph.tensors;
    if (setting.forwardFlops == 0)
        setting.forwardFlops = graph.forwardFlops();
}

} // namespace millrace::predict
