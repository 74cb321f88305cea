// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/campaign_estimate.h"

#include "core/cluster/cluster_json.h"
#include "core/crosstraffic/traffic_profile_json.h"
#include "core/launch/frameworks.h"
#include "core/launch/workload_json.h"
#include "core/plan/model_facts.h"
#include "core/project/stored_settings.h"
#include "core/run/calibration_runs.h"
#include "core/run/run_plan.h"
#include "core/run/simulated_training.h"
#include "core/store/metric_kinds.h"
#include "core/store/result_query.h"
#include "core/store/run_repository.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace millrace::run {

namespace {

constexpr std::size_t mostPastRuns = 4000;

void flatten(const Json& json, const std::string& name, plan::Settings& settings)
{
    if (json.is_structured()) {
        for (const auto& [key, value] : json.items())
            flatten(value, name.empty() ? key : name + "/" + key, settings);
    } else {
        settings.emplace_back(name, json.is_string() ? json.get<std::string>() : json.dump());
    }
}

plan::Settings settingsOf(const project::EffectiveSettings& settings)
{
    Json workload = launch::toJson(settings.workload);
    Json cluster = cluster::toJson(settings.cluster);
    for (const char* name : {"framework", "model", "batch", "steps", "warmup_steps"})
        workload.erase(name); // left out at their default
    workload.erase("name");
    cluster.erase("name");
    cluster["cluster kind"] = cluster.contains("kind") ? cluster["kind"] : Json("emulated");
    cluster.erase("kind");
    plan::Settings all;
    flatten(workload, {}, all);
    flatten(cluster, {}, all);
    all.emplace_back("framework", settings.workload.framework);
    all.emplace_back("model", settings.workload.model);
    all.emplace_back("batch", std::to_string(settings.workload.batch));
    all.emplace_back("steps", std::to_string(settings.workload.steps));
    all.emplace_back("warmup_steps", std::to_string(settings.workload.warmupSteps));
    all.emplace_back("workers", std::to_string(settings.workers));
    all.emplace_back("cross_traffic",
                     settings.traffic ? crosstraffic::toJson(*settings.traffic).dump() : std::string("none"));
    std::ranges::sort(all);
    return all;
}

double stepsOf(const launch::Workload& workload)
{
    return static_cast<double>(workload.steps) + workload.warmupSteps;
}

/// A previous campaign, from its specification.
struct PastCampaign
{
    std::optional<project::Project> project;
    std::map<std::string, std::optional<plan::PastRun>> cells; ///< settings and steps by key
};

PastCampaign parseCampaign(const std::string& specJson, const launch::Frameworks& frameworks)
{
    auto project = project::projectOfSpec(specJson, frameworks);
    return {project ? std::optional(*std::move(project)) : std::nullopt, {}};
}

std::optional<plan::PastRun> pastCell(const PastCampaign& campaign, const store::RunRecord& run)
{
    if (!campaign.project)
        return {};
    std::vector<std::pair<std::string, std::string>> levels;
    for (const store::Factor& factor : run.factors)
        levels.emplace_back(factor.name, factor.level);
    const auto settings = project::storedSettings(*campaign.project, run.cell, levels);
    if (!settings)
        return {};
    return plan::PastRun{settingsOf(*settings), stepsOf(settings->workload)};
}

double metric(const store::ResultRow& row, std::string_view name)
{
    const auto found = std::ranges::find(row.metrics, name, &store::Metric::name);
    return found == row.metrics.end() ? unknown : found->value;
}

double fileBytes(const std::filesystem::path& file)
{
    std::error_code error;
    const auto size = std::filesystem::file_size(file, error);
    return error ? 0 : static_cast<double>(size);
}

std::vector<std::uint32_t> chosenCells(std::size_t all, std::size_t most)
{
    std::vector<std::uint32_t> cells;
    const std::size_t count = std::min(all, most);
    for (std::size_t i = 0; i < count; ++i)
        cells.push_back(static_cast<std::uint32_t>(i * all / count));
    return cells;
}

/// Plans cells without any run. Traffic is computed once for cells with the same traffic.
class CellPlanner
{
public:
    CellPlanner(const project::Project& project, const grid::Expansion& expansion,
                const std::optional<simulate::Calibration>& calibration)
        : m_project(project), m_expansion(expansion), m_calibration(calibration)
    {
    }

