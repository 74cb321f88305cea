// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/job.h"
#include "core/project/project.h"

#include <cstdint>
#include <string>
#include <vector>

namespace millrace::ui {

/// How many runs a grid asks for. With an error, the numbers mean nothing.
struct GridSize
{
    std::string name;
    std::uint64_t cells = 0;
    std::uint64_t runs = 0; ///< counted ones that are certain
    std::uint64_t warmups = 0;
    std::uint64_t conditional = 0; ///< made only if the stop rule asks for them
    std::string error;
};

/// Of all grids of a project; may take long.
[[nodiscard]] std::vector<GridSize> gridSizes(const project::Project& project, const JobContext& job);

} // namespace millrace::ui
