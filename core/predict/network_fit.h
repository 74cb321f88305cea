// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/predict/graphs_client.h"
#include "core/predict/tabular_predictor.h"

#include <array>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace millrace::predict {

/// A trained graph network as millrace-graphs reports it. Losses by Part, as in GraphsEpoch; unknown: no such part, and
/// before a training from drawn weights.
struct NetworkFit
{
    std::array<double, 3> before{unknown, unknown, unknown};
    std::array<double, 3> after{unknown, unknown, unknown};
    int epochs = 0; ///< of all members together
    int bestEpoch = 0;
    bool stoppedEarly = false;
    double cpuSeconds = unknown;
};
/// Reads the answer to a training. Protocol for anything else.
[[nodiscard]] Result<NetworkFit> readNetworkFit(const Json& answer);

/// Prediction for one graph, in the units of the metrics.
struct NetworkPrediction
{
    Part part = Part::Train;
    std::array<double, metricCount> values{};
    std::array<double, metricCount> spread{}; ///< standard deviation over the members
};
/// Reads the answer to a prediction. Protocol for anything else.
[[nodiscard]] Result<std::vector<NetworkPrediction>> readNetworkPredictions(const Json& answer);

/// Errors by Part. Protocol where the numbers of graphs differ.
[[nodiscard]] Result<std::array<PartErrors, 3>> networkErrors(const DataSet& set,
                                                              const std::vector<NetworkPrediction>& predictions);

struct NetworkOutcome
{
    std::string dataSet; ///< its name
    std::optional<NetworkFit> fit; ///< of a training
    std::array<PartErrors, 3> errors;
    std::vector<NetworkPrediction> predictions;
    std::vector<RatedPredictor> others; ///< regressors on the same data set, the best one first; empty: not asked for
    std::string note; ///< why the program is slow on this machine
};

/// Trains a network and rates it on the first data set, next to the regressors of pooled features. Blocks; `epoch` is
/// called on this thread. `program`: GraphsClient::usualProgram().
[[nodiscard]] Result<NetworkOutcome> trainNetwork(const std::filesystem::path& program, const NetworkTraining& training,
                                                  const std::function<void(const GraphsEpoch&)>& epoch,
                                                  const JobContext& job = {});

/// Predicts a data set by a model file and compares with its labels.
[[nodiscard]] Result<NetworkOutcome> predictByNetwork(const std::filesystem::path& program,
                                                      const std::filesystem::path& model, const std::string& source,
                                                      const JobContext& job = {});

/// Whether a file is a model of millrace-graphs by its name: *.safetensors.
[[nodiscard]] bool isNetworkFile(const std::filesystem::path& file);

} // namespace millrace::predict
