// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/campaign.h"

#include "core/cluster/cluster_json.h"
#include "core/crosstraffic/traffic_profile_json.h"
#include "core/emulate/ability.h"
#include "core/grid/grid_json.h"
#include "core/grid/level_cover.h"
#include "core/launch/workload_json.h"
#include "core/project/effective.h"

#include <fmt/format.h>
#include <unistd.h>

namespace millrace::run {

namespace {

std::string specJson(const project::Project& project, const grid::GridSpec& grid)
{
    Json spec;
    spec["grid"] = grid::toJson(grid);
    if (const auto* cluster = project::findCluster(project, grid.cluster))
        spec["cluster"] = cluster::toJson(*cluster);
    if (const auto* workload = project::findWorkload(project, grid.workload))
        spec["workload"] = launch::toJson(*workload);
    if (const grid::Factor* factor = grid::findFactor(grid, "cross_traffic"))
        for (const grid::Level& level : factor->levels)
            if (const auto* profile = project::findTraffic(project, level.text))
                spec["cross_traffic"].push_back(crosstraffic::toJson(*profile));
    return spec.dump();
}

Result<void> checkProblems(const Issues& problems, const std::filesystem::path& file)
{
    const Issue* first = nullptr;
    int count = 0;
    for (const Issue& problem : problems)
        if (problem.severity == Severity::Error) {
            first = first == nullptr ? &problem : first;
            ++count;
        }
    if (first == nullptr)
        return {};
    const std::string more =
        count > 1 ? fmt::format(" (and {} more; \"millrace-cli check\" lists all)", count - 1) : "";
    return within(file.string(), fail(ErrorCode::InvalidInput, issueText(*first) + more));
}

Result<CampaignPlan> planChecked(const project::Project& project, const std::filesystem::path& projectFile,
                                 const CampaignOptions& options)
{
    MR_TRY(spec, project::chooseGrid(project, options.grid));
    auto expansion = grid::Expansion::expand(*spec);
    if (!expansion)
        return within("expanding the grid \"" + spec->name + "\"", std::move(expansion).error());
    MR_TRY(all, grid::planRuns(*expansion));
    MR_TRY(schedule, grid::onlyRuns(*expansion, std::move(all), options.only));
    CampaignPlan plan{
        project, projectFile, *spec, *std::move(expansion), std::move(schedule), specJson(project, *spec)};
    return plan;
}

} // namespace

Result<CampaignPlan> planCampaign(const project::ProjectFile& file, const CampaignOptions& options)
{
    MR_CHECK(checkProblems(file.problems(), file.file()));
    return planChecked(file.project, file.file(), options);
}

Result<CampaignPlan> planCampaign(const project::Project& project, const std::filesystem::path& projectFile,
                                  const CampaignOptions& options)
{
    MR_CHECK(checkProblems(project::validate(project), projectFile));
    return planChecked(project, projectFile, options);
}

const cluster::Cluster& clusterOf(const CampaignPlan& plan)
{
    return *project::findCluster(plan.project, plan.grid.cluster);
}

namespace {

Result<RunPlanRequest> requestFor(const CampaignPlan& plan, const grid::PlannedRun& run,
                                  const std::filesystem::path& programs, const FoundNetworks& found)
{
    const grid::Cell cell = plan.expansion.cell(run.cell);
    MR_TRY(settings, project::effectiveSettings(plan.project, plan.grid, cell));
    return RunPlanRequest{fmt::format("run-{}-{}", ::getpid(), run.position),
                          cell.text(),
                          run.seed,
                          std::move(settings),
                          plan.grid.gate,
                          programs,
                          plan.grid.capture,
                          found,
                          {}};
}

/// Whether a run is possible depends on one level together with the framework, on the placement of the workers, or on
/// the cross traffic with the factors that change it.
std::vector<std::vector<std::size_t>> groupsThatDecide(const grid::GridSpec& grid)
{
    std::vector<std::vector<std::size_t>> groups = {
        grid::factorPositions(grid, {"framework", "backend", "model"}),
        grid::factorPositions(grid, {"framework", "strategy", "workers"}),
        grid::factorPositions(grid, {"cross_traffic", "cross_rate", "cross_slowdown", "workers"})};
    const auto framework = grid::factorPositions(grid, {"framework"});
    for (std::size_t factor = 0; factor < grid.factors.size(); ++factor) {
        groups.push_back(framework);
        if (framework.empty() || framework.front() != factor)
            groups.back().push_back(factor);
    }
    return groups;
}

} // namespace

Result<RunPlan> planRun(const CampaignPlan& plan, const grid::PlannedRun& run, const std::filesystem::path& programs,
                        const FoundNetworks& found, const std::optional<simulate::Calibration>& calibration)
{
    MR_TRY(request, requestFor(plan, run, programs, found));
    request.calibration = calibration;
    return makeRunPlan(request);
}

namespace {

using CheckOfRun = Result<void> (*)(const RunPlanRequest&);

Result<void> checkRuns(const CampaignPlan& plan, const std::filesystem::path& programs, const JobContext& job,
                       CheckOfRun check)
{
    constexpr std::size_t stride = 1 << 14;
    grid::LevelCover cover(plan.expansion, groupsThatDecide(plan.grid));
    const auto& runs = plan.schedule.runs;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        if (i % stride == 0)
            job.progress(static_cast<long long>(i), static_cast<long long>(runs.size()), "checking runs");
        const bool isNew = cover.isNew(plan.expansion.included()[runs[i].cell]);
        if ((isNew || i % stride == 0) && job.cancelled())
            return fail(ErrorCode::Cancelled, "cancelled while the runs were checked");
        if (!isNew)
            continue;
        auto request = requestFor(plan, runs[i], programs, {});
        auto checked = request ? check(*request) : Result<void>(std::move(request).error());
        if (checked)
            continue;
        std::string cell = plan.expansion.cell(runs[i].cell).text();
        if (cell.empty()) // a grid without factors
            return std::move(checked).error();
        return within(std::move(cell), std::move(checked).error());
    }
    return {};
}

} // namespace

Result<void> checkCells(const CampaignPlan& plan, const std::filesystem::path& programs, const JobContext& job)
{
    return checkRuns(plan, programs, job, checkRunPlan);
}

Result<void> checkStarts(const CampaignPlan& plan, const std::filesystem::path& programs, const JobContext& job)
{
    return checkRuns(plan, programs, job, checkRunStart);
}

Result<bool> checkMachine()
{
    const emulate::EmulationAbility ability = emulate::emulationAbility();
    if (ability.kind == emulate::AbilityKind::None)
        return fail(ErrorCode::Denied, ability.reason);
    return ability.kind == emulate::AbilityKind::UserNamespace;
}

} // namespace millrace::run
