// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/graphs/graph_statistics.h"

#include "core/base/statistics.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <numeric>

namespace millrace::graphs {

namespace {

constexpr std::array nodePercents = {0, 25, 50, 75, 100};
constexpr std::array edgePercents = {25, 50, 75, 90};
constexpr std::size_t diffusionSteps = 5;

using Neighbours = std::vector<std::vector<std::size_t>>;
using Column = std::vector<double>; ///< one value per node

Neighbours neighboursOf(std::span<const float> adjacency, std::size_t nodes)
{
    Neighbours result(nodes);
    for (std::size_t i = 0; i < nodes; ++i)
        for (std::size_t j = 0; j < nodes; ++j)
            if (i != j && adjacency[i * nodes + j] > 0)
                result[i].push_back(j);
    return result;
}

void addQuantiles(const Column& values, std::span<const int> percents, std::vector<double>& to)
{
    for (const int percent : percents)
        to.push_back(values.empty() ? 0 : quantile(values, percent / 100.0));
}

/// Absolute differences along edges, each edge in both directions.
Column differences(const Column& values, const Neighbours& neighbours)
{
    Column result;
    for (std::size_t i = 0; i < values.size(); ++i)
        for (const std::size_t j : neighbours[i])
            result.push_back(std::abs(values[i] - values[j]));
    return result;
}

double meanOrZero(const Column& values)
{
    return values.empty() ? 0 : mean(values);
}

double rootMeanSquare(const Column& values)
{
    double sum = 0;
    for (const double value : values)
        sum += value * value;
    return values.empty() ? 0 : std::sqrt(sum / static_cast<double>(values.size()));
}

/// Mean of each node and its neighbours.
Column averaged(const Column& values, const Neighbours& neighbours)
{
    Column result(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
        double sum = values[i];
        for (const std::size_t j : neighbours[i])
            sum += values[j];
        result[i] = sum / static_cast<double>(1 + neighbours[i].size());
    }
    return result;
}

/// Triangles of each node, and cycles of four nodes of the graph, by the number of common neighbours of pairs.
struct SmallCycles
{
    Column triangles;
    double squares = 0;
};

SmallCycles smallCycles(const Neighbours& neighbours, std::span<const float> adjacency)
{
    const std::size_t nodes = neighbours.size();
    SmallCycles result{Column(nodes, 0.0), 0};
    std::vector<std::size_t> common(nodes);
    for (std::size_t i = 0; i < nodes; ++i) {
        std::ranges::fill(common, std::size_t(0));
        for (const std::size_t middle : neighbours[i])
            for (const std::size_t j : neighbours[middle])
                ++common[j];
        for (std::size_t j = 0; j < nodes; ++j) {
            if (j == i)
                continue;
            const auto paths = static_cast<double>(common[j]);
            if (adjacency[i * nodes + j] > 0)
                result.triangles[i] += paths / 2;
            result.squares += paths * (paths - 1) / 8; // each has two diagonals, each of two directions
        }
    }
    return result;
}

} // namespace

std::vector<std::string> statisticNames(std::size_t features)
{
    std::vector<std::string> names;
    const auto addDistribution = [&names](const std::string& of) {
        for (const int percent : nodePercents)
            names.push_back(fmt::format("{}, {} % quantile", of, percent));
        names.push_back(fmt::format("{}, standard deviation", of));
    };
    for (std::size_t f = 0; f < features; ++f) {
        const std::string feature = fmt::format("feature {}", f + 1);
        names.push_back(feature + ", sum");
        names.push_back(feature + ", mean");
        addDistribution(feature);
    }
    names.insert(names.end(),
                 {"feature 1, mean difference along edges", "feature 1, root mean square difference along edges"});
    for (const int percent : edgePercents)
        names.push_back(fmt::format("feature 1, {} % quantile of differences along edges", percent));
    for (std::size_t step = 1; step <= diffusionSteps; ++step) {
        const std::string diffused = fmt::format("feature 1 after {} averaging steps", step);
        addDistribution(diffused);
        names.push_back(diffused + ", mean difference along edges");
    }
    names.insert(names.end(), {"edges", "largest degree", "standard deviation of degrees", "triangles", "squares"});
    return names;
}

GraphInputs graphInputs(const predict::Batch& batch, std::size_t graph)
{
    const std::size_t nodes = batch.nodes;
    const std::size_t features = batch.nodeFeatures;
    const auto adjacency = batch.adjacencyOf(graph);
    const auto values = batch.featuresOf(graph);
    const Neighbours neighbours = neighboursOf(adjacency, nodes);
    const SmallCycles cycles = smallCycles(neighbours, adjacency);

    std::vector<Column> logs(features, Column(nodes));
    std::vector<double> statistics;
    for (std::size_t f = 0; f < features; ++f) {
        double sum = 0;
        for (std::size_t i = 0; i < nodes; ++i) {
            const double value = std::max(0.0, static_cast<double>(values[i * features + f]));
            sum += value;
            logs[f][i] = std::log1p(value);
        }
        statistics.insert(statistics.end(), {std::log1p(sum), mean(logs[f])});
        addQuantiles(logs[f], nodePercents, statistics);
        statistics.push_back(populationDeviation(logs[f]));
    }

    Column degrees(nodes);
    for (std::size_t i = 0; i < nodes; ++i)
        degrees[i] = static_cast<double>(neighbours[i].size());
    const Column along = differences(logs[0], neighbours);
    statistics.insert(statistics.end(), {meanOrZero(along), rootMeanSquare(along)});
    addQuantiles(along, edgePercents, statistics);
    Column diffused = logs[0];
    for (std::size_t step = 0; step < diffusionSteps; ++step) {
        diffused = averaged(diffused, neighbours);
        addQuantiles(diffused, nodePercents, statistics);
        statistics.push_back(populationDeviation(diffused));
        statistics.push_back(meanOrZero(differences(diffused, neighbours)));
    }
    const double triangles = std::accumulate(cycles.triangles.begin(), cycles.triangles.end(), 0.0) / 3;
    statistics.insert(statistics.end(),
                      {std::log1p(static_cast<double>(along.size()) / 2), *std::ranges::max_element(degrees),
                       populationDeviation(degrees), std::log1p(triangles), std::log1p(cycles.squares)});

    GraphInputs result;
    for (const double value : statistics)
        result.statistics.push_back(static_cast<float>(value));
    for (std::size_t i = 0; i < nodes; ++i) {
        const auto add = [&result](double value) { result.nodes.push_back(static_cast<float>(value)); };
        for (std::size_t f = 0; f < features; ++f)
            add(logs[f][i]);
        add(std::log1p(degrees[i]));
        add(std::log1p(cycles.triangles[i]));
        for (std::size_t f = 0; f < features; ++f) {
            double sum = 0;
            for (const std::size_t j : neighbours[i])
                sum += std::abs(logs[f][i] - logs[f][j]);
            add(sum / std::max(1.0, degrees[i]));
        }
    }
    return result;
}

} // namespace millrace::graphs
