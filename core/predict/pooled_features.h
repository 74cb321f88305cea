// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/predict/dataset.h"

#include <array>
#include <span>
#include <string>
#include <vector>

namespace millrace::predict {

/// Features of a whole graph: for each of the three node features log(1 + x) of sum, mean, largest, least, population
/// standard deviation and the 25, 50 and 75 % quantiles; number of edges, largest degree, standard deviation of the
/// degrees.
inline constexpr std::size_t pooledFeatureCount = 27;
using PooledFeatures = std::array<double, pooledFeatureCount>;

/// Pools one graph of a batch, which must have three node features.
[[nodiscard]] PooledFeatures pooledFeatures(const Batch& batch, std::size_t graph);
/// The same for any graph: three features of each node in turn, and the number of neighbours of each. At least one
/// node.
[[nodiscard]] PooledFeatures pooledFeatures(std::span<const double> nodeFeatures, std::span<const double> degrees);
/// "log sum of tensor elements", …, in the order of the features.
[[nodiscard]] const std::array<std::string, pooledFeatureCount>& pooledFeatureNames();

} // namespace millrace::predict
