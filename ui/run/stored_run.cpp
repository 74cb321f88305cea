// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/run/stored_run.h"

#include "core/run/iteration_samples.h"
#include "core/store/event_repository.h"
#include "core/store/run_repository.h"
#include "core/store/series_kinds.h"
#include "core/store/series_repository.h"
#include "ui/base/format.h"
#include "ui/plots/stored_series.h"

#include <tuple>

namespace millrace::ui {
namespace {

constexpr std::int64_t mostToAdd = 500'000; // samples

/// The throughput of all workers of a run that was recorded when it was not a series of its own; nothing where there
/// are too many samples to read.
Result<std::shared_ptr<LiveSeries>>
sumThroughput(store::Database& database, const std::vector<store::SeriesRecord>& records, const JobContext& job)
{
    std::vector<std::tuple<std::int64_t, std::string, double>> all;
    std::int64_t samples = 0;
    store::SeriesRepository repository(database);
    for (const store::SeriesRecord& record : records) {
        if (record.name != store::series::throughput.name || job.cancelled())
            continue;
        if (record.node.empty())
            return std::shared_ptr<LiveSeries>();
        samples += record.samples;
        if (samples > mostToAdd)
            return std::shared_ptr<LiveSeries>();
        Issues damage;
        MR_TRY(series, repository.read(record.id, damage));
        for (std::size_t i = 0; i < series.times.size(); ++i)
            all.emplace_back(series.times[i], record.node, series.values[i]);
    }
    std::ranges::sort(all);
    run::TotalThroughput total;
    auto sum = std::make_shared<LiveSeries>();
    for (const auto& [time, worker, value] : all)
        if (const auto rate = total.add(worker, value))
            sum->append(time, *rate);
    sum->finish();
    return all.empty() ? std::shared_ptr<LiveSeries>() : sum;
}

Result<void> readMarks(store::Database& database, store::RunId run, RunMarks& marks)
{
    store::EventRepository repository(database);
    store::EventQuery query;
    for (;;) {
        MR_TRY(page, repository.events(run, query));
        for (const store::Event& event : page.events)
            marks.add(event);
        if (page.atEnd)
            break;
        query.after = page.next;
    }
    return {};
}

} // namespace

Result<StoredRun> readStoredRun(const std::filesystem::path& store, store::RunId run, const JobContext& job)
{
    MR_TRY(database, store::Database::openReadOnly(store));
    MR_TRY(records, store::SeriesRepository(database).list(run));
    StoredRun stored;
    for (const store::SeriesRecord& record : records)
        stored.series.push_back({record.name, record.node, record.unit,
                                 std::make_shared<StoredSeries>(store, record.id, record.samples,
                                                                TimeRange{record.firstTime, record.lastTime + 1})});
    MR_TRY(sum, sumThroughput(database, records, job));
    if (sum)
        stored.series.push_back(
            {std::string(store::series::throughput.name), {}, std::string(store::series::throughput.unit), sum});
    MR_CHECK(readMarks(database, run, stored.marks));
    return stored;
}

} // namespace millrace::ui
