// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/calibration_runs.h"

#include "core/base/field_json.h"
#include "core/base/field_value.h"
#include "core/base/file_io.h"
#include "core/base/seconds.h"
#include "core/project/project_file.h"
#include "core/project/stored_settings.h"
#include "core/run/campaign.h"
#include "core/run/simulated_training.h"
#include "core/run/simulation_plan.h"
#include "core/store/result_query.h"
#include "core/store/run_repository.h"
#include "core/store/series_kinds.h"
#include "core/store/series_repository.h"
#include "core/trainer/train_options.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <sys/utsname.h>
#include <thread>

namespace millrace::run {

namespace {

constexpr std::string_view calibrationText = R"({{
  "format": "millrace-project", "version": 1, "name": "calibration",
  "clusters": [{{"name": "this machine", "nodes": {0}, "nic_rate": "100Mbit", "links": [{{"delay": "200us"}}]}}],
  "workloads": [{{"name": "short steps", "framework": "builtin", "model": "mobilenetv2/24", "batch": 1, "steps": 7,
                 "warmup_steps": 8, "compute_time": "5ms", "verify_every": 0}}],
  "grids": [{{"name": "calibration", "cluster": "this machine", "workload": "short steps", "repetitions": 1,
             "gate": {{"enabled": false}},
             "factors": [
               {{"name": "strategy", "levels": ["RING_ALLREDUCE", "STAR", "BINARY_TREE", "PAIRWISE", "CLIQUE"]}},
               {{"name": "workers", "levels": [2, {1}, {0}]}},
               {{"name": "model", "levels": ["mobilenetv2/24", "mobilenetv2"]}},
               {{"name": "nic_rate", "levels": ["50Mbit", "400Mbit", "10Gbit"]}},
               {{"name": "delay", "levels": ["200us", "4ms"]}},
               {{"name": "loss", "levels": [0, 0.001]}}],
             "exclusions": [{{"levels": {{"workers": 2, "strategy": ["BINARY_TREE", "PAIRWISE", "CLIQUE"]}}}},
                            {{"levels": {{"workers": {1}, "nic_rate": "50Mbit"}}}},
                            {{"levels": {{"workers": {1}, "delay": "4ms", "strategy": ["BINARY_TREE", "CLIQUE"]}}}},
                            {{"levels": {{"workers": 2, "nic_rate": "50Mbit", "strategy": "STAR"}}}},
                            "workers == {0} and strategy != 'RING_ALLREDUCE' and nic_rate == '50Mbit'",
                            {{"levels": {{"model": "mobilenetv2", "nic_rate": ["50Mbit", "400Mbit"]}}}},
                            {{"levels": {{"model": "mobilenetv2/24", "nic_rate": "10Gbit"}}}},
                            {{"levels": {{"delay": "4ms", "nic_rate": "10Gbit"}}}},
                            {{"levels": {{"workers": 2, "nic_rate": "10Gbit"}}}},
                            {{"levels": {{"strategy": ["BINARY_TREE", "CLIQUE"], "nic_rate": "10Gbit"}}}},
                            {{"levels": {{"workers": {0}, "strategy": "STAR", "nic_rate": "10Gbit"}}}},
                            {{"levels": {{"loss": 0.001, "strategy": ["STAR", "CLIQUE"]}}}},
                            {{"levels": {{"loss": 0.001, "workers": {1}}}}},
                            {{"levels": {{"loss": 0.001, "delay": "200us"}}}},
                            {{"levels": {{"loss": 0.001, "nic_rate": ["50Mbit", "10Gbit"]}}}}]}}]
}})";

/// The all-reduce time of every step: of the slowest rank. Empty: not all ranks have the series.
std::vector<double> communicationOf(store::Database& database, store::RunId run, int ranks, int warmupSteps)
{
    store::SeriesRepository repository(database);
    std::vector<double> longest;
    for (int rank = 0; rank < ranks; ++rank) {
        const auto found = repository.find(run, store::series::stepCommunication.name, fmt::format("rank {}", rank));
        if (!found || !*found)
            return {};
        Issues issues;
        const auto series = repository.read((*found)->id, issues);
        if (!series || !issues.empty())
            return {};
        const auto& values = series->values;
        if (rank == 0)
            longest.assign(values.begin(), values.end());
        longest.resize(std::min(longest.size(), values.size()));
        for (std::size_t step = 0; step < longest.size(); ++step)
            longest[step] = std::max(longest[step], values[step]);
    }
    const auto warmup = std::min(longest.size(), static_cast<std::size_t>(warmupSteps));
    longest.erase(longest.begin(), longest.begin() + static_cast<std::ptrdiff_t>(warmup));
    return longest;
}

struct MeasuredCell
{
    simulate::Sample sample = {};
    std::vector<double> medians = {}; ///< by run
};

/// Nothing for settings that the simulation does not know, and for those with cross traffic.
std::optional<MeasuredCell> cellOf(const project::Project& project, const store::RunRecord& run)
{
    std::vector<std::pair<std::string, std::string>> levels;
    for (const store::Factor& factor : run.factors)
        levels.emplace_back(factor.name, factor.level);
    const auto settings = project::storedSettings(project, run.cell, levels);
    if (!settings || settings->traffic || settings->cluster.kind == cluster::ClusterKind::Simulated)
        return std::nullopt;
    const auto plan = planSimulation(*settings, false, 1, std::nullopt);
    const auto spec = plan ? trainer::readTrainArguments(plan->arguments) : plan.error();
    if (!spec || spec->compute.jitter > 0 || !spec->compute.stragglers.empty() || !spec->averaging.isSynchronous())
        return std::nullopt;
    MeasuredCell cell;
    cell.sample.levels = std::move(levels);
    cell.sample.cluster = settings->cluster;
    cell.sample.operation = simulatedOperation(*spec, settings->cluster);
    cell.sample.warmupSteps = spec->warmupSteps;
    cell.sample.steps = std::max(1, spec->steps);
    if (const auto compute = trainer::ComputeModel::make(spec->compute, spec->model, spec->batch, 0))
        cell.sample.computeSeconds = seconds(compute->nominal());
    return cell;
}

} // namespace

