// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/recorded_run.h"

#include "core/store/artefact_repository.h"
#include "core/store/event_kinds.h"
#include "core/store/event_repository.h"
#include "core/store/recorded_network.h"
#include "core/store/run_repository.h"
#include "core/store/series_kinds.h"
#include "core/store/series_repository.h"

#include <algorithm>

namespace millrace::report {
namespace {

namespace fs = std::filesystem;

/// The latest run that left all of these files; none if they belong to different runs.
Result<std::optional<store::RunId>> runWithAll(store::ArtefactRepository& artefacts,
                                               const std::vector<std::string>& hashes)
{
    std::vector<store::RunId> common;
    for (std::size_t i = 0; i < hashes.size(); ++i) {
        MR_TRY(runs, artefacts.runsWith(hashes[i]));
        if (i == 0)
            common = std::move(runs);
        else
            std::erase_if(common, [&](store::RunId run) { return std::ranges::find(runs, run) == runs.end(); });
    }
    return common.empty() ? std::optional<store::RunId>() : common.front();
}

std::map<std::string, std::string> filesIn(const std::vector<store::Artefact>& artefacts,
                                           const store::ArtefactFolder& folder)
{
    std::map<std::string, std::string> names;
    for (const store::Artefact& each : artefacts) {
        if (each.sha256.empty() || each.node.empty())
            continue;
        const std::string part = each.ordinal > 0 ? "-" + std::to_string(each.ordinal) : std::string();
        names.emplace(folder.fileOf(each.sha256).filename().string(), each.node + part + ".pcap");
    }
    return names;
}

/// Reads all events; `benchmark` gets the instant of the earliest end of warm-up, 0 when there was none.
Result<std::vector<store::Event>> eventsOf(store::Database& database, store::RunId run, std::int64_t& benchmark)
{
    store::EventRepository repository(database);
    std::vector<store::Event> events;
    for (store::EventQuery query;;) {
        MR_TRY(page, repository.events(run, query));
        for (store::Event& event : page.events) {
            const std::int64_t wall = event.wall.count();
            if (event.kind == store::events::phase && event.text == "benchmark")
                benchmark = benchmark == 0 ? wall : std::min(benchmark, wall);
            events.push_back(std::move(event));
        }
        if (page.atEnd)
            return events;
        query.after = page.next;
    }
}

Result<std::vector<RecordedStep>> stepsOf(store::Database& database, store::RunId run, std::int64_t benchmark,
                                          const JobContext& job)
{
    store::SeriesRepository repository(database);
    MR_TRY(all, repository.list(run));
    std::vector<RecordedStep> steps;
    for (const store::SeriesRecord& record : all) {
        if (record.name != store::series::stepTime.name || !record.node.starts_with("rank "))
            continue;
        if (job.cancelled())
            return fail(ErrorCode::Cancelled, "cancelled while the steps of the run were read");
        Issues damage;
        MR_TRY(series, repository.read(record.id, damage));
        for (std::size_t i = 0; i < series.times.size(); ++i) {
            const std::int64_t end = series.times[i];
            const std::int64_t begin = end - static_cast<std::int64_t>(series.values[i] * 1e9);
            if (i == steps.size())
                steps.push_back({begin, end, 1, false});
            steps[i].begin = std::min(steps[i].begin, begin);
            steps[i].end = std::max(steps[i].end, end);
        }
    }
    int warmups = 0, measured = 0;
    for (RecordedStep& step : steps) {
        // The ranks end their warm-up at slightly different times; the middle of a step is not affected.
        step.warmup = step.begin / 2 + step.end / 2 <= benchmark;
        step.number = step.warmup ? ++warmups : ++measured;
    }
    return steps;
}

} // namespace

Result<std::optional<RecordedRun>> recordedRunOf(std::span<const fs::path> captures, const JobContext& job)
{
    std::vector<std::string> hashes;
    fs::path file;
    for (const fs::path& capture : captures) {
        const auto place = store::ArtefactFolder::placeOf(capture);
        if (!place || (!file.empty() && place->store != file))
            return std::optional<RecordedRun>();
        file = place->store;
        hashes.push_back(place->sha256);
    }
    std::error_code error;
    if (hashes.empty() || !fs::is_regular_file(file, error))
        return std::optional<RecordedRun>();
    MR_TRY(database, store::Database::openReadOnly(file));
    store::ArtefactRepository artefacts(database);
    MR_TRY(id, runWithAll(artefacts, hashes));
    if (!id)
        return std::optional<RecordedRun>();
    RecordedRun recorded;
    recorded.store = file;
    const SystemClock clock;
    store::RunRepository runs(database, clock);
    MR_TRY(run, runs.run(*id));
    recorded.run = std::move(run);
    MR_TRY(snapshots, runs.snapshots(*id));
    recorded.nodes = store::nodesByAddress(snapshots);
    MR_TRY(recordings, artefacts.artefacts(*id));
    recorded.files = filesIn(recordings, artefacts.folder());
    std::int64_t benchmark = 0;
    MR_TRY(events, eventsOf(database, *id, benchmark));
    recorded.events = std::move(events);
    MR_TRY(steps, stepsOf(database, *id, benchmark, job));
    recorded.steps = std::move(steps);
    return std::optional(std::move(recorded));
}

std::string captureName(const RecordedRun* run, const fs::path& capture)
{
    const std::string name = capture.filename().string();
    if (run == nullptr)
        return name;
    const auto known = run->files.find(name);
    return known == run->files.end() ? name : known->second;
}

std::vector<std::string> nodeNames(const analysis::TrafficSummary& traffic, const RecordedRun& run)
{
    std::vector<std::string> names;
    for (const capture::IpAddress& address : traffic.addresses) {
        const auto known = run.nodes.find(address.text());
        names.push_back(known == run.nodes.end() ? std::string() : known->second);
    }
    return names;
}

} // namespace millrace::report
