// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/planning/plan_job.h"

#include "core/report/plan_report.h"

#include <fmt/format.h>

namespace millrace::ui {

Result<PlanResult> searchPlan(const project::Project& project, int plan, planner::Objective objective,
                              const JobContext& job)
{
    const auto index = static_cast<std::size_t>(plan);
    if (plan < 0 || index >= project.plans.size())
        return fail(ErrorCode::InvalidInput, "there is no plan");
    const planner::PlanSpec& spec = project.plans[index];
    const cluster::Cluster* cluster = project::findCluster(project, spec.cluster);
    if (cluster == nullptr)
        return fail(ErrorCode::InvalidInput, fmt::format("the project has no cluster \"{}\"", spec.cluster));
    if (const Issues issues = validate(spec); hasErrors(issues))
        return fail(ErrorCode::InvalidInput, issueText(issues.front()));
    PlanResult result;
    MR_TRY(made, planner::Planner::of(spec, *cluster, project.prices));
    result.planner = std::make_shared<const planner::Planner>(std::move(made));
    planner::SearchOptions options;
    options.objective = objective;
    result.found = planner::search(*result.planner, options, job);
    if (job.cancelled())
        return fail(ErrorCode::Cancelled, "the search was cancelled");
    result.table = report::candidateTable(*result.planner, result.found.best, {});
    result.figure = report::planFigure(*result.planner, result.found);
    result.sentences = report::planSentences(*result.planner, result.found);
    return result;
}

} // namespace millrace::ui
