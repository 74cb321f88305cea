// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/predict/network_fit.h"

#include "core/base/file_io.h"
#include "core/predict/data_source.h"

#include <algorithm>
#include <fmt/format.h>

namespace millrace::predict {

namespace {

Error unreadable(const char* what)
{
    return fail(ErrorCode::Protocol,
                fmt::format("millrace-graphs answered without {}; install both of the same version of Millrace", what));
}

/// May throw what Json throws.
std::array<double, 3> lossesOf(const Json& json)
{
    std::array<double, 3> losses{unknown, unknown, unknown};
    for (const Part part : parts)
        if (const std::string name(partName(part));
            json.contains(name) && json.at(name).is_number() && json.at(name) != 0)
            losses[static_cast<std::size_t>(part)] = json.at(name).get<double>();
    return losses;
}

std::optional<Part> findPart(const std::string& name)
{
    const auto found = std::ranges::find(parts, name, partName);
    return found == parts.end() ? std::nullopt : std::optional(*found);
}

Result<void> ratePredictions(GraphsClient& client, const std::filesystem::path& model, const std::string& source,
                             const DataSet& set, NetworkOutcome& outcome, const JobContext& job)
{
    MR_TRY(answer, client.request({{"op", "predict"}, {"model", model.string()}, {"data", source}}, {}, job));
    MR_TRY(predictions, readNetworkPredictions(answer));
    MR_TRY(errors, networkErrors(set, predictions));
    outcome.predictions = std::move(predictions);
    outcome.errors = errors;
    return {};
}

} // namespace

Result<NetworkFit> readNetworkFit(const Json& answer)
{
    try {
        NetworkFit fit;
        fit.before = lossesOf(answer.at("before"));
        fit.after = lossesOf(answer.at("after"));
        fit.epochs = answer.at("epochs").get<int>();
        fit.bestEpoch = answer.at("best_epoch").get<int>();
        fit.stoppedEarly = answer.at("stopped_early").get<bool>();
        fit.cpuSeconds = answer.at("cpu_seconds").get<double>();
        return fit;
    } catch (const Json::exception&) {
        return unreadable("the losses of a training");
    }
}

Result<std::vector<NetworkPrediction>> readNetworkPredictions(const Json& answer)
{
    try {
        if (answer.at("metrics").size() != metricCount)
            return unreadable("the twelve metrics");
        std::vector<NetworkPrediction> predictions;
        for (const Json& graph : answer.at("graphs")) {
            const auto part = findPart(graph.at("part").get<std::string>());
            if (!part)
                return unreadable("a known part of the data set");
            predictions.push_back({*part, graph.at("values").get<std::array<double, metricCount>>(),
                                   graph.at("spread").get<std::array<double, metricCount>>()});
        }
        return predictions;
    } catch (const Json::exception&) {
        return unreadable("predictions");
    }
}

Result<std::array<PartErrors, 3>> networkErrors(const DataSet& set, const std::vector<NetworkPrediction>& predictions)
{
    std::array<PartErrors, 3> errors;
    for (const Part part : parts) {
        std::vector<std::array<double, metricCount>> values;
        for (const NetworkPrediction& prediction : predictions)
            if (prediction.part == part)
                values.push_back(prediction.values);
        if (values.size() != set.graphCount(part))
            return unreadable("a prediction for each graph");
        if (!values.empty())
            errors[static_cast<std::size_t>(part)] = errorsOf(set, part, values);
    }
    return errors;
}

Result<NetworkOutcome> trainNetwork(const std::filesystem::path& program, const NetworkTraining& training,
                                    const std::function<void(const GraphsEpoch&)>& epoch, const JobContext& job)
{
    if (training.data.empty())
        return fail(ErrorCode::InvalidInput, "give a data set of graphs: a file, or synth:A, synth:B or synth:C");
    MR_TRY(set, readDataSource(training.data.front()));
    MR_TRY(client, GraphsClient::start(program, job));
    NetworkOutcome outcome;
    outcome.dataSet = set.name;
    outcome.note = client.note();
    std::optional<TemporaryFolder> folder;
    NetworkTraining asked = training;
    if (asked.save.empty()) {
        MR_TRY(made, TemporaryFolder::make("millrace-network"));
        folder = std::move(made);
        asked.save = folder->path() / "model.safetensors";
    }
    MR_TRY(answer, client.request(requestOf(asked), epoch, job));
    MR_TRY(fit, readNetworkFit(answer));
    outcome.fit = fit;
    job.progress(0, 0, "predicting");
    MR_CHECK(ratePredictions(client, asked.save, training.data.front(), set, outcome, job));
    job.progress(0, 0, "rating other predictors");
    MR_TRY(others, ratePredictors(set, training.seed, job));
    outcome.others = std::move(others);
    return outcome;
}

Result<NetworkOutcome> predictByNetwork(const std::filesystem::path& program, const std::filesystem::path& model,
                                        const std::string& source, const JobContext& job)
{
    MR_TRY(set, readDataSource(source));
    MR_TRY(client, GraphsClient::start(program, job));
    NetworkOutcome outcome;
    outcome.dataSet = set.name;
    outcome.note = client.note();
    MR_CHECK(ratePredictions(client, std::filesystem::absolute(model), source, set, outcome, job));
    return outcome;
}

bool isNetworkFile(const std::filesystem::path& file)
{
    return file.extension() == ".safetensors";
}

} // namespace millrace::predict
