// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/clock.h"
#include "core/base/result.h"

#include <filesystem>
#include <string>
#include <vector>

namespace millrace::node {

/// Stale state of a killed agent on its node: processes with its mark, impairments, its work folder.

/// Returns the text of a work folder's lock, which shows others whether its processes and impairments can still exist.
[[nodiscard]] std::string lockText(const std::string& token);

/// Kills the processes whose mark begins with the token, and their descendants.
void killMarked(const std::string& token, Nanoseconds limit);
/// Restores the impairments recorded in a work folder, then deletes it. If restoring fails the folder stays, so that it
/// is retried. Does nothing if there is no such folder.
[[nodiscard]] Result<void> cleanUpFolder(const std::filesystem::path& folder);
/// Cleans up after all dead agents with work folders below this one. State of another machine (a shared home) or of
/// another network that may still exist stays. Returns a sentence for each.
std::vector<std::string> cleanUpBelow(const std::filesystem::path& folder);

/// `millrace-agent clean-up`: manual clean-up below the folder or, if empty, the standard one.
[[nodiscard]] int cleanUpCommand(const std::filesystem::path& folder);

} // namespace millrace::node
