// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/predictor_versions.h"

#include "core/base/file_io.h"
#include "core/predict/usage_drift.h"

#include <fmt/format.h>

namespace millrace::run {

Result<store::PredictorId> keepPredictor(store::Database& database, const predict::UsagePredictor& predictor,
                                         const std::string& origin, store::PredictorId parent)
{
    store::PredictorRecord record;
    record.made = wallNow();
    record.parent = parent;
    record.samples = static_cast<std::int64_t>(predictor.samples().size());
    record.dataSha256 = sha256(predict::formatSamples(predictor.samples()));
    record.origin = origin;
    return store::PredictorRepository(database).add(record, predictor.text());
}

Result<StoredPredictor> readPredictor(store::Database& database, store::PredictorId version)
{
    store::PredictorRepository repository(database);
    MR_TRY(versions, repository.versions());
    for (store::PredictorRecord& record : versions)
        if (version ? record.id == version : record.isInUse) {
            MR_TRY(text, repository.content(record.id));
            auto predictor = predict::UsagePredictor::parse(text);
            if (!predictor)
                return within(fmt::format("version {} of the predictor", record.id.value),
                              std::move(predictor).error());
            return StoredPredictor{std::move(record), *std::move(predictor)};
        }
    const std::string file = database.file().string();
    if (version)
        return fail(ErrorCode::NotFound,
                    fmt::format("{} has no version {} of a predictor; list them with millrace-cli train --versions {}",
                                file, version.value, file));
    return fail(ErrorCode::NotFound,
                fmt::format("{} has no predictor; train one with millrace-cli train {} --keep {}", file, file, file));
}

Result<void> usePredictor(store::Database& database, store::PredictorId version)
{
    return store::PredictorRepository(database).use(version, wallNow());
}

Result<LearntPredictor> learnSamples(const predict::UsagePredictor& predictor, std::span<const predict::Sample> samples,
                                     const JobContext& job)
{
    LearntPredictor result{predictor, 0, {}};
    const std::vector<predict::Sample> fresh = predict::newSamples(predictor, samples);
    for (const predict::Sample& sample : fresh) {
        job.progress(static_cast<long long>(result.learnt), static_cast<long long>(fresh.size()), "learning");
        auto next = result.predictor.learn(sample, job);
        if (next) {
            result.predictor = *std::move(next);
            ++result.learnt;
        } else if (next.error().code == ErrorCode::InvalidInput) {
            result.refused.push_back(fmt::format("run \"{}\": {}", sample.provenance.run, next.error().text()));
        } else {
            return std::move(next).error();
        }
    }
    return result;
}

} // namespace millrace::run
