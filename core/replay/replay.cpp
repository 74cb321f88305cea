// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/replay/replay.h"

#include "core/analysis/capture_set.h"
#include "core/capture/packet_reader.h"
#include "core/replay/capture_source.h"
#include "core/replay/log_source.h"
#include "core/replay/replay_comparison.h"
#include "core/replay/run_feed.h"
#include "core/replay/run_source.h"
#include "core/replay/stored_run.h"
#include "core/run/run_summary.h"
#include "core/run/traffic_metrics.h"
#include "core/store/metric_kinds.h"

#include <algorithm>
#include <fmt/format.h>

namespace millrace::replay {

namespace metrics = store::metrics;

namespace {

/// Plays a source to its end.
Result<void> play(ReplaySource& source, RunFeed& feed, ReplayControl& control, const JobContext& job)
{
    constexpr int every = 256;
    int count = 0;
    control.setSpan(source.span().begin, source.span().end);
    for (;;) {
        MR_TRY(item, source.next(job));
        if (!item)
            return {};
        if (count++ % every == 0) {
            control.setSpan(source.span().begin, source.span().end);
            const auto position = control.position();
            job.progress((position.now - position.begin).count(), (position.end - position.begin).count(), "replay");
        }
        if (!control.await(item->wall, job.stop))
            return fail(ErrorCode::Cancelled, "the replay was stopped");
        MR_CHECK(feed.take(*item));
    }
}

/// What the log alone gives again: metrics of steps, the gates "steps" and "sums", congestion control.
void findFromLog(const run::RunPlan& plan, const run::WorkloadRecord& record, std::vector<store::Metric>& metrics,
                 std::vector<store::GateResult>& gates)
{
    constexpr std::string_view ofCounters[] = {metrics::sentBytes.name,          metrics::receivedBytes.name,
                                               metrics::sentPayload.name,        metrics::sentPayloadPerStep.name,
                                               metrics::retransmittedBytes.name, metrics::workerCpu.name,
                                               metrics::predictedPayload.name,   metrics::predictedPayloadPerStep.name};
    constexpr std::string_view ofLog[] = {"steps", "sums", "congestion control"};
    for (store::Metric& metric : run::summariseRun(plan, record, nullptr))
        if (std::ranges::find(ofCounters, metric.name) == std::end(ofCounters))
            metrics.push_back(std::move(metric));
    for (store::GateResult& gate : run::judgeRun(plan, record, nullptr, {}))
        if (std::ranges::find(ofLog, gate.name) != std::end(ofLog))
            gates.push_back(std::move(gate));
}

/// Analyses the captures of a run again, as far as they are there.
Result<void> findFromCaptures(const StoredRun& stored, store::Database& database, const run::WorkloadRecord& record,
                              std::vector<store::Metric>& metrics, ReplayReport& report, const JobContext& job)
{
    MR_TRY(captures, capturesOf(database, stored.record.id));
    if (captures.missing > 0)
        report.notes.push_back(
            fmt::format("{} captures were not kept or are gone; the traffic is not compared.", captures.missing));
    if (captures.missing > 0 || captures.files.empty())
        return {};
    MR_TRY(summaries, analysis::analyseCaptures(captures.files, {}, nullptr, job));
    MR_TRY(found, run::trafficMetrics(*stored.plan, record, analysis::mergeTraffic(std::move(summaries)), job));
    metrics.insert(metrics.end(), found.begin(), found.end());
    return {};
}

run::RunRef headingOf(const StoredRun& stored)
{
    run::RunRef heading;
    heading.run = stored.record.id;
    heading.label = stored.label();
    heading.position = heading.total = 1;
    heading.repetition = stored.record.repetition;
    heading.attempt = stored.record.attempt;
    heading.warmup = stored.record.warmup;
    heading.key = stored.record.position;
    if (stored.plan) {
        heading.warmupSteps = stored.plan->settings.workload.warmupSteps;
        heading.steps = stored.plan->settings.workload.steps;
    }
    return heading;
}

/// The framework of a run that cannot be planned again, by its first lines.
Result<std::string> recognise(store::Database& database, store::RunId run, Issues& issues)
{
    MR_TRY(page, store::LogRepository(database).lines(run, {}, issues));
    std::vector<std::string> lines;
    for (const auto& entry : page.entries)
        lines.push_back(entry.line.text);
    return monitor::recogniseFramework(lines);
}

void finish(ReplayReport& report, RunFeed& feed)
{
    feed.finish();
    report.counts = feed.counts();
    report.iterations = feed.iterations();
    for (const Issue& issue : feed.record().issues)
        countIssue(report.issues, issue);
}

Result<ReplayReport> replayRun(const RunOfStore& what, bool withCaptures, run::RunObserver& observer,
                               ReplayControl& control, const JobContext& job)
{
    MR_TRY(database, store::Database::openReadOnly(what.store));
    MR_TRY(stored, readStoredRun(database, what.run, what.frameworks));
    ReplayReport report;
    report.title = stored.label();
    if (stored.plan) {
        report.framework = stored.plan->settings.workload.framework;
    } else {
        MR_TRY(framework, recognise(database, what.run, report.issues));
        report.framework = std::move(framework);
        report.notes.push_back("The run cannot be planned again, so its metrics are not compared: " + stored.whyNoPlan);
    }
    const run::RunRef heading = headingOf(stored);
    RunFeed feed(heading, observer, stored.plan ? &*stored.plan : nullptr, report.framework);
    MR_TRY(source, RunSource::open(database, what.run));
    observer.runMoved(heading, store::RunState::Running);
    observer.stepMoved(heading, run::RunStep::Run, run::RunStep::Judge);
    MR_CHECK(play(source, feed, control, job));
    observer.stepMoved(heading, run::RunStep::Judge, {});
    finish(report, feed);
    for (const Issue& issue : source.issues())
        countIssue(report.issues, issue);
    run::RunOutcome outcome;
    outcome.state = stored.record.state;
    if (stored.plan) {
        findFromLog(*stored.plan, feed.record(), outcome.metrics, outcome.gates);
        if (withCaptures)
            MR_CHECK(findFromCaptures(stored, database, feed.record(), outcome.metrics, report, job));
    }
    MR_CHECK(compareWithStore(report, database, what.run, feed, outcome.metrics, outcome.gates));
    observer.runEnded(heading, outcome);
    return report;
}

Result<void> replayFile(const std::filesystem::path& file, const Recordings& what, ReplayReport& report,
                        const run::RunRef& heading, run::RunObserver& observer, ReplayControl& control,
                        const JobContext& job)
{
    if (capture::PacketReader::open(file)) {
        MR_TRY(traffic, analysis::analyseCapture(file, {}, job));
        CaptureSource source(traffic);
        RunFeed feed(heading, observer, nullptr, "command");
        report.rows.push_back({"packets of " + file.filename().string(),
                               {},
                               std::to_string(traffic.packets.all),
                               Agreement::NotCompared});
        return play(source, feed, control, job);
    }
    MR_TRY(source, LogSource::open(file, what.framework));
    if (report.framework.find(source->framework()) == std::string::npos)
        report.framework += (report.framework.empty() ? "" : ", ") + source->framework();
    RunFeed feed(heading, observer, nullptr, source->framework());
    MR_CHECK(play(*source, feed, control, job));
    feed.finish();
    const std::size_t first = report.rows.size();
    describe(report, feed);
    if (what.files.size() > 1)
        for (std::size_t row = first; row < report.rows.size(); ++row)
            report.rows[row].what = file.filename().string() + ": " + report.rows[row].what;
    const auto& counts = feed.counts();
    report.counts.read += counts.read;
    report.counts.events += counts.events;
    report.counts.silent += counts.silent;
    report.counts.unknown += counts.unknown;
    report.counts.damaged += counts.damaged;
    report.iterations += feed.iterations();
    for (const Issue& issue : feed.record().issues)
        countIssue(report.issues, issue);
    return {};
}

Result<ReplayReport> replayFiles(const Recordings& what, run::RunObserver& observer, ReplayControl& control,
                                 const JobContext& job)
{
    if (what.files.empty())
        return fail(ErrorCode::InvalidInput, "no recordings were given");
    ReplayReport report;
    run::RunRef heading;
    heading.total = static_cast<int>(what.files.size());
    for (const std::filesystem::path& file : what.files) {
        heading.label = file.filename().string();
        ++heading.position;
        heading.run = store::RunId{heading.position};
        report.title += (report.title.empty() ? "" : ", ") + heading.label;
        observer.runMoved(heading, store::RunState::Running);
        observer.stepMoved(heading, run::RunStep::Run, {});
        MR_CHECK(replayFile(file, what, report, heading, observer, control, job));
        observer.runEnded(heading, {store::RunState::Done, {}, {}, {}});
    }
    return report;
}

} // namespace

std::size_t ReplayReport::differences() const
{
    return static_cast<std::size_t>(std::ranges::count(rows, Agreement::Different, &ReplayRow::agreement));
}

Result<ReplayReport> replay(const ReplayRequest& request, run::RunObserver& observer, ReplayControl& control,
                            const JobContext& job)
{
    if (const auto* run = std::get_if<RunOfStore>(&request.what))
        return replayRun(*run, request.withCaptures, observer, control, job);
    return replayFiles(std::get<Recordings>(request.what), observer, control, job);
}

} // namespace millrace::replay
