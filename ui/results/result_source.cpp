// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/results/result_source.h"

#include "core/store/event_repository.h"
#include "core/store/run_repository.h"

namespace millrace::ui {
namespace {

Result<void> checkCancelled(const JobContext& job)
{
    return job.cancelled() ? Result<void>(fail(ErrorCode::Cancelled, "Reading the store was cancelled."))
                           : Result<void>();
}

} // namespace

Result<ResultOverview> readOverview(const std::filesystem::path& file, const std::vector<store::CampaignId>& campaigns,
                                    const JobContext& job)
{
    MR_CHECK(store::settleInterruptedRuns(file));
    MR_TRY(database, store::Database::openReadOnly(file));
    const SystemClock clock;
    store::ResultQuery query(database);
    store::ResultFilter filter;
    filter.campaigns = campaigns;
    ResultOverview overview;
    MR_TRY(records, store::RunRepository(database, clock).campaigns());
    overview.campaigns = std::move(records);
    MR_TRY(count, query.count(filter));
    overview.runCount = count;
    overview.storeRuns = count;
    if (!campaigns.empty()) {
        MR_TRY(all, query.count({}));
        overview.storeRuns = all;
    }
    MR_CHECK(checkCancelled(job));
    MR_TRY(factors, query.factors(filter));
    overview.factors = std::move(factors);
    MR_CHECK(checkCancelled(job));
    MR_TRY(metrics, query.metrics(filter));
    overview.metrics = std::move(metrics);
    return overview;
}

Result<store::ResultIndex> readIndex(const std::filesystem::path& file, const store::ResultFilter& filter,
                                     const store::ResultOrder& order, const JobContext& job)
{
    MR_TRY(database, store::Database::openReadOnly(file));
    MR_CHECK(checkCancelled(job));
    return store::ResultQuery(database).index(filter, order);
}

Result<std::vector<store::ResultRow>> readRows(const std::filesystem::path& file, std::span<const store::RunId> runs,
                                               const JobContext& job)
{
    MR_CHECK(checkCancelled(job));
    MR_TRY(database, store::Database::openReadOnly(file));
    return store::ResultQuery(database).rows(runs);
}

Result<RunDetails> readRun(const std::filesystem::path& file, store::RunId run)
{
    MR_TRY(database, store::Database::openReadOnly(file));
    const SystemClock clock;
    store::RunRepository repository(database, clock);
    MR_TRY(record, repository.run(run));
    MR_TRY(campaign, repository.campaign(record.campaign));
    MR_TRY(campaigns, repository.campaigns());
    MR_TRY(metrics, repository.metrics(run));
    MR_TRY(gates, repository.gates(run));
    MR_TRY(snapshots, repository.snapshots(run));
    MR_TRY(journal, repository.journal(record.campaign));
    std::erase_if(journal, [run](const store::JournalEntry& entry) { return entry.run != run; });
    MR_TRY(events, store::EventRepository(database).events(run));
    MR_TRY(series, store::SeriesRepository(database).list(run));
    MR_TRY(lines, store::LogRepository(database).lineCount(run));
    MR_TRY(artefacts, store::ArtefactRepository(database).artefacts(run));
    std::erase_if(artefacts, [](const store::Artefact& each) { return each.kind != "capture"; });
    return RunDetails{
        std::move(record),    std::move(campaign), campaigns.size(),         std::move(metrics), std::move(gates),
        std::move(snapshots), std::move(journal),  std::move(events.events), std::move(series),  lines,
        std::move(artefacts)};
}

Result<store::LogPage> readLog(const std::filesystem::path& file, store::RunId run, const store::LogQuery& query,
                               const JobContext& job)
{
    MR_TRY(database, store::Database::openReadOnly(file));
    Issues issues;
    return store::LogRepository(database).lines(run, query, issues, job);
}

Result<void> setExcluded(const std::filesystem::path& file, const std::vector<store::RunId>& runs, bool excluded,
                         const std::string& reason)
{
    MR_TRY(database, store::Database::open(file));
    const SystemClock clock;
    store::RunRepository repository(database, clock);
    for (const store::RunId run : runs)
        MR_CHECK(repository.setExcluded(run, excluded, reason));
    return {};
}

} // namespace millrace::ui
