// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/job.h"
#include "core/project/project_file.h"

namespace millrace::headless {

/// Shows what a project of somebody else would run, as which user and where, and asks on the terminal before the first
/// run. Denied without a terminal, or if the answer is no. `trusted`: confirmed by an option.
[[nodiscard]] Result<void> askForTrust(const project::ProjectFile& file, bool trusted, const JobContext& job);

} // namespace millrace::headless
