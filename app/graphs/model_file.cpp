// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/graphs/model_file.h"

#include "core/base/file_io.h"
#include "core/base/sha256.h"
#include "core/predict/data_source.h"
#include "core/predict/safetensors.h"
#include "core/predict/tensor_pickle.h"

#include <algorithm>
#include <fmt/format.h>
#include <limits>

namespace millrace::graphs {

namespace {

constexpr std::string_view format = "millrace-graph-model";
constexpr int version = 1;
constexpr std::string_view metadataKey = "millrace";

Json shapeJson(const ResidualShape& shape)
{
    return {{"network", "corrected"},
            {"features", shape.features},
            {"settings", shape.settings},
            {"layers", shape.layers},
            {"hidden", shape.hidden},
            {"readout_width", shape.readOutWidth},
            {"members", shape.members},
            {"pooling", poolingNames[static_cast<std::size_t>(shape.pooling)]},
            {"set2set_steps", shape.set2setSteps},
            {"statistics", shape.statistics},
            {"dropout", shape.dropout}};
}

Json shapeJson(const PublishedShape& shape)
{
    return {{"network", "published"}, {"features", shape.features}, {"layer", layerKindName(shape.layer)},
            {"hidden", shape.hidden}, {"depth", shape.depth.rule},  {"set2set_steps", shape.set2setSteps}};
}

void readShape(JsonFields& fields, ResidualShape& shape)
{
    constexpr int most = 10000; // of plausible numbers; create() has the limits
    fields.integer("features", shape.features, 0, most);
    fields.integer("settings", shape.settings, 0, most);
    fields.integer("layers", shape.layers, 0, most);
    fields.integer("hidden", shape.hidden, 0, most);
    fields.integer("readout_width", shape.readOutWidth, 0, most);
    fields.integer("members", shape.members, 0, most);
    fields.integer("set2set_steps", shape.set2setSteps, 0, most);
    std::size_t pooling = 0;
    fields.choice("pooling", pooling, texts(poolingNames));
    shape.pooling = static_cast<Pooling>(pooling);
    fields.boolean("statistics", shape.statistics);
    fields.number("dropout", shape.dropout, 0, 1);
}

void readShape(JsonFields& fields, PublishedShape& shape)
{
    constexpr int most = 10000;
    fields.integer("features", shape.features, 0, most);
    fields.integer("hidden", shape.hidden, 0, most);
    fields.integer("set2set_steps", shape.set2setSteps, 0, most);
    fields.text("depth", shape.depth.rule);
    std::size_t layer = 0;
    fields.choice("layer", layer, texts(layerKindNames));
    shape.layer = static_cast<LayerKind>(layer);
}

UsedData usedDataOf(const Json& json, const std::string& path, Issues& issues)
{
    UsedData data;
    JsonFields fields(json, path, issues);
    fields.text("name", data.name);
    fields.text("sha256", data.sha256);
    const auto number = [&](const Json& value) {
        if (value.is_number())
            return value.get<double>();
        fields.problem("maxima", "expected numbers");
        return 0.0;
    };
    if (const Json* setting = fields.array("setting"))
        for (const Json& value : *setting)
            data.setting.push_back(number(value));
    const Json* maxima = fields.array("maxima");
    if (!maxima || maxima->size() != predict::metricCount)
        fields.problem("maxima", fmt::format("expected {} numbers", predict::metricCount));
    else
        std::ranges::transform(*maxima, data.maxima.begin(), number);
    return data;
}

Result<ModelDescription> parseDescription(const std::string& text)
{
    const Json json = Json::parse(text, nullptr, false);
    Issues issues;
    JsonFields fields(json, "", issues);
    std::string kind;
    int found = 0;
    fields.text("format", kind);
    fields.integer("version", found, 0, std::numeric_limits<int>::max());
    if (kind != format || found == 0)
        return fail(ErrorCode::InvalidInput, "the file has weights, but no description of a graph network");
    if (found > version)
        return fail(ErrorCode::NewerVersion,
                    fmt::format("the model has version {}, this program reads up to {}", found, version));
    ModelDescription result;
    std::size_t network = 0;
    const Json empty = Json::object();
    const Json* shape = fields.object("shape");
    JsonFields shapeFields(shape ? *shape : empty, "shape", issues);
    shapeFields.choice("network", network, {"corrected", "published"});
    if (network == 1)
        result.shape = PublishedShape();
    std::visit([&shapeFields](auto& each) { readShape(shapeFields, each); }, result.shape);
    std::size_t transfer = 0;
    fields.choice("transfer", transfer, texts(transferNames));
    result.transfer = static_cast<Transfer>(transfer);
    fields.unsigned64("seed", result.seed);
    fields.text("parent", result.parent);
    fields.text("program", result.program);
    fields.integer("best_epoch", result.bestEpoch, 0, std::numeric_limits<int>::max());
    if (const Json* data = fields.array("data"))
        for (std::size_t i = 0; i < data->size(); ++i)
            result.data.push_back(usedDataOf((*data)[i], fmt::format("data[{}]", i), issues));
    if (const Json* losses = fields.object("losses")) {
        JsonFields lossFields(*losses, "losses", issues);
        for (const auto part : predict::parts)
            lossFields.number(predict::partName(part), result.losses[static_cast<std::size_t>(part)], 0, 1e30);
    }
    if (result.data.empty())
        fields.problem("data", "no data set is named");
    for (const Issue& issue : issues)
        if (issue.severity == Severity::Error)
            return fail(ErrorCode::Corrupt, "description of the model: " + issueText(issue));
    return result;
}

template <typename Model>
Result<StoredModel> withWeights(ModelDescription description, Result<Model> created,
                                const predict::NamedTensors& weights)
{
    if (!created)
        return std::move(created).error();
    MR_CHECK(created->load(weights));
    return StoredModel{std::move(description), *std::move(created)};
}

Result<StoredModel> publishedModel(ModelDescription description, Transfer transfer, predict::NamedTensors weights)
{
    Transfer structure = transfer == Transfer::None ? description.transfer : transfer;
    if (description.transfer == Transfer::LastLayers && structure != Transfer::LastLayers)
        return fail(ErrorCode::InvalidInput,
                    "the second half of this network has a layer of its own; train it further with \"last-layers\"");
    if (description.transfer == Transfer::ReadOut) // nothing runs through its further layer
        std::erase_if(weights, [](const auto& each) { return each.name.starts_with("conv_layers.2."); });
    const auto shape = std::get<PublishedShape>(description.shape);
    const std::uint64_t seed = description.seed;
    return withWeights(std::move(description), PublishedModel::create(shape, structure, seed), weights);
}

/// Weights of the published code have no description.
Result<StoredModel> fromPublished(std::string_view bytes, Transfer transfer)
{
    MR_TRY(weights, predict::parseStateDict(bytes));
    ModelDescription description;
    description.shape = PublishedShape();
    return withWeights(description, PublishedModel::create(PublishedShape(), transfer, 0), weights);
}

void addNumbers(Sha256& hash, const std::vector<float>& values)
{
    hash.add({reinterpret_cast<const char*>(values.data()), values.size() * sizeof(float)});
}

} // namespace

std::string dataSetHash(const predict::DataSet& set)
{
    Sha256 hash;
    for (const auto part : predict::parts)
        for (const predict::Batch& batch : set.of(part)) {
            hash.add(
                fmt::format("{} {} {} {};", predict::partName(part), batch.graphs, batch.nodes, batch.nodeFeatures));
            addNumbers(hash, batch.adjacency);
            addNumbers(hash, batch.features);
            addNumbers(hash, batch.labels);
        }
    return hash.finish();
}

Json toJson(const ModelDescription& description)
{
    Json data = Json::array();
    for (const UsedData& each : description.data)
        data.push_back(
            {{"name", each.name}, {"sha256", each.sha256}, {"setting", each.setting}, {"maxima", each.maxima}});
    Json losses = Json::object();
    for (const auto part : predict::parts)
        losses[std::string(predict::partName(part))] = description.losses[static_cast<std::size_t>(part)];
    return {{"format", format},
            {"version", version},
            {"program", description.program},
            {"shape", std::visit([](const auto& shape) { return shapeJson(shape); }, description.shape)},
            {"transfer", transferNames[static_cast<std::size_t>(description.transfer)]},
            {"seed", description.seed},
            {"data", std::move(data)},
            {"parent", description.parent},
            {"best_epoch", description.bestEpoch},
            {"losses", std::move(losses)}};
}

Result<void> writeModel(const std::filesystem::path& file, const StoredModel& model)
{
    predict::SafeTensors content;
    content.metadata[std::string(metadataKey)] = toJson(model.description).dump();
    content.tensors = std::visit([](const auto& network) { return network.weights(); }, model.network);
    return predict::writeSafeTensors(file, content);
}

Result<StoredModel> readModel(const std::filesystem::path& file, Transfer transfer)
{
    const auto read = [&]() -> Result<StoredModel> {
        MR_TRY(bytes, readFile(file, predict::mostTensorFileBytes));
        if (predict::isTorchSave(bytes))
            return fromPublished(bytes, transfer);
        MR_TRY(content, predict::parseSafeTensors(bytes));
        const auto found = content.metadata.find(std::string(metadataKey));
        MR_TRY(description, parseDescription(found == content.metadata.end() ? "" : found->second));
        if (const auto* shape = std::get_if<ResidualShape>(&description.shape))
            return withWeights(description, ResidualModel::create(*shape, description.seed), content.tensors);
        return publishedModel(std::move(description), transfer, std::move(content.tensors));
    };
    auto model = read();
    if (!model)
        return within(fmt::format("reading model {}", file.string()), std::move(model).error());
    return model;
}

} // namespace millrace::graphs
