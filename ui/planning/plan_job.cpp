// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/planning/plan_job.h"

#include "core/project/project_file.h"
#include "core/report/plan_report.h"
#include "core/run/calibration_runs.h"

namespace millrace::ui {

Result<PlanResult> searchPlan(const project::Project& project, int plan, const run::PlanSearch& options,
                              const std::filesystem::path& projectFile, const JobContext& job)
{
    const auto index = static_cast<std::size_t>(plan);
    if (plan < 0 || index >= project.plans.size())
        return fail(ErrorCode::InvalidInput, "there is no plan");
    MR_TRY(calibration, run::calibrationIn(project::storePath(project, projectFile)));
    MR_TRY(searched, run::searchPlan(project, project.plans[index], options, calibration, job));
    PlanResult result;
    result.calibration = calibration;
    result.planner = std::make_shared<const planner::Planner>(std::move(searched.planner));
    result.found = std::move(searched.found);
    result.table = report::candidateTable(*result.planner, result.found.best, {}, searched.simulated);
    result.figure = report::planFigure(*result.planner, result.found);
    result.sentences = report::planSentences(*result.planner, result.found, searched.stamp);
    return result;
}

Result<report::Table> compareStrategies(const project::Project& project, const planner::Planner& planner,
                                        const planner::Candidate& candidate,
                                        const std::optional<simulate::Calibration>& calibration, const JobContext& job)
{
    MR_TRY(strategies, run::compareStrategies(project, planner, candidate, calibration, job));
    return report::strategyTable(planner, candidate, std::move(strategies));
}

} // namespace millrace::ui
