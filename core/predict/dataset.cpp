// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/predict/dataset.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace millrace::predict {

namespace {

Result<void> checkBatch(const Batch& batch, const std::string& where)
{
    const auto corrupt = [&where](std::string what) { return fail(ErrorCode::Corrupt, where + ": " + what); };
    if (batch.graphs == 0 || batch.nodes == 0 || batch.nodeFeatures == 0)
        return corrupt("a batch needs at least one graph, one node and one feature");
    if (batch.adjacency.size() != batch.graphs * batch.nodes * batch.nodes
        || batch.features.size() != batch.graphs * batch.nodes * batch.nodeFeatures
        || batch.labels.size() != batch.graphs * metricCount)
        return corrupt(fmt::format("expected {0} graphs of {1} nodes with {2} features and {3} labels, found {4} "
                                   "adjacencies, {5} features and {6} labels",
                                   batch.graphs, batch.nodes, batch.nodeFeatures, metricCount, batch.adjacency.size(),
                                   batch.features.size(), batch.labels.size()));
    const auto isEdge = [](float value) { return value == 0 || value == 1; };
    if (const auto found = std::ranges::find_if_not(batch.adjacency, isEdge); found != batch.adjacency.end())
        return corrupt(fmt::format("expected adjacencies of 0 and 1, found {}", *found));
    const auto isFinite = [](float value) { return std::isfinite(value); };
    if (!std::ranges::all_of(batch.features, isFinite))
        return corrupt("a feature is not a finite number");
    const auto isLabel = [](float value) { return std::isfinite(value) && value >= 0; };
    if (const auto found = std::ranges::find_if_not(batch.labels, isLabel); found != batch.labels.end()) {
        const auto index = static_cast<std::size_t>(found - batch.labels.begin());
        return corrupt(fmt::format("graph {}: {} is {}, but must not be negative", index / metricCount,
                                   metrics[index % metricCount].id, *found));
    }
    return {};
}

} // namespace

std::string_view partName(Part part) noexcept
{
    static constexpr std::array<std::string_view, 3> names = {"train", "val", "test"};
    return names[static_cast<std::size_t>(part)];
}

std::size_t DataSet::graphCount(Part part) const noexcept
{
    std::size_t count = 0;
    for (const Batch& batch : of(part))
        count += batch.graphs;
    return count;
}

Result<void> check(const DataSet& set)
{
    if (set.of(Part::Train).empty())
        return fail(ErrorCode::Corrupt, "no graph to train with");
    const std::size_t features = set.of(Part::Train).front().nodeFeatures;
    for (const Part part : parts)
        for (std::size_t i = 0; i < set.of(part).size(); ++i) {
            const std::string where = fmt::format("part {}, batch {}", partName(part), i);
            const Batch& batch = set.of(part)[i];
            MR_CHECK(checkBatch(batch, where));
            if (batch.nodeFeatures != features)
                return fail(ErrorCode::Corrupt,
                            fmt::format("{}: {} features of a node, but {} in the first batch", where,
                                        batch.nodeFeatures, features));
        }
    return {};
}

std::array<double, metricCount> labelMaxima(const DataSet& set)
{
    std::array<double, metricCount> maxima{};
    for (const Batch& batch : set.of(Part::Train))
        for (std::size_t i = 0; i < batch.labels.size(); ++i)
            maxima[i % metricCount] = std::max(maxima[i % metricCount], static_cast<double>(batch.labels[i]));
    for (double& each : maxima)
        if (!(each > 0))
            each = 1;
    return maxima;
}

} // namespace millrace::predict
