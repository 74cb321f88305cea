// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/grid/dry_run_job.h"

#include "core/grid/expansion.h"

#include <QCoreApplication>

namespace millrace::ui {

namespace {

/// The context of the words here.
struct DryRunJob
{
    Q_DECLARE_TR_FUNCTIONS(millrace::ui::DryRunJob)
};

std::string stampOf(const std::filesystem::path& file)
{
    std::error_code error;
    const auto size = std::filesystem::file_size(file, error);
    if (error)
        return {};
    const auto time = std::filesystem::last_write_time(file, error).time_since_epoch().count();
    return std::to_string(size) + " " + std::to_string(time) + ";";
}

Result<std::shared_ptr<const KnownHistory>> historyOf(const DryRunRequest& request, const JobContext& job)
{
    const std::string stamp = stampOf(request.store) + stampOf(request.store.string() + "-wal");
    if (request.known && request.known->store == request.store && request.known->stamp == stamp)
        return request.known;
    auto known = std::make_shared<KnownHistory>();
    known->store = request.store;
    known->stamp = stamp;
    auto history = run::readHistory(request.store, request.project->frameworks, job);
    if (history)
        known->history = *std::move(history);
    else if (history.error().code == ErrorCode::Cancelled)
        return history.error();
    else
        known->problem = history.error().text();
    return std::shared_ptr<const KnownHistory>(std::move(known));
}

Error cancelled()
{
    return fail(ErrorCode::Cancelled, "cancelled");
}

} // namespace

Result<DryRunResult> makeDryRun(const DryRunRequest& request, const JobContext& job)
{
    DryRunResult result;
    result.known = request.known;
    const auto index = static_cast<std::size_t>(request.grid);
    if (request.grid < 0 || index >= request.project->grids.size()) {
        result.error = DryRunJob::tr("the project has no grid of that name").toStdString();
        return result;
    }
    result.grid = request.project->grids[index];
    result.effects = grid::ruleEffects(result.grid);
    job.progress(0, 0, DryRunJob::tr("expanding the grid").toStdString());
    const auto expansion = grid::Expansion::expand(result.grid);
    if (job.cancelled())
        return cancelled();
    const auto schedule = expansion ? grid::planRuns(*expansion) : Result<grid::Plan>(expansion.error());
    if (!schedule) {
        result.error = schedule.error().what;
        return result;
    }
    if (job.cancelled())
        return cancelled();
    result.counts = grid::dryRun(*expansion, *schedule, DryRunResult::mostLines);
    std::erase_if(result.counts.lines, [](const grid::DryRunLine& line) { return !line.included; });
    result.runsTruncated = result.counts.lines.size() < schedule->runs.size();
    grid::DryRun left = grid::dryRun(*expansion, grid::Plan(), DryRunResult::mostLines);
    result.excluded = std::move(left.lines);
    result.excludedTruncated = left.truncated;
    job.progress(0, 0, DryRunJob::tr("reading earlier runs").toStdString());
    MR_TRY(known, historyOf(request, job));
    result.known = std::move(known);
    job.progress(0, 0, DryRunJob::tr("estimating").toStdString());
    MR_TRY(estimate, run::estimateCampaign(*request.project, *expansion, *schedule, result.known->history, job));
    result.estimate = std::move(estimate);
    if (const cluster::Cluster* cluster = project::findCluster(*request.project, result.grid.cluster))
        result.spending.emplace(*request.project, *cluster, result.grid);
    return result;
}

} // namespace millrace::ui