project::Project calibrationProject(int nodes)
{
    const std::string text =
        fmt::format(fmt::runtime(calibrationText), nodes, std::max(fewestCalibrationNodes - 1, nodes / 2));
    auto file = project::ProjectFile::parse(text, "calibration.millrace");
    return std::move(file->project);
}

Result<std::vector<simulate::Sample>> calibrationSamples(store::Database& database,
                                                         const launch::Frameworks& frameworks, const JobContext& job)
{
    const SystemClock clock;
    store::RunRepository repository(database, clock);
    MR_TRY(campaigns, repository.campaigns());
    std::map<std::int64_t, std::optional<project::Project>> projects;
    for (const store::CampaignRecord& campaign : campaigns) {
        auto project = project::projectOfSpec(campaign.specJson, frameworks);
        projects[campaign.id.value] = project ? std::optional(*std::move(project)) : std::nullopt;
    }
    store::ResultFilter filter;
    filter.states = {store::RunState::Done};
    filter.withWarmup = false;
    filter.withExcluded = false;
    filter.conditions = {store::onlyMeasured()};
    MR_TRY(rows, store::ResultQuery(database).all(filter));
    std::map<std::pair<std::int64_t, std::string>, std::optional<MeasuredCell>> cells;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (job.cancelled())
            return fail(ErrorCode::Cancelled, "reading the measured runs was cancelled");
        job.progress(static_cast<long long>(i), static_cast<long long>(rows.size()), "reading measured runs");
        const store::RunRecord& run = rows[i].run;
        const auto& project = projects[run.campaign.value];
        if (!project)
            continue;
        auto [cell, isNew] = cells.try_emplace({run.campaign.value, run.cell});
        if (isNew)
            cell->second = cellOf(*project, run);
        if (!cell->second)
            continue;
        const auto communication =
            communicationOf(database, run.id, static_cast<int>(cell->second->sample.operation.nodes.size()),
                            cell->second->sample.warmupSteps);
        if (!communication.empty())
            cell->second->medians.push_back(median(communication));
    }
    std::vector<simulate::Sample> samples;
    for (auto& [key, cell] : cells)
        if (cell && !cell->medians.empty() && median(cell->medians) > 0) {
            cell->sample.seconds = median(cell->medians);
            samples.push_back(std::move(cell->sample));
        }
    return samples;
}

std::string machineText()
{
    utsname name{};
    uname(&name);
    return fmt::format("{}, {} processors, {} {}", name.nodename, std::thread::hardware_concurrency(), name.sysname,
                       name.release);
}

Result<void> measureCalibration(store::Database& database, int nodes, RunObserver& observer, const JobContext& job)
{
    CampaignOptions options;
    options.programs = programFolder();
    options.choice = CampaignChoice::StartNew;
    MR_TRY(plan, planCampaign(calibrationProject(nodes), {}, options));
    MR_CHECK(checkStarts(plan, options.programs));
    MR_CHECK(checkMachine());
    MR_TRY(outcome, executeCampaign(plan, database, options, observer, job));
    if (outcome.cancelled > 0)
        return fail(ErrorCode::Cancelled, "the measurements were cancelled; those made so far are in the store");
    return {};
}

Result<CalibrationScore> scoreCalibration(store::Database& database, const launch::Frameworks& frameworks,
                                          const JobContext& job)
{
    MR_TRY(samples, calibrationSamples(database, frameworks, job));
    MR_TRY(fit, simulate::fitCalibration(samples, job));
    fit.calibration.made = toRfc3339(wallNow()).substr(0, 19) + "Z";
    fit.calibration.machine = machineText();
    return CalibrationScore{std::move(samples), std::move(fit)};
}

Json toJson(const simulate::Calibration& calibration)
{
    Json json;
    writeFields(json, simulate::calibrationFields, calibration);
    return json;
}

Result<std::optional<simulate::Calibration>> storedCalibration(store::Database& database)
{
    const SystemClock clock;
    MR_TRY(text, store::RunRepository(database, clock).latestCalibration());
    if (text.empty())
        return std::optional<simulate::Calibration>();
    const Json json = Json::parse(text, nullptr, false);
    simulate::Calibration calibration;
    Issues issues;
    JsonFields fields(json, "", issues);
    readFields(fields, simulate::calibrationFields, calibration);
    if (hasErrors(issues) || calibration.made.empty()
        || hasErrors(checkFields(simulate::calibrationFields, calibration, "calibration")))
        return fail(ErrorCode::Protocol,
                    fmt::format("the calibration in {} cannot be read; make a new one with millrace-cli calibrate",
                                database.file().string()));
    return std::optional(calibration);
}

Result<std::optional<simulate::Calibration>> calibrationIn(const std::filesystem::path& file)
{
    std::error_code ignored;
    if (file.empty() || !std::filesystem::exists(file, ignored))
        return std::optional<simulate::Calibration>();
    MR_TRY(database, store::Database::openReadOnly(file));
    return storedCalibration(database);
}

Result<void> saveCalibration(store::Database& database, const simulate::Calibration& calibration)
{
    const SystemClock clock;
    return store::RunRepository(database, clock).saveCalibration(calibration.made, toJson(calibration).dump());
}

} // namespace millrace::run
