// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/predict/pooled_features.h"

#include "core/base/statistics.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

namespace millrace::predict {

namespace {

constexpr std::size_t pooledNodeFeatures = 3;

} // namespace

PooledFeatures pooledFeatures(std::span<const double> nodeFeatures, std::span<const double> degrees)
{
    const std::size_t nodes = degrees.size();
    assert(nodes > 0 && nodeFeatures.size() == pooledNodeFeatures * nodes);
    PooledFeatures pooled{};
    std::size_t at = 0;
    std::vector<double> values(nodes);
    for (std::size_t feature = 0; feature < pooledNodeFeatures; ++feature) {
        for (std::size_t node = 0; node < nodes; ++node)
            values[node] = nodeFeatures[node * pooledNodeFeatures + feature];
        const double sum = std::accumulate(values.begin(), values.end(), 0.0);
        for (const double each :
             {sum, sum / static_cast<double>(nodes), std::ranges::max(values), std::ranges::min(values),
              populationDeviation(values), quantile(values, 0.25), quantile(values, 0.5), quantile(values, 0.75)})
            pooled[at++] = std::log1p(std::max(each, 0.0));
    }
    pooled[at++] = std::accumulate(degrees.begin(), degrees.end(), 0.0) / 2;
    pooled[at++] = std::ranges::max(degrees);
    pooled[at++] = populationDeviation(degrees);
    return pooled;
}

PooledFeatures pooledFeatures(const Batch& batch, std::size_t graph)
{
    assert(batch.nodeFeatures == pooledNodeFeatures);
    const std::span<const float> features = batch.featuresOf(graph);
    const std::span<const float> adjacency = batch.adjacencyOf(graph);
    std::vector<double> degrees(batch.nodes);
    for (std::size_t node = 0; node < batch.nodes; ++node) {
        const auto row = adjacency.subspan(node * batch.nodes, batch.nodes);
        degrees[node] = std::accumulate(row.begin(), row.end(), 0.0);
    }
    return pooledFeatures(std::vector<double>(features.begin(), features.end()), degrees);
}

const std::array<std::string, pooledFeatureCount>& pooledFeatureNames()
{
    static const auto names = [] {
        std::array<std::string, pooledFeatureCount> list;
        std::size_t at = 0;
        for (const char* feature : {"tensor elements", "ops", "op frequency"})
            for (const char* statistic :
                 {"sum", "mean", "largest", "least", "deviation", "lower quartile", "median", "upper quartile"})
                list[at++] = std::string("log ") + statistic + " of " + feature;
        list[at++] = "edges";
        list[at++] = "largest degree";
        list[at++] = "deviation of degrees";
        return list;
    }();
    return names;
}

} // namespace millrace::predict
