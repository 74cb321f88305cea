// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/job.h"
#include "core/project/project_file.h"

#include <filesystem>
#include <vector>

namespace millrace::ui {

/// How many runs a grid asks for. With an error, the numbers mean nothing.
struct GridSize
{
    std::uint64_t combinations = 0;
    std::uint64_t cells = 0;
    std::uint64_t runs = 0; ///< counted ones that are certain
    std::uint64_t warmups = 0;
    std::uint64_t conditional = 0; ///< made only if the stop rule asks for them
    std::string error;
};

/// A project as the window shows it, read and counted off the GUI thread.
struct ProjectDocument
{
    project::ProjectFile file;
    Issues problems;
    std::vector<GridSize> sizes; ///< one for each grid
    std::filesystem::path store; ///< where its results are or would be
    bool hasStore = false;
};

[[nodiscard]] Result<ProjectDocument> readProject(const std::filesystem::path& file, const JobContext& job = {});

} // namespace millrace::ui
