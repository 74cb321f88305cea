// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/graphs/execute.h"

#include "core/base/file_io.h"
#include "core/base/overloaded.h"
#include "core/base/sha256.h"
#include "core/base/version.h"
#include "core/predict/data_source.h"

#include <fmt/format.h>

namespace millrace::graphs {

namespace {

Json lossesJson(const PartLosses& losses)
{
    Json json = Json::object();
    for (const auto part : predict::parts)
        json[std::string(predict::partName(part))] = losses[static_cast<std::size_t>(part)];
    return json;
}

/// The model that a request starts from: loaded, or with drawn weights.
Result<StoredModel> startOf(const TrainRequest& request, const std::vector<predict::DataSet>& sets)
{
    if (!request.start.empty()) {
        MR_TRY(model, readModel(request.start, request.transfer));
        MR_TRY(parent, sha256OfFile(request.start));
        model.description.parent = std::move(parent);
        return model;
    }
    ModelDescription description;
    description.shape = request.shape;
    const auto features = static_cast<int>(sets.front().of(predict::Part::Train).front().nodeFeatures);
    if (auto* shape = std::get_if<ResidualShape>(&description.shape)) {
        shape->features = features;
        shape->settings = static_cast<int>(request.data.front().setting.size());
        MR_TRY(network, ResidualModel::create(*shape, request.seed));
        return StoredModel{std::move(description), std::move(network)};
    }
    auto& shape = std::get<PublishedShape>(description.shape);
    shape.features = features;
    MR_TRY(network, PublishedModel::create(shape, Transfer::None, request.seed));
    return StoredModel{std::move(description), std::move(network)};
}

Result<FitReport> fitModel(StoredModel& model, const TrainRequest& request, const std::vector<predict::DataSet>& sets,
                           const EpochObserver& observer, const JobContext& job)
{
    if (auto* network = std::get_if<ResidualModel>(&model.network)) {
        std::vector<SettingData> data;
        for (std::size_t i = 0; i < sets.size(); ++i)
            data.push_back({&sets[i], request.data[i].setting});
        return network->fit(data, request.residualPlan, request.transfer, observer, job);
    }
    if (sets.size() != 1 || !request.data.front().setting.empty())
        return fail(ErrorCode::InvalidInput, "a published network is trained on one data set and reads no setting");
    return std::get<PublishedModel>(model.network).fit(sets.front(), request.publishedPlan, observer, job);
}

Result<Json> train(const TrainRequest& request, const EpochObserver& observer, const JobContext& job)
{
    std::vector<predict::DataSet> sets;
    for (const RequestedData& data : request.data) {
        MR_TRY(set, predict::readDataSource(data.source));
        MR_CHECK(predict::check(set));
        sets.push_back(std::move(set));
    }
    MR_TRY(model, startOf(request, sets));
    MR_TRY(report, fitModel(model, request, sets, observer, job));
    ModelDescription& description = model.description;
    description.transfer = request.transfer;
    description.seed = request.seed;
    description.program = programVersion;
    description.bestEpoch = report.bestEpoch;
    description.losses = report.after;
    description.data.clear();
    for (std::size_t i = 0; i < sets.size(); ++i)
        description.data.push_back(
            {sets[i].name, dataSetHash(sets[i]), request.data[i].setting, predict::labelMaxima(sets[i])});
    if (!request.save.empty())
        MR_CHECK(writeModel(request.save, model));
    return Json{{"model", toJson(description)},      {"before", lossesJson(report.before)},
                {"after", lossesJson(report.after)}, {"epochs", report.epochs.size()},
                {"best_epoch", report.bestEpoch},    {"stopped_early", report.stoppedEarly},
                {"cpu_seconds", report.cpuSeconds}};
}

/// Values of a published network in the units of the metrics: as in its authors' code they may be slightly negative.
Result<std::vector<GraphPrediction>> publishedPredictions(const PublishedModel& network,
                                                          const std::array<double, predict::metricCount>& maxima,
                                                          const predict::Batch& batch)
{
    MR_TRY(outputs, network.outputs(batch));
    std::vector<GraphPrediction> result(batch.graphs);
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        const std::size_t metric = i % predict::metricCount;
        result[i / predict::metricCount].values[metric] = static_cast<double>(outputs[i]) * maxima[metric];
    }
    return result;
}

Result<Json> predictSet(const PredictRequest& request, const JobContext& job)
{
    MR_TRY(model, readModel(request.model));
    if (model.description.data.empty())
        return fail(ErrorCode::InvalidInput,
                    "these weights do not say in which units they predict; train their readout on own data first");
    MR_TRY(set, predict::readDataSource(request.data.source));
    Json graphs = Json::array();
    for (const auto part : predict::parts)
        for (const predict::Batch& batch : set.of(part)) {
            if (job.cancelled())
                return fail(ErrorCode::Cancelled, "the prediction was cancelled");
            MR_TRY(predicted,
                   std::visit(Overloaded{[&](const ResidualModel& network) {
                                             return network.predict(batch, request.data.setting);
                                         },
                                         [&](const PublishedModel& network) {
                                             return publishedPredictions(network, model.description.data.front().maxima,
                                                                         batch);
                                         }},
                              model.network));
            for (const GraphPrediction& each : predicted)
                graphs.push_back({{"part", predict::partName(part)}, {"values", each.values}, {"spread", each.spread}});
        }
    Json names = Json::array();
    Json units = Json::array();
    for (const auto& metric : predict::metrics) {
        names.push_back(metric.id);
        units.push_back(metric.unit);
    }
    return Json{{"metrics", std::move(names)}, {"units", std::move(units)}, {"graphs", std::move(graphs)}};
}

} // namespace

Json epochJson(const EpochLoss& loss)
{
    return {{"member", loss.member}, {"epoch", loss.epoch}, {"train", loss.train}, {"validation", loss.validation}};
}

Result<Json> execute(const Request& request, const EpochObserver& observer, const JobContext& job)
{
    if (job.cancelled())
        return fail(ErrorCode::Cancelled, "the request was cancelled before it began");
    if (const auto* training = std::get_if<TrainRequest>(&request.what))
        return train(*training, observer, job);
    if (const auto* prediction = std::get_if<PredictRequest>(&request.what))
        return predictSet(*prediction, job);
    return fail(ErrorCode::Internal, "a cancellation is not executed");
}

} // namespace millrace::graphs
