// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/job.h"
#include "core/grid/plan.h"
#include "core/plan/estimate.h"
#include "core/project/project.h"
#include "core/simulate/calibration.h"
#include "core/store/database.h"

#include <filesystem>

namespace millrace::run {

/// What a store says of runs to come.
struct RunHistory : plan::History
{
    std::optional<simulate::Calibration> calibration; ///< in use
};

/// Returns the durations of the latest finished runs of a store, at most 4000 of them: those that are done or invalid,
/// of all campaigns. Runs whose campaign cannot be read any more are left out.
[[nodiscard]] Result<RunHistory> readHistory(store::Database& database, const launch::Frameworks& frameworks,
                                             const JobContext& job = {});
/// Reads the history from a file; no runs if there is no file. Takes no lock.
[[nodiscard]] Result<RunHistory> readHistory(const std::filesystem::path& store, const launch::Frameworks& frameworks,
                                             const JobContext& job = {});

/// Estimate of the runs of a grid.
struct CampaignEstimate
{
    plan::Estimate total;
    /// Position in Expansion::included() of total.cells[i].
    std::vector<std::uint32_t> cells;
    std::uint64_t allCells = 0; ///< more than `cells` if the grid is large: these are samples at equal distances
    std::string unsupported; ///< why the first unsupported cell cannot be run; empty: all are supported

    [[nodiscard]] bool isSample() const noexcept { return cells.size() < allCells; }
};

/// Examines at most `mostCells` cells and extrapolates. Cells with invalid settings are unknown.
[[nodiscard]] Result<CampaignEstimate> estimateCampaign(const project::Project& project,
                                                        const grid::Expansion& expansion, const grid::Plan& schedule,
                                                        const RunHistory& history, const JobContext& job = {},
                                                        std::size_t mostCells = 2000);

} // namespace millrace::run
