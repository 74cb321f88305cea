// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/predict/predictor_jobs.h"

#include "core/report/prediction_report.h"
#include "core/report/usage_report.h"
#include "core/run/predictor_versions.h"

#include <fmt/format.h>

namespace millrace::ui {

namespace {

/// Versions of the store, and the predictor in use.
Result<void> readVersions(store::Database& database, LoadedPredictor& loaded)
{
    MR_TRY(versions, store::PredictorRepository(database).versions());
    loaded.versions = std::move(versions);
    loaded.predictor.reset();
    loaded.version = {};
    if (loaded.versions.empty())
        return {};
    MR_TRY(stored, run::readPredictor(database));
    loaded.version = stored.record.id;
    loaded.predictor = std::make_shared<const predict::UsagePredictor>(std::move(stored.predictor));
    return {};
}

Result<void> readRuns(store::Database& database, const launch::Frameworks& frameworks, const JobContext& job,
                      LoadedPredictor& loaded)
{
    MR_TRY(found, run::readUsageSamples(database, frameworks, job));
    loaded.remarks.push_back(run::countsText(found));
    loaded.samples = std::move(found.samples);
    return {};
}

Result<void> keep(const PredictorSource& source, const predict::UsagePredictor& predictor, const std::string& origin,
                  store::PredictorId parent, LoadedPredictor& loaded)
{
    MR_TRY(database, store::Database::open(source.store));
    MR_CHECK(run::keepPredictor(database, predictor, origin, parent));
    return readVersions(database, loaded);
}

std::string namesOfFiles(const std::vector<std::filesystem::path>& files)
{
    std::vector<std::string> names;
    for (const std::filesystem::path& file : files)
        names.push_back(file.filename().string());
    return fmt::format("{}", fmt::join(names, ", "));
}

} // namespace

Result<LoadedPredictor> loadPredictor(const PredictorSource& source, const launch::Frameworks& frameworks,
                                      const JobContext& job)
{
    LoadedPredictor loaded;
    if (!source.file.empty()) {
        MR_TRY(predictor, predict::UsagePredictor::open(source.file));
        loaded.predictor = std::make_shared<const predict::UsagePredictor>(std::move(predictor));
    } else if (!source.store.empty()) {
        MR_TRY(database, store::Database::openReadOnly(source.store));
        MR_CHECK(readVersions(database, loaded));
        MR_CHECK(readRuns(database, frameworks, job, loaded));
    }
    return loaded;
}

Result<LoadedPredictor> trainPredictor(const PredictorSource& source, const TrainingOrder& order,
                                       const launch::Frameworks& frameworks, const JobContext& job)
{
    LoadedPredictor loaded;
    MR_TRY(read, run::readSampleSources(order.files, frameworks, job));
    loaded.remarks = read.remarks;
    MR_TRY(predictor, predict::UsagePredictor::train(std::move(read.samples), order.options, job));
    if (source.store.empty()) {
        loaded.predictor = std::make_shared<const predict::UsagePredictor>(std::move(predictor));
        return loaded;
    }
    if (auto kept = keep(source, predictor, namesOfFiles(order.files), {}, loaded); !kept) {
        MR_TRY(reading, store::Database::openReadOnly(source.store));
        MR_CHECK(readVersions(reading, loaded));
        loaded.version = {};
        loaded.predictor = std::make_shared<const predict::UsagePredictor>(std::move(predictor));
        loaded.notKept =
            within("the predictor is not kept; save it as a file, or train again", std::move(kept).error());
    }
    if (order.files.size() == 1 && order.files.front() == source.store)
        loaded.remarks.clear(); // the store's own counts follow
    MR_TRY(database, store::Database::openReadOnly(source.store));
    MR_CHECK(readRuns(database, frameworks, job, loaded));
    return loaded;
}

Result<LoadedPredictor> learnNewRuns(const PredictorSource& source, const LoadedPredictor& loaded,
                                     const launch::Frameworks& frameworks, const JobContext& job)
{
    LoadedPredictor next = loaded;
    next.remarks.clear();
    next.notKept.reset();
    {
        MR_TRY(database, store::Database::openReadOnly(source.store));
        MR_CHECK(readRuns(database, frameworks, job, next));
    }
    MR_TRY(learnt, run::learnSamples(*loaded.predictor, next.samples, job));
    next.remarks.insert(next.remarks.end(), learnt.refused.begin(), learnt.refused.end());
    if (learnt.learnt == 0)
        return next;
    MR_CHECK(keep(source, learnt.predictor, source.store.filename().string(), loaded.version, next));
    return next;
}

Result<LoadedPredictor> useVersion(const PredictorSource& source, const LoadedPredictor& loaded,
                                   store::PredictorId version)
{
    LoadedPredictor next = loaded;
    next.notKept.reset();
    MR_TRY(database, store::Database::open(source.store));
    MR_CHECK(run::usePredictor(database, version));
    MR_CHECK(readVersions(database, next));
    return next;
}

Result<ShownPrediction> predictSetting(const predict::UsagePredictor& predictor, const Json& given,
                                       predict::RegressorKind kind)
{
    MR_TRY(completed, run::completeSetting(given, predictor.samples()));
    const std::string title = report::predictionTitle(completed.setting, kind, predictor.samples().size());
    ShownPrediction shown;
    shown.prediction = predictor.predict(completed.setting, kind);
    shown.drivers = predict::driversOf(predictor, completed.setting, kind);
    shown.table = report::predictionTable(shown.prediction, title);
    shown.network = report::sketchFigure(shown.prediction, report::SketchOf::Network, title);
    shown.device = report::sketchFigure(shown.prediction, report::SketchOf::Device, title);
    shown.sentences = shown.table.notes;
    for (std::string& sentence : report::settingSentences(completed.setting, completed.common, shown.prediction))
        shown.sentences.push_back(std::move(sentence));
    return shown;
}

ShownComparison compareSamples(const predict::UsagePredictor& predictor, const std::vector<predict::Sample>& samples,
                               std::size_t last)
{
    const std::vector<predict::ComparedRun> runs = predict::compareRuns(predictor, samples);
    const predict::Drift drift = predict::driftOf(predictor, runs, last);
    return {report::comparisonFigures(runs, drift),
            {report::driftTable(drift), report::comparisonTable(runs)},
            report::driftSentence(drift)};
}

} // namespace millrace::ui
