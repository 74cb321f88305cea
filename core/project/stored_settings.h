// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/project/effective.h"
#include "core/project/project.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace millrace::project {

/// Returns the grid, cluster and workload of a campaign as a project. InvalidInput if the text, a campaign's
/// specification in a store, lacks one of them.
[[nodiscard]] Result<Project> projectOfSpec(std::string_view specJson, const launch::Frameworks& frameworks);

/// Returns the settings of a run by its levels: (factor, level as text). Factors that the grid does not have are
/// ignored.
[[nodiscard]] Result<EffectiveSettings> storedSettings(const Project& project, const std::string& cell,
                                                       const std::vector<std::pair<std::string, std::string>>& levels);

} // namespace millrace::project
