// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/project/project.h"

#include <string>
#include <vector>

namespace millrace::project {

/// Executable parts of a project: programs and their options, environment, hosts, folders. Shown to the user of a
/// project from somebody else.
struct RunningParts
{
    /// Programs with user and place, one sentence each. Empty: only programs of Millrace and of the
    /// installed frameworks, in an emulated cluster, with no text of the project that could name another one.
    std::vector<std::string> sentences;
    /// SHA-256 of all of these parts, in 64 hexadecimal digits; independent of steps, rates and names.
    std::string digest;
};
/// `folder`: of the project file; results in it are not reported.
[[nodiscard]] RunningParts runningParts(const Project& project, const std::filesystem::path& folder);

} // namespace millrace::project
