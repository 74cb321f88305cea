// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/remote/ssh_host.h"

#include <span>

namespace millrace::remote {

/// Programs that lie on a node, ready to be started.
struct DeployedPrograms
{
    std::string machine; ///< `uname -m`: "x86_64"
    std::string folder; ///< absolute; the programs lie below it in programs/<first 16 digits of their SHA-256>/
    std::vector<std::string> paths; ///< in the order of the files
    int copied = 0; ///< the others were there already

    bool operator==(const DeployedPrograms&) const = default;
};

/// Brings programs to a node. What is there already (same size, same SHA-256) is not copied; a program takes its name
/// in one step, so that several controllers may deploy at once. `folder` empty: millrace in the user's cache folder
/// there (XDG_CACHE_HOME, else ~/.cache); "~/" is the home folder there. A node of another architecture gets
/// "<name>-<machine>" from beside the file. Each program is started once with --version. Errors: Unsupported, with what
/// is missing, where it cannot run; DiskFull, Denied, Unreachable, Cancelled.
[[nodiscard]] Result<DeployedPrograms> deployPrograms(SshHost& host, std::span<const std::filesystem::path> files,
                                                      const std::string& folder, const JobContext& job = {});
/// The same on a host that only runs commands: files go through the standard input of one.
[[nodiscard]] Result<DeployedPrograms> deployProgramsByPipe(Host& host, std::span<const std::filesystem::path> files,
                                                            const std::string& folder, const JobContext& job = {});

/// Removes all programs that were deployed below the folder, of whatever version, and the folder itself when nothing
/// else is in it. Nothing there is a success.
[[nodiscard]] Result<void> removePrograms(Host& host, const std::string& folder, const JobContext& job = {});

/// Why a program does not start, from what the node's shell and loader say; names the Debian package of a missing
/// library where that is known.
[[nodiscard]] std::string whyItDoesNotStart(std::string_view program, int exitCode, std::string_view said);

} // namespace millrace::remote
