// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/graphs/request.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>

namespace millrace::graphs {

namespace {

constexpr double mostIds = 9e15;

RequestedData dataOf(const Json& json, const std::string& path, Issues& issues)
{
    RequestedData data;
    if (json.is_string()) {
        data.source = json.get<std::string>();
        return data;
    }
    JsonFields fields(json, path, issues);
    if (fields.isObject()) {
        fields.text("source", data.source);
        if (const Json* setting = fields.array("setting"))
            for (const Json& value : *setting) {
                if (value.is_number() && value.get<double>() >= 0)
                    data.setting.push_back(value.get<double>());
                else
                    fields.problem("setting", "expected numbers that are not negative");
            }
        fields.reportUnknown();
    }
    if (data.source.empty())
        fields.problem("source", "name a file, or synth:A, synth:B or synth:C");
    return data;
}

void readRequestedShape(JsonFields& fields, ResidualShape& shape)
{
    constexpr int most = 10000; // create() has the limits
    fields.integer("layers", shape.layers, 0, most);
    fields.integer("hidden", shape.hidden, 1, most);
    fields.integer("readout_width", shape.readOutWidth, 1, most);
    fields.integer("members", shape.members, 1, most);
    fields.integer("set2set_steps", shape.set2setSteps, 1, most);
    std::size_t pooling = 0;
    fields.choice("pooling", pooling, texts(poolingNames));
    shape.pooling = static_cast<Pooling>(pooling);
    fields.boolean("statistics", shape.statistics);
    fields.number("dropout", shape.dropout, 0, 0.99);
}

void readRequestedShape(JsonFields& fields, PublishedShape& shape)
{
    fields.integer("hidden", shape.hidden, 4, 4096);
    fields.integer("set2set_steps", shape.set2setSteps, 0, 10000);
    fields.text("depth", shape.depth.rule);
    if (const auto depth = parseDepth(shape.depth.rule); !depth)
        fields.problem("depth", depth.error().what);
    std::size_t layer = 0;
    fields.choice("layer", layer, texts(layerKindNames));
    shape.layer = static_cast<LayerKind>(layer);
}

void readPlan(JsonFields& fields, FitPlan& plan)
{
    fields.integer("epochs", plan.epochs, 1, 10'000'000);
    fields.integer("patience", plan.patience, 1, 10'000'000);
    fields.number("learning_rate", plan.learningRate, 1e-9, 10);
    fields.number("weight_decay", plan.weightDecay, 0, 10);
}

TrainRequest trainRequestOf(JsonFields& fields)
{
    TrainRequest train;
    std::size_t network = 0;
    std::size_t transfer = 0;
    fields.text("start", train.start);
    fields.text("save", train.save);
    fields.unsigned64("seed", train.seed);
    fields.choice("transfer", transfer, texts(transferNames));
    train.transfer = static_cast<Transfer>(transfer);
    fields.choice("network", network, {"corrected", "published"});
    if (network == 1)
        train.shape = PublishedShape();
    if (train.start.empty()) {
        std::visit([&fields](auto& shape) { readRequestedShape(fields, shape); }, train.shape);
        if (train.transfer != Transfer::None)
            fields.problem("transfer", "a transfer needs \"start\", the model file to start from");
    } else if (train.transfer == Transfer::None) {
        fields.problem("transfer", "\"start\" needs \"transfer\": readout, last-layers or everything");
    } else {
        for (const char* key : {"network", "layers", "hidden", "readout_width", "members", "set2set_steps", "pooling",
                                "statistics", "dropout", "depth", "layer"})
            if (fields.find(key))
                fields.problem(key, "the model that the training starts from defines its shape; remove this key");
    }
    readPlan(fields, train.residualPlan.fit);
    readPlan(fields, train.publishedPlan);
    fields.integer("batch", train.residualPlan.batch, 1, 100000);
    fields.number("log_weight", train.residualPlan.logWeight, 0, 1000);
    if (const Json* data = fields.array("data"))
        for (std::size_t i = 0; i < data->size(); ++i)
            train.data.push_back(dataOf((*data)[i], fmt::format("data[{}]", i), fields.issues()));
    if (train.data.empty())
        fields.problem("data", "name at least one data set, as [\"FILE\"]");
    return train;
}

PredictRequest predictRequestOf(JsonFields& fields)
{
    PredictRequest request;
    fields.text("model", request.model);
    if (request.model.empty())
        fields.problem("model", "name the model file");
    if (const Json* data = fields.find("data"))
        request.data = dataOf(*data, "data", fields.issues());
    else
        fields.problem("data", "name the data set to predict");
    return request;
}

std::optional<std::int64_t> wholeNumber(const Json* json)
{
    const double number = json && json->is_number() ? json->get<double>() : NAN;
    if (number == std::floor(number) && std::abs(number) < mostIds)
        return static_cast<std::int64_t>(number);
    return std::nullopt;
}

} // namespace

Result<Request> parseRequest(std::string_view line, std::int64_t& id)
{
    const Json json = Json::parse(line, nullptr, false);
    if (!json.is_object())
        return fail(ErrorCode::InvalidInput, "a request is one JSON object on one line");
    Issues issues;
    JsonFields fields(json, "", issues);
    if (const auto found = wholeNumber(fields.find("id")))
        id = *found;
    else
        fields.problem("id", "a request needs a whole number as its id");
    std::size_t operation = 0;
    const std::vector<std::string> operations{"train", "predict", "cancel"};
    if (!fields.find("op"))
        fields.problem("op", "a request needs an op: train, predict or cancel");
    fields.choice("op", operation, operations);
    if (hasErrors(issues))
        return fail(ErrorCode::InvalidInput, issueText(issues.front()));
    Request request{id, CancelRequest()};
    if (operation == 0)
        request.what = trainRequestOf(fields);
    if (operation == 1)
        request.what = predictRequestOf(fields);
    if (operation == 2) {
        if (const auto target = wholeNumber(fields.find("target")))
            request.what = CancelRequest{*target};
        else
            fields.problem("target", "name the id of the request to cancel");
    }
    fields.reportUnknown();
    for (const Issue& issue : issues)
        if (issue.severity == Severity::Error)
            return fail(ErrorCode::InvalidInput, issueText(issue));
    for (const Issue& issue : issues)
        if (issue.severity == Severity::Warning)
            return fail(ErrorCode::InvalidInput, issueText(issue));
    if (!issues.empty())
        return fail(ErrorCode::InvalidInput,
                    fmt::format("the request has a key that \"{}\" does not know", operations[operation]));
    return request;
}

} // namespace millrace::graphs
