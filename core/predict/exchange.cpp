// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/predict/safetensors.h"

#include <algorithm>
#include <fmt/format.h>

namespace millrace::predict {

namespace {

Error notExchange(std::string_view what)
{
    return fail(ErrorCode::Corrupt, fmt::format("not a data set for exchange: {}", what));
}

/// Appends the edges of one graph as triples.
Result<void> addEdges(const Batch& batch, std::size_t inBatch, std::uint32_t graph, Tensor::Integers& edges)
{
    const std::span<const float> adjacency = batch.adjacencyOf(inBatch);
    for (std::size_t i = 0; i < batch.nodes; ++i)
        for (std::size_t j = i; j < batch.nodes; ++j) {
            const bool isEdge = adjacency[i * batch.nodes + j] != 0;
            if (isEdge != (adjacency[j * batch.nodes + i] != 0) || (isEdge && i == j))
                return fail(ErrorCode::Unsupported,
                            fmt::format("graph {}: the edge from {} to {} has no reverse or is a loop, and a data set "
                                        "for exchange has undirected edges only",
                                        graph, i, j));
            if (isEdge)
                edges.insert(edges.end(), {graph, static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(j)});
        }
    return {};
}

/// The tensors of a data set for exchange, with their shapes checked.
struct ExchangeParts
{
    std::size_t graphs = 0;
    std::size_t nodes = 0;
    std::size_t nodeFeatures = 0;
    std::span<const float> x;
    std::span<const float> y;
    std::span<const std::uint32_t> edges;
    std::span<const std::uint32_t> split;
    std::span<const std::uint32_t> batch;
};

Result<ExchangeParts> partsOf(const NamedTensors& tensors)
{
    const Tensor* x = findTensor(tensors, "x");
    const Tensor* y = findTensor(tensors, "y");
    const Tensor* edges = findTensor(tensors, "edges");
    const Tensor* split = findTensor(tensors, "split");
    const Tensor* batch = findTensor(tensors, "batch");
    for (const Tensor* each : {x, y})
        if (each == nullptr || each->floats() == nullptr)
            return notExchange("x or y is missing or not F32");
    for (const Tensor* each : {edges, split, batch})
        if (each == nullptr || each->integers() == nullptr)
            return notExchange("edges, split or batch is missing or not U32");
    if (x->shape.size() != 3)
        return notExchange("expected the shape [G, N, F] of x");
    ExchangeParts all{x->shape[0],  x->shape[1],        x->shape[2],        *x->floats(),
                      *y->floats(), *edges->integers(), *split->integers(), *batch->integers()};
    if (y->shape != std::vector<std::size_t>{all.graphs, metricCount} || edges->shape.size() != 2
        || edges->shape[1] != 3 || all.split.size() != all.graphs || all.batch.size() != all.graphs)
        return notExchange(fmt::format("expected the shapes [{0}, {1}] of y, [E, 3] of edges and [{0}] of split and "
                                       "batch",
                                       all.graphs, metricCount));
    return all;
}

struct GraphPlace
{
    std::size_t part = 0;
    std::size_t batch = 0;
    std::size_t graph = 0;
};

/// The dense adjacency may be much larger than the file: at most this.
constexpr std::uint64_t mostAdjacencyValues = std::uint64_t(1) << 28;

/// Puts every graph into its batch, without edges.
Result<std::vector<GraphPlace>> placeGraphs(const ExchangeParts& all, DataSet& set)
{
    std::vector<GraphPlace> places;
    std::uint64_t values = all.graphs;
    if (__builtin_mul_overflow(values, all.nodes, &values) || __builtin_mul_overflow(values, all.nodes, &values)
        || values > mostAdjacencyValues)
        return fail(ErrorCode::Unsupported,
                    fmt::format("{} graphs of {} nodes need more memory than {} MiB; divide the data set", all.graphs,
                                all.nodes, (4 * mostAdjacencyValues) >> 20));
    for (std::size_t graph = 0; graph < all.graphs; ++graph) {
        const std::size_t part = all.split[graph];
        if (part >= set.batches.size())
            return notExchange(fmt::format("graph {} is in part {}", graph, part));
        std::vector<Batch>& batches = set.batches[part];
        const std::size_t index = all.batch[graph];
        if (index != batches.size() && index + 1 != batches.size())
            return notExchange(fmt::format("graph {} is in batch {} of part {} out of order", graph, index, part));
        if (index == batches.size()) {
            batches.emplace_back();
            batches.back().nodes = all.nodes;
            batches.back().nodeFeatures = all.nodeFeatures;
        }
        Batch& batch = batches[index];
        places.push_back({part, index, batch.graphs});
        const std::size_t features = all.nodes * all.nodeFeatures;
        const auto x = all.x.subspan(graph * features, features);
        const auto y = all.y.subspan(graph * metricCount, metricCount);
        batch.features.insert(batch.features.end(), x.begin(), x.end());
        batch.labels.insert(batch.labels.end(), y.begin(), y.end());
        batch.adjacency.resize(batch.adjacency.size() + all.nodes * all.nodes);
        ++batch.graphs;
    }
    return places;
}

} // namespace

Result<SafeTensors> toExchange(const DataSet& set)
{
    MR_CHECK(check(set));
    const Batch& first = set.of(Part::Train).front();
    Tensor::Floats x, y;
    Tensor::Integers edges, split, batchOf;
    std::uint32_t graph = 0;
    for (const Part part : parts)
        for (std::size_t i = 0; i < set.of(part).size(); ++i) {
            const Batch& batch = set.of(part)[i];
            if (batch.nodes != first.nodes)
                return fail(ErrorCode::Unsupported,
                            fmt::format("part {}, batch {}: {} nodes of a graph, but {} in the first batch; a data set "
                                        "for exchange has graphs of one size",
                                        partName(part), i, batch.nodes, first.nodes));
            x.insert(x.end(), batch.features.begin(), batch.features.end());
            y.insert(y.end(), batch.labels.begin(), batch.labels.end());
            for (std::size_t j = 0; j < batch.graphs; ++j) {
                MR_CHECK(addEdges(batch, j, graph++, edges));
                split.push_back(static_cast<std::uint32_t>(part));
                batchOf.push_back(static_cast<std::uint32_t>(i));
            }
        }
    SafeTensors content;
    std::vector<std::string_view> ids, units;
    for (const Metric& metric : metrics) {
        ids.push_back(metric.id);
        units.push_back(metric.unit);
    }
    content.metadata = {{"format", "millrace graphs 1"},
                        {"name", set.name},
                        {"labels", fmt::format("{}", fmt::join(ids, ","))},
                        {"units", fmt::format("{}", fmt::join(units, ","))},
                        {"label_maxima", fmt::format("{}", fmt::join(labelMaxima(set), ","))}};
    const std::size_t edgeCount = edges.size() / 3;
    content.tensors = {{"x", {{graph, first.nodes, first.nodeFeatures}, std::move(x)}},
                       {"edges", {{edgeCount, 3}, std::move(edges)}},
                       {"y", {{graph, metricCount}, std::move(y)}},
                       {"split", {{graph}, std::move(split)}},
                       {"batch", {{graph}, std::move(batchOf)}}};
    return content;
}

Result<DataSet> fromExchange(const SafeTensors& content)
{
    MR_TRY(all, partsOf(content.tensors));
    DataSet set;
    if (const auto name = content.metadata.find("name"); name != content.metadata.end())
        set.name = name->second;
    MR_TRY(places, placeGraphs(all, set));
    for (std::size_t i = 0; i < all.edges.size(); i += 3) {
        const std::uint32_t graph = all.edges[i], from = all.edges[i + 1], to = all.edges[i + 2];
        if (graph >= all.graphs || to >= all.nodes || from >= to)
            return notExchange(fmt::format("edge {} joins {} and {} of graph {}", i / 3, from, to, graph));
        const GraphPlace& place = places[graph];
        Batch& batch = set.batches[place.part][place.batch];
        float* adjacency = batch.adjacency.data() + place.graph * all.nodes * all.nodes;
        adjacency[from * all.nodes + to] = adjacency[to * all.nodes + from] = 1;
    }
    MR_CHECK(check(set));
    return set;
}

} // namespace millrace::predict
