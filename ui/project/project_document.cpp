// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/project/project_document.h"

#include "core/grid/plan.h"

namespace millrace::ui {
namespace {

GridSize sizeOf(const grid::GridSpec& spec)
{
    GridSize size;
    auto expansion = grid::Expansion::expand(spec);
    if (!expansion) {
        size.error = expansion.error().text();
        return size;
    }
    size.combinations = expansion->combinationCount();
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

Result<ProjectDocument> readProject(const std::filesystem::path& file, const JobContext& job)
{
    MR_TRY(opened, project::ProjectFile::open(file));
    ProjectDocument document{std::move(opened), {}, {}, {}, false};
    document.problems = document.file.problems();
    for (const grid::GridSpec& spec : document.file.project.grids) {
        if (job.cancelled())
            return fail(ErrorCode::Cancelled, "Reading the project was cancelled.");
        document.sizes.push_back(sizeOf(spec));
    }
    document.store = project::storePath(document.file);
    std::error_code ignored;
    document.hasStore = std::filesystem::is_regular_file(document.store, ignored);
    return document;
}

} // namespace millrace::ui
