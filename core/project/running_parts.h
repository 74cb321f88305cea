// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/project/project.h"

#include <string>
#include <vector>

namespace millrace::project {

/// What the words of a project make happen on machines: programs and their options, environment, hosts, folders. Told
/// to whoever runs a project that somebody else made.
struct RunningParts
{
    /// What would run, as whom and where, one sentence each. Empty: only programs of Millrace and of the installed
    /// frameworks, in an emulated cluster, with no word of the project's that could name another one.
    std::vector<std::string> sentences;
    /// SHA-256 of all of these parts, in 64 hexadecimal digits; stays the same when steps, rates or names change.
    std::string digest;
};
/// `folder`: of the project file; results beside it are not worth a sentence.
[[nodiscard]] RunningParts runningParts(const Project& project, const std::filesystem::path& folder);

} // namespace millrace::project
