// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/project/grid_size.h"

#include "core/grid/plan.h"

namespace millrace::ui {
namespace {

GridSize sizeOf(const grid::GridSpec& spec)
{
    GridSize size;
    size.name = spec.name;
    auto expansion = grid::Expansion::expand(spec);
    if (!expansion) {
        size.error = expansion.error().text();
        return size;
    }
    size.cells = expansion->cellCount();
    const auto plan = grid::planRuns(*expansion);
    if (!plan) {
        size.error = plan.error().text();
        return size;
    }
    for (const grid::PlannedRun& run : plan->runs)
        ++(run.warmup ? size.warmups : run.conditional ? size.conditional : size.runs);
    return size;
}

} // namespace

std::vector<GridSize> gridSizes(const project::Project& project, const JobContext& job)
{
    std::vector<GridSize> sizes;
    for (const grid::GridSpec& grid : project.grids) {
        if (job.cancelled())
            break;
        sizes.push_back(sizeOf(grid));
    }
    return sizes;
}

} // namespace millrace::ui