    plan::PlannedCell plan(std::uint32_t position)
    {
        plan::PlannedCell cell;
        const grid::Cell levels = m_expansion.cell(position);
        const auto settings = project::effectiveSettings(m_project, m_expansion.grid(), levels);
        if (!settings) {
            note(settings.error());
            return cell;
        }
        cell.settings = settingsOf(*settings);
        cell.steps = stepsOf(settings->workload);
        if (settings->cluster.kind == cluster::ClusterKind::Simulated) {
            cell.payloadBytes = 0; // nothing passes a wire
            return cell;
        }
        const TrafficForecast* forecast = forecastOf(*settings, cell.settings);
        if (forecast == nullptr)
            return cell;
        cell.communicationSeconds = forecast->stepSeconds * forecast->averagingsPerStep;
        cell.payloadBytes = 0;
        for (const double bytes : forecast->sentByNode)
            cell.payloadBytes += bytes;
        cell.computeSeconds = computeSeconds(*settings);
        if (const auto step = predictStep(*settings, m_calibration))
            cell.simulatedStepSeconds = *step;
        if (settings->traffic) { // its phases determine the duration
            const crosstraffic::Phases& phases = settings->traffic->phases;
            const Nanoseconds time = phases.baseline + phases.onsetSpread / 2 + phases.loaded + phases.recovery;
            cell.computeSeconds = std::chrono::duration<double>(time).count() / cell.steps;
            cell.communicationSeconds = 0;
            cell.payloadBytes = unknown;
        }
        return cell;
    }

    /// Seconds that a run of this cell of a simulated cluster takes; NaN for another one and if it cannot be
    /// calculated.
    double calculation(std::uint32_t position, const JobContext& job)
    {
        const auto settings = project::effectiveSettings(m_project, m_expansion.grid(), m_expansion.cell(position));
        if (!settings || settings->cluster.kind != cluster::ClusterKind::Simulated)
            return unknown;
        const auto planned =
            makeRunPlan({"estimate", {}, 1, *settings, m_expansion.grid().gate, "/", {}, {}, m_calibration});
        if (!planned) {
            note(planned.error());
            return unknown;
        }
        return calculationSeconds(*planned->simulation, settings->cluster, planned->crossTraffic(), job)
            .value_or(unknown);
    }

    [[nodiscard]] const std::string& unsupported() const noexcept { return m_unsupported; }

private:
    void note(const Error& error)
    {
        if (m_unsupported.empty())
            m_unsupported = error.what;
    }

    static double computeSeconds(const project::EffectiveSettings& settings)
    {
        const launch::Workload& workload = settings.workload;
        // Only the built-in worker emulates computation; the duration of other frameworks is known from runs only.
        if (!settings.traits().simulatesCompute)
            return unknown;
        if (workload.computeTime)
            return std::chrono::duration<double>(*workload.computeTime).count();
        if (settings.traits().performsOperations)
            return 0; // the simulation knows better
        const auto facts = plan::modelFacts(workload.model);
        if (!facts)
            return unknown;
        const double seconds = plan::computeSeconds(*facts, workload.batch, workload.deviceFlops);
        return std::isnan(seconds) && workload.deviceFlops == 0 ? 0 : seconds;
    }

    const TrafficForecast* forecastOf(const project::EffectiveSettings& settings, const plan::Settings& names)
    {
        static constexpr std::array irrelevant = {
            "loss",         "delay", "jitter",       "queue",    "compute_time",      "compute_jitter",
            "device_flops", "batch", "verify_every", "deadline", "congestion_control"};
        std::string key;
        for (const auto& [name, value] : names)
            if (std::ranges::find(irrelevant, name.substr(name.rfind('/') + 1)) == irrelevant.end())
                key += fmt::format("{}={}\n", name, value);
        const auto [found, isNew] = m_forecasts.try_emplace(key);
        if (isNew) {
            auto planned = makeRunPlan({"estimate", {}, 1, settings, m_expansion.grid().gate, "/", {}});
            if (planned)
                found->second = std::move(planned->forecast);
            else
                note(planned.error());
        }
        return found->second ? &*found->second : nullptr;
    }

    const project::Project& m_project;
    const grid::Expansion& m_expansion;
    const std::optional<simulate::Calibration>& m_calibration;
    std::map<std::string, std::optional<TrafficForecast>> m_forecasts;
    std::string m_unsupported;
};

/// Times the calculation of some cells; those between two of them take as long as the earlier one.
void addCalculations(CellPlanner& planner, const std::vector<std::uint32_t>& positions,
                     std::vector<plan::PlannedCell>& cells, const JobContext& job)
{
    constexpr std::size_t mostTimed = 8;
    const std::vector<std::uint32_t> timed = chosenCells(cells.size(), mostTimed);
    for (std::size_t i = 0; i < timed.size() && !job.cancelled(); ++i) {
        const double taken = planner.calculation(positions[timed[i]], job);
        const std::size_t end = i + 1 < timed.size() ? timed[i + 1] : cells.size();
        for (std::size_t cell = timed[i]; cell < end; ++cell)
            cells[cell].calculationSeconds = taken;
    }
}

} // namespace

