// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/remote/ssh_host.h"

#include <span>

namespace millrace::remote {

/// Programs on a node, ready to be started.
struct DeployedPrograms
{
    std::string machine; ///< `uname -m`: "x86_64"
    std::string folder; ///< absolute; the programs are below it in programs/<first 16 digits of their SHA-256>/
    std::vector<std::string> paths; ///< in the order of the files
    int copied = 0; ///< the others already existed

    bool operator==(const DeployedPrograms&) const = default;
};

/// Installs programs on a node. Existing files (same size, same SHA-256) are not copied; files are renamed atomically,
/// so that several controllers may deploy at once. `folder` empty: millrace in the user's cache folder there
/// (XDG_CACHE_HOME, else ~/.cache); "~/" is the home folder there. A node of another architecture gets
/// "<name>-<machine>" from the folder of the file. Starts each program once with --version. Errors: Unsupported, with
/// what is missing, if it cannot run; DiskFull, Denied, Unreachable, Cancelled.
[[nodiscard]] Result<DeployedPrograms> deployPrograms(SshHost& host, std::span<const std::filesystem::path> files,
                                                      const std::string& folder, const JobContext& job = {});
/// Deploys to a host that only runs commands: files are piped into one.
[[nodiscard]] Result<DeployedPrograms> deployProgramsByPipe(Host& host, std::span<const std::filesystem::path> files,
                                                            const std::string& folder, const JobContext& job = {});

/// Removes all programs deployed below the folder, of any version, and the folder itself if it is then empty. Succeeds
/// if there are none.
[[nodiscard]] Result<void> removePrograms(Host& host, const std::string& folder, const JobContext& job = {});

/// Returns why a program does not start, from the output of the node's shell and loader; names the Debian package of a
/// missing library if known.
[[nodiscard]] std::string whyItDoesNotStart(std::string_view program, int exitCode, std::string_view said);

} // namespace millrace::remote
