// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/job.h"
#include "core/grid/plan.h"
#include "core/grid/rule_effect.h"
#include "core/run/campaign_estimate.h"
#include "core/run/spending.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

namespace millrace::ui {

/// The past runs of a store, with the state needed to detect changes of the file.
struct KnownHistory
{
    std::filesystem::path store;
    std::string stamp;
    run::RunHistory history;
    std::string problem; ///< why the store could not be read
};

struct DryRunRequest
{
    std::shared_ptr<const project::Project> project;
    int grid = 0;
    std::filesystem::path store; ///< may be missing
    std::shared_ptr<const KnownHistory> known; ///< of the last dry run
};

/// Result of the dry run of a grid.
struct DryRunResult
{
    /// More lines are cut off, here as there.
    static constexpr std::size_t mostLines = 2000;

    grid::GridSpec grid;
    grid::DryRun counts; ///< its lines are the runs, in their order
    std::vector<grid::DryRunLine> excluded;
    bool runsTruncated = false;
    bool excludedTruncated = false;
    run::CampaignEstimate estimate;
    std::optional<run::Spending> spending; ///< by the prices of the project
    grid::RuleEffects effects; ///< also of a grid that cannot be expanded
    std::shared_ptr<const KnownHistory> known;
    std::string error; ///< why the grid cannot be expanded; the counts mean nothing then
};

/// Expands a grid and estimates it. Blocks; fails only when it is cancelled.
[[nodiscard]] Result<DryRunResult> makeDryRun(const DryRunRequest& request, const JobContext& job);

} // namespace millrace::ui