Result<RunHistory> readHistory(store::Database& database, const launch::Frameworks& frameworks, const JobContext& job)
{
    RunHistory history;
    SystemClock clock;
    store::RunRepository repository(database, clock);
    MR_TRY(campaigns, repository.campaigns());
    MR_TRY(calibration, storedCalibration(database));
    // Steps that another calibration simulated do not say how far off this one is.
    Nanoseconds calibrated(0);
    if (calibration)
        if (const auto time = parseRfc3339(calibration->made))
            calibrated = *time;
    if (calibration && calibration->highError > 0)
        history.simulationError = calibration->highError;
    std::map<std::int64_t, PastCampaign> past;
    for (const store::CampaignRecord& campaign : campaigns)
        past.emplace(campaign.id.value, parseCampaign(campaign.specJson, frameworks));

    store::ResultFilter filter;
    filter.states = {store::RunState::Done, store::RunState::Invalid};
    filter.withSuperseded = true;
    store::ResultQuery query(database);
    store::ResultOrder order{store::ResultOrder::By::Started, {}, {}, true};
    MR_TRY(matching, query.index(filter, order));
    const std::size_t count = matching.runs.size();
    matching.runs.resize(std::min(count, mostPastRuns));
    MR_TRY(rows, query.rows(matching.runs));
    for (const store::ResultRow& row : rows) {
        if (job.cancelled())
            return fail(ErrorCode::Cancelled, "cancelled");
        PastCampaign& campaign = past[row.run.campaign.value];
        auto [cell, isNew] = campaign.cells.try_emplace(row.run.cell);
        if (isNew)
            cell->second = pastCell(campaign, row.run);
        if (!cell->second || row.run.duration <= Nanoseconds(0))
            continue;
        plan::PastRun run = *cell->second;
        run.seconds = std::chrono::duration<double>(row.run.duration).count();
        if (!row.run.simulation.empty()) { // its steps took no time
            history.runs.push_back(std::move(run));
            continue;
        }
        run.stepSeconds = metric(row, store::metrics::stepMean.name);
        run.wireBytes = metric(row, store::metrics::sentBytes.name);
        run.payloadBytes = run.steps * metric(row, store::metrics::predictedPayloadPerStep.name);
        if (row.run.started >= calibrated)
            run.simulatedStepSeconds = metric(row, store::metrics::stepSimulated.name);
        history.runs.push_back(std::move(run));
    }
    history.calibration = std::move(calibration);
    history.storeRuns = count;
    if (count > 0)
        history.storeBytesPerRun =
            (fileBytes(database.file()) + fileBytes(database.file().string() + "-wal")) / static_cast<double>(count);
    return history;
}

Result<RunHistory> readHistory(const std::filesystem::path& store, const launch::Frameworks& frameworks,
                               const JobContext& job)
{
    std::error_code error;
    if (store.empty() || !std::filesystem::exists(store, error))
        return RunHistory();
    MR_TRY(database, store::Database::openReadOnly(store));
    return readHistory(database, frameworks, job);
}

Result<CampaignEstimate> estimateCampaign(const project::Project& project, const grid::Expansion& expansion,
                                          const grid::Plan& schedule, const RunHistory& history, const JobContext& job,
                                          std::size_t mostCells)
{
    CampaignEstimate estimate;
    std::vector<std::uint32_t> certain(expansion.cellCount());
    std::vector<std::uint32_t> conditional(expansion.cellCount());
    for (const grid::PlannedRun& run : schedule.runs)
        ++(run.conditional ? conditional : certain)[run.cell];
    std::vector<std::uint32_t> wanted;
    for (std::uint32_t cell = 0; cell < certain.size(); ++cell)
        if (certain[cell] + conditional[cell] > 0)
            wanted.push_back(cell);
    estimate.allCells = wanted.size();

    CellPlanner planner(project, expansion, history.calibration);
    std::vector<plan::PlannedCell> cells;
    double sampled = 0;
    for (const std::uint32_t position : chosenCells(wanted.size(), mostCells)) {
        if (job.cancelled())
            return fail(ErrorCode::Cancelled, "cancelled");
        const std::uint32_t cell = wanted[position];
        estimate.cells.push_back(cell);
        cells.push_back(planner.plan(cell));
        cells.back().runs = certain[cell];
        cells.back().conditionalRuns = conditional[cell];
        sampled += certain[cell];
    }
    const double all = static_cast<double>(
        std::ranges::count_if(schedule.runs, [](const grid::PlannedRun& run) { return !run.conditional; }));
    const double scale = sampled > 0 ? all / sampled : 1;
    estimate.total = plan::estimateGrid(cells, history, scale, job.stop);
    if (estimate.total.unknownRuns() > 0) {
        addCalculations(planner, estimate.cells, cells, job);
        estimate.total = plan::estimateGrid(cells, history, scale, job.stop);
    }
    estimate.unsupported = planner.unsupported();
    return estimate;
}

} // namespace millrace::run
