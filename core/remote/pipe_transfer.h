// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/host.h"

#include <cstdint>
#include <filesystem>
#include <string>

namespace millrace::remote {

/// Sends a file to the stdin of a shell on a node, for nodes without any other access. It grows under the name with
/// ".partial" appended and is renamed atomically when its size, and its SHA-256 if the node has sha256sum, are right.
/// The folder must exist. Progress is in bytes. Errors: NotFound (here), Denied, DiskFull, Corrupt, Unreachable,
/// Timeout, Cancelled; the partial file is removed then if the node still answers.
[[nodiscard]] Result<void> sendByPipe(Host& host, const std::filesystem::path& from, const std::string& to,
                                      std::uint32_t permissions, const JobContext& job = {});

/// Fetches a file from a node by the stdout of `cat` there, in the same way.
[[nodiscard]] Result<void> fetchByPipe(Host& host, const std::string& from, const std::filesystem::path& to,
                                       const JobContext& job = {});

} // namespace millrace::remote
