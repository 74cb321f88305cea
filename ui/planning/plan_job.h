// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/report/figure_spec.h"
#include "core/report/table.h"
#include "core/run/simulated_plan.h"

#include <memory>

namespace millrace::ui {

/// A plan with its cluster and prices, and what was found.
struct PlanResult
{
    std::shared_ptr<const planner::Planner> planner;
    planner::SearchResult found;
    std::optional<simulate::Calibration> calibration; ///< of the simulation
    report::Table table; ///< found.best, in its order
    report::FigureSpec figure;
    std::vector<std::string> sentences;
};

/// Searches the choices of machines of a plan; simulates by the calibration of the project's store. Blocks.
[[nodiscard]] Result<PlanResult> searchPlan(const project::Project& project, int plan, const run::PlanSearch& options,
                                            const std::filesystem::path& projectFile, const JobContext& job);
/// A choice of it with other all-reduces; empty for a single machine and for more than are simulated. Blocks.
[[nodiscard]] Result<report::Table> compareStrategies(const project::Project& project, const planner::Planner& planner,
                                                      const planner::Candidate& candidate,
                                                      const std::optional<simulate::Calibration>& calibration,
                                                      const JobContext& job);

} // namespace millrace::ui
