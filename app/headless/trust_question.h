// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/job.h"
#include "core/project/project_file.h"

namespace millrace::headless {

/// Before something is started for a project that this user neither made here nor said yes to: shows on the terminal
/// what would run, as whom and where, and asks. Denied without a terminal, or when the answer is no. `trusted`: the
/// user said so beforehand.
[[nodiscard]] Result<void> askForTrust(const project::ProjectFile& file, bool trusted, const JobContext& job);

} // namespace millrace::headless
