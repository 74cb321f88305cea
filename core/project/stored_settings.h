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

/// The grid, cluster and workload that a campaign was made with, as a project of these three. InvalidInput when the
/// text, a campaign's specification in a store, has not all of them.
[[nodiscard]] Result<Project> projectOfSpec(std::string_view specJson);

/// What a run of it was made with, by its levels: (factor, level as text). Factors that the grid does not have are left
/// out.
[[nodiscard]] Result<EffectiveSettings> storedSettings(const Project& project, const std::string& cell,
                                                       const std::vector<std::pair<std::string, std::string>>& levels);

} // namespace millrace::project
