// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/studies/tum/import.h"

#include "core/studies/imported_runs.h"
#include "core/studies/tum/values.h"

#include <fmt/format.h>

namespace millrace::studies::tum {

namespace {

/// The job of one run as a part of the job of all, in bytes of their files.
JobContext partOf(const JobContext& job, const std::string& name, std::uint64_t before, std::uint64_t bytes,
                  std::uint64_t total)
{
    JobContext part{job.stop, {}};
    if (job.report)
        part.report = [&job, name, before, bytes, total](long long done, long long all, std::string_view step) {
            const double share = all > 0 ? static_cast<double>(done) / static_cast<double>(all) : 0;
            job.progress(static_cast<long long>(before) + static_cast<long long>(share * static_cast<double>(bytes)),
                         static_cast<long long>(total), fmt::format("{}: {}", name, step));
        };
    return part;
}

TumImportedRun withoutPackets(TumRun& run)
{
    TumImportedRun imported;
    imported.folder = std::move(run.folder);
    imported.key = std::move(run.key);
    imported.source = run.source;
    imported.files = std::move(run.files);
    imported.logRows = run.log.rows.size();
    imported.figures = std::move(run.figures);
    imported.accuracy = std::move(run.accuracy);
    imported.utilization = std::move(run.utilization);
    imported.batchEffect = std::move(run.batchEffect);
    imported.issues = std::move(run.issues);
    return imported;
}

class Import
{
public:
    Import(const TumImportRequest& request, const JobContext& job) : m_request(request), m_job(job) { }

    Result<TumImportOutcome> execute(store::Database* database, const std::function<void(const TumImportedRun&)>& onRun)
    {
        MR_TRY(campaign, findTumRuns(m_request.folder));
        m_outcome.skippedFolders = campaign.skipped;
        m_folder = campaign.path;
        if (database != nullptr) {
            MR_TRY(opened, ImportedRuns::open(*database, "tum", campaign.path));
            m_store.emplace(std::move(opened));
        }
        for (const TumRunFolder& folder : campaign.runs)
            m_total += folder.bytes;
        for (const TumRunFolder& folder : campaign.runs) {
            MR_CHECK(one(folder));
            if (onRun)
                onRun(m_outcome.runs.back());
        }
        if (m_store) {
            MR_CHECK(m_store->finish());
            m_outcome.campaign = m_store->campaign();
        }
        if (!m_request.publishedJson.empty())
            MR_CHECK(writeTumCampaignJson(m_named, m_request.publishedJson));
        compare();
        return std::move(m_outcome);
    }

private:
    Result<void> one(const TumRunFolder& folder)
    {
        if (m_job.cancelled())
            return fail(ErrorCode::Cancelled,
                        "the import was cancelled; what was stored is kept, repeat it to continue");
        const auto key = contentKey(folder);
        const auto known = m_store && key ? m_store->find(*key) : std::nullopt;
        if (known && m_request.publishedJson.empty()) {
            TumImportedRun& run = m_outcome.runs.emplace_back();
            run.folder = folder;
            run.key = *key;
            run.fate = RunFate::AlreadyThere;
            run.run = *known;
            MR_CHECK(m_store->keep(*known));
            m_done += folder.bytes;
            return {};
        }
        MR_TRY(run, readTumRun(folder, m_request.options, partOf(m_job, folder.name, m_done, folder.bytes, m_total)));
        m_done += folder.bytes;
        std::optional<store::RunId> id = known;
        if (m_store && !known) {
            ImportedRun imported = importedRunOf(run, m_folder);
            imported.identity = folder.path.string();
            MR_TRY(saved, m_store->save(imported));
            id = saved;
        }
        if (!m_request.publishedJson.empty()) {
            MR_CHECK(writeTumRunJson(run, m_request.publishedJson));
            if (run.source != TumTraffic::None)
                m_named.push_back(namedTraffic(run));
        }
        m_summaries.push_back(std::move(run.summary));
        m_outcome.runs.push_back(withoutPackets(run));
        if (id) {
            m_outcome.runs.back().fate = known ? RunFate::AlreadyThere : RunFate::Stored;
            m_outcome.runs.back().run = *id;
        }
        return {};
    }

    void compare()
    {
        for (auto&& part : {dataTransferred(m_summaries), flowCounts(m_summaries), lossDurations(m_summaries)})
            m_outcome.figures.insert(m_outcome.figures.end(), part.begin(), part.end());
        m_outcome.patterns = patternMaps(m_summaries);
        auto regression = studyRegression(m_summaries);
        if (regression)
            m_outcome.regression = *std::move(regression);
        else
            m_outcome.regressionRemark = regression.error().what;
    }

    const TumImportRequest& m_request;
    const JobContext& m_job;
    std::filesystem::path m_folder;
    std::optional<ImportedRuns> m_store;
    TumImportOutcome m_outcome;
    std::vector<StudyRun> m_summaries;
    std::vector<NamedTraffic> m_named;
    std::uint64_t m_done = 0;
    std::uint64_t m_total = 0;
};

} // namespace

Result<TumImportOutcome> importTum(const TumImportRequest& request, store::Database* database,
                                   const std::function<void(const TumImportedRun&)>& onRun, const JobContext& job)
{
    return Import(request, job).execute(database, onRun);
}

} // namespace millrace::studies::tum
