// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/remote/ssh_host.h"

namespace millrace::remote {

struct TransferOptions
{
    bool resume = true; ///< continue the partial file of an earlier attempt if its checksum is right
    bool verify = true; ///< compare SHA-256 at both ends afterwards, if the node has sha256sum
    std::uint32_t permissions = 0644; ///< of a sent file
};

struct Transfer
{
    std::uint64_t bytes = 0; ///< size of the file
    std::uint64_t resumedAt = 0; ///< bytes of the earlier attempt
    bool verified = false; ///< false: the node has no sha256sum
    std::string sha256; ///< 64 hexadecimal digits; empty when not verified

    bool operator==(const Transfer&) const = default;
};

/// Fetches a file from a node. It grows under the name with ".partial" appended, which stays after a cancel or a lost
/// connection and is continued next time; the complete file is renamed atomically. Progress is in bytes. Errors:
/// NotFound, Denied, DiskFull and Corrupt (the partial file is removed then), Unreachable, Cancelled.
[[nodiscard]] Result<Transfer> fetchFile(SshHost& host, const std::string& from, const std::filesystem::path& to,
                                         const TransferOptions& options = {}, const JobContext& job = {});

/// Sends a file to a node, in the same way. The folder must exist.
[[nodiscard]] Result<Transfer> sendFile(SshHost& host, const std::filesystem::path& from, const std::string& to,
                                        const TransferOptions& options = {}, const JobContext& job = {});

/// Returns the SHA-256 of the first `bytes` of a file on the node; nothing if it has no sha256sum.
[[nodiscard]] Result<std::optional<std::string>>
remoteSha256(SshHost& host, const std::string& file, std::optional<std::uint64_t> bytes, const JobContext& job = {});

} // namespace millrace::remote
