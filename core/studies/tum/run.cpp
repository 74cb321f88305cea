// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/studies/tum/run.h"

#include "core/base/atomic_file.h"
#include "core/base/file_io.h"
#include "core/base/unknown.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

namespace millrace::studies::tum {

namespace {

void addIssues(Issues& all, const Issues& more)
{
    for (const Issue& issue : more)
        countIssue(all, issue);
}

Issue badFile(const std::filesystem::path& file, const Error& error)
{
    std::string what = error.text();
    // `where` has the folder.
    if (const std::size_t at = what.find(file.string()); at != std::string::npos)
        what.replace(at, file.string().size(), file.filename().string());
    return {"bad-file", Severity::Warning, 1, std::move(what), file.string()};
}

/// The captures or field lists among these files; the others are counted.
std::vector<std::filesystem::path> usable(const std::vector<std::filesystem::path>& files, TumRun& run)
{
    std::vector<std::filesystem::path> good;
    for (const std::filesystem::path& file : files) {
        importers::NameBook names;
        if (const auto opened = openPackets(file, names); opened)
            good.push_back(file);
        else
            run.issues.push_back(badFile(file, opened.error()));
    }
    return good;
}

Result<void> readPackets(TumRun& run, const TumOptions& options, const JobContext& job)
{
    const auto captures = usable(run.folder.captures, run), tables = usable(run.folder.tables, run);
    PublishedRequest request{captures, options.packets};
    request.files.insert(request.files.end(), tables.begin(), tables.end());
    std::ranges::sort(request.files, {}, [](const auto& file) { return file.filename(); });
    if (request.files.empty())
        return {};
    importers::NameBook names;
    TrafficEstimators estimators(names, options.published);
    PublishedEstimators* const each = &estimators;
    auto files = readPublished(request, names, std::span(&each, 1), job);
    if (!files && files.error().code == ErrorCode::Cancelled)
        return files.error();
    if (!files) {
        run.issues.push_back(badFile(run.folder.path, files.error()));
        return {};
    }
    run.files = *std::move(files);
    run.traffic = std::move(estimators.traffic);
    run.publishedTimes = std::move(estimators.publishedTimes);
    run.figures = std::move(estimators.figures);
    run.source = tables.empty() ? TumTraffic::Captures : captures.empty() ? TumTraffic::Tables : TumTraffic::Both;
    for (const PublishedFile& file : run.files)
        addIssues(run.issues, file.issues);
    return {};
}

Result<void> readPublished(TumRun& run, const TumOptions& options, const JobContext& job)
{
    if (run.source != TumTraffic::None || !run.folder.parsed)
        return {};
    auto traffic = readTumTraffic(*run.folder.parsed, options.published.wallZone, run.issues, job);
    if (!traffic && traffic.error().code == ErrorCode::Cancelled)
        return traffic.error();
    if (!traffic) {
        run.issues.push_back(badFile(*run.folder.parsed, traffic.error()));
        return {};
    }
    run.traffic = *std::move(traffic);
    run.source = TumTraffic::PublishedJson;
    run.figures = trafficFigures(run.traffic, {}, options.published);
    return {};
}

Result<void> readLog(TumRun& run, const JobContext& job)
{
    if (!run.folder.log)
        return {};
    auto log = readTrainHistory(*run.folder.log, job);
    if (!log && log.error().code == ErrorCode::Cancelled)
        return log.error();
    if (!log) {
        run.issues.push_back(badFile(*run.folder.log, log.error()));
        return {};
    }
    run.log = *std::move(log);
    addIssues(run.issues, run.log.issues);
    return {};
}

double dataUntil(const std::vector<AccuracyPoint>& curve, double accuracy)
{
    const auto found = std::ranges::find_if(curve, [&](const auto& point) { return point.accuracy >= accuracy; });
    return found == curve.end() ? unknown : found->gigabytes;
}

void addTraining(TumRun& run)
{
    if (run.log.rows.empty())
        return;
    const report::PublishedFigures training = trainingFigures(run.log.rows);
    run.figures.insert(run.figures.end(), training.begin(), training.end());
    run.summary.durationMinutes = training.front().right;
    if (run.source == TumTraffic::None)
        return;
    const report::PublishedFigure step = dataPerStep(run.traffic, run.log.rows);
    run.summary.megabytesPerStep = step.asPublished;
    run.summary.rightMegabytesPerStep = step.right;
    run.figures.push_back(step);
    run.accuracy = accuracyCurve(run.traffic, run.log.rows);
    for (const double accuracy : {0.6, 0.8})
        run.figures.push_back({fmt::format("data.until-accuracy-{}", accuracy), "", "GB",
                               dataUntil(run.accuracy.asPublished, accuracy), dataUntil(run.accuracy.right, accuracy),
                               "data of all workers in bins as long as the mean step, first bins left out so that bins "
                               "and steps are equally many",
                               "data of all workers until the step's time stamp", run.accuracy.remark});
}

/// Cells 6-8 and 26-28: the rows of 10 ms that the notebook uses.
void addPanels(TumRun& run)
{
    constexpr std::int64_t utilizationRow = 9000, batchRow = 9495, rows = 25;
    const auto panel = [&](std::int64_t firstRow) {
        auto series = linkPanel(run.traffic, firstRow, rows);
        std::erase_if(series, [](const auto& each) { return each.right.empty() && each.asPublished.empty(); });
        return series;
    };
    run.utilization = panel(utilizationRow);
    run.batchEffect = panel(batchRow);
    if (run.batchEffect.size() > 1)
        run.batchEffect.resize(1);
}

void summarise(TumRun& run)
{
    const PublishedTraffic& traffic = run.traffic;
    run.summary.name = run.folder.name;
    run.summary.factors = run.folder.factors;
    if (run.source == TumTraffic::None)
        return;
    for (const PairTotals& pair : traffic.pairs)
        if (pair.ipv4)
            run.summary.pairs[{pair.source, pair.destination}] = pair.wireBytes;
    run.summary.wireBytes = traffic.wireBytes;
    run.summary.flows = static_cast<double>(traffic.studyFlows());
    run.summary.allFlows = static_cast<double>(traffic.flows.size());
}

Result<void> writeText(const std::filesystem::path& file, const std::string& text)
{
    return writeFileAtomically(file, text);
}

template <typename Produce>
Result<void> writePieces(const std::filesystem::path& file, Produce produce)
{
    MR_TRY(out, AtomicFile::create(file));
    MR_CHECK(produce([&out](std::string_view text) { return out.write(text); }));
    return out.commit();
}

} // namespace

std::string_view trafficName(TumTraffic traffic) noexcept
{
    static constexpr std::array<std::string_view, 5> names = {"none", "captures", "field-lists",
                                                              "captures-and-field-lists", "published-json"};
    return names[static_cast<std::size_t>(traffic)];
}

Result<TumRun> readTumRun(const TumRunFolder& folder, const TumOptions& options, const JobContext& job)
{
    TumRun run;
    run.folder = folder;
    run.issues = folder.issues;
    if (auto key = contentKey(folder))
        run.key = *std::move(key);
    else
        run.issues.push_back(badFile(folder.path, key.error()));
    MR_CHECK(readPackets(run, options, job));
    MR_CHECK(readPublished(run, options, job));
    addIssues(run.issues, run.traffic.issues);
    MR_CHECK(readLog(run, job));
    summarise(run);
    addTraining(run);
    if (run.source != TumTraffic::None)
        addPanels(run);
    return run;
}

NamedTraffic namedTraffic(const TumRun& run)
{
    return {run.folder.name, run.traffic.sent, run.traffic.studyFlows()};
}

Result<void> writeTumRunJson(const TumRun& run, const std::filesystem::path& folder)
{
    if (run.source == TumTraffic::None)
        return {};
    const std::filesystem::path target = folder / run.folder.name / "parsed-files";
    std::error_code error;
    std::filesystem::create_directories(target, error);
    if (error)
        return failErrno("making the folder " + target.string(), error.value());
    const PublishedTraffic& traffic = run.traffic;
    MR_CHECK(writeText(target / "joint_sent_received.json", jointSentReceivedJson(traffic)));
    MR_CHECK(writeText(target / "flow_cdf.json", flowCdfJson(traffic)));
    MR_CHECK(writePieces(target / "bytes_per_sec.json",
                         [&](const TextSink& sink) { return bytesPerSecJson(traffic, sink); }));
    MR_CHECK(
        writePieces(target / "utilization.json", [&](const TextSink& sink) { return utilizationJson(traffic, sink); }));
    if (run.source == TumTraffic::PublishedJson)
        return {}; // the flow data in JSON files are not enough to write those files again.
    MR_CHECK(writeText(target / "flow_arrival.json", flowArrivalJson(traffic, run.publishedTimes)));
    return writePieces(target / "temporal_flow.json",
                       [&](const TextSink& sink) { return temporalFlowJson(traffic, sink); });
}

Result<void> writeTumCampaignJson(std::span<const NamedTraffic> runs, const std::filesystem::path& folder)
{
    MR_CHECK(writeText(folder / "bytes_sent.json", bytesSentJson(runs)));
    return writeText(folder / "number_flows.json", numberFlowsJson(runs));
}

} // namespace millrace::studies::tum
