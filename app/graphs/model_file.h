// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "app/graphs/published_model.h"
#include "app/graphs/residual_model.h"
#include "core/base/json_fields.h"

#include <filesystem>
#include <string>
#include <variant>
#include <vector>

namespace millrace::graphs {

/// The names of a table as JsonFields::choice() takes them.
template <typename Names>
[[nodiscard]] std::vector<std::string> texts(const Names& names)
{
    return {names.begin(), names.end()};
}

/// A data set that a model was trained on.
struct UsedData
{
    std::string name;
    std::string sha256; ///< dataSetHash
    std::vector<double> setting;
    std::array<double, predict::metricCount> maxima{}; ///< largest labels of the training part
    bool operator==(const UsedData&) const = default;
};

/// What is stored with the weights of a model.
struct ModelDescription
{
    std::variant<ResidualShape, PublishedShape> shape;
    Transfer transfer = Transfer::None; ///< of the last training
    std::uint64_t seed = 0;
    std::vector<UsedData> data; ///< of the last training
    std::string parent; ///< SHA-256 of the model file that the last training started from; empty: from drawn weights
    int bestEpoch = 0;
    PartLosses losses{}; ///< of the last training, on its data
    std::string program; ///< version of Millrace
    bool operator==(const ModelDescription&) const = default;
};

/// A trained network.
struct StoredModel
{
    ModelDescription description;
    std::variant<ResidualModel, PublishedModel> network;
};

/// SHA-256 of shapes, adjacency, features and labels of all batches, in the order of parts; without the name.
[[nodiscard]] std::string dataSetHash(const predict::DataSet& set);

/// The JSON object in the metadata of a model file, under the key "millrace".
[[nodiscard]] Json toJson(const ModelDescription& description);

/// Writes one safetensors file with the weights and, in its metadata, the description; replaces the file as a whole.
[[nodiscard]] Result<void> writeModel(const std::filesystem::path& file, const StoredModel& model);
/// Reads such a file; weights are ready for training in the way of `transfer`. Published weights of torch.save are read
/// as a published GCN of the default shape. NewerVersion, Corrupt and InvalidInput say what is wrong.
[[nodiscard]] Result<StoredModel> readModel(const std::filesystem::path& file, Transfer transfer = Transfer::None);

} // namespace millrace::graphs
