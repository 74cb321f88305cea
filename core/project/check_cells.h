// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/issue.h"
#include "core/project/project.h"

namespace millrace::project {

/// Returns the problems of a grid's cells: impossible settings, levels that a framework does not support, factors
/// without effect on it. `where` is relative to the grid. The grid, its cluster and its workload must be free of
/// errors.
///
/// A problem depends on one level, on a level together with the framework, or on a few known pairs such as delay and
/// jitter. So only one cell is checked for each such pair of levels that occurs.
[[nodiscard]] Issues checkCells(const Project& project, const grid::GridSpec& grid);

} // namespace millrace::project
