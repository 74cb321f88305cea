// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/clock.h"
#include "core/base/result.h"

#include <filesystem>
#include <string>
#include <vector>

namespace millrace {

/// What an agent that was killed has left on its node: processes with its mark, impairments, its work folder.

/// What stands in the lock of a work folder: by it others know whether what it tells of can still be there.
[[nodiscard]] std::string lockText(const std::string& token);

/// Kills the processes whose mark begins with the token, and those that come from them.
void killMarked(const std::string& token, Nanoseconds limit);
/// Puts back what the records in a work folder tell of, then deletes it. When something could not be put back the
/// folder stays, so that it is tried again. Nothing to do when there is no such folder.
[[nodiscard]] Result<void> cleanUpFolder(const std::filesystem::path& folder);
/// Cleans up after all agents whose work folders stand below this one and that live no more. What belongs to another
/// machine (a shared home) or to another network that still may be there stays. A sentence for each.
std::vector<std::string> cleanUpBelow(const std::filesystem::path& folder);

/// `millrace-agent clean-up`: the same by hand, below the folder or, when it is empty, where agents work by themselves.
[[nodiscard]] int cleanUpCommand(const std::filesystem::path& folder);

} // namespace millrace
