// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace millrace::remote {

/// One key of one line of a known_hosts file (sshd(8), SSH_KNOWN_HOSTS FILE FORMAT).
struct KnownKey
{
    std::string type; ///< "ssh-ed25519"
    std::string key; ///< base64
    bool revoked = false;
    std::filesystem::path file;
    int line = 0; ///< from 1

    bool operator==(const KnownKey&) const = default;
};

/// Whether the first field of a line matches the host: plain names, patterns with * ? and !, "[host]:port", and hashed
/// names "|1|salt|hash" (HMAC-SHA1 of the name).
[[nodiscard]] bool matchesKnownHost(std::string_view names, std::string_view keyName);

/// Returns the keys in a file's text for a host. Lines of certificate authorities are left out: host certificates are
/// not supported. Malformed lines are skipped, as ssh does.
[[nodiscard]] std::vector<KnownKey> knownKeys(std::string_view text, std::string_view keyName,
                                              const std::filesystem::path& file);
/// Reads them from files; missing files are empty. Denied or Io if an existing file cannot be read.
[[nodiscard]] Result<std::vector<KnownKey>> knownKeysIn(const std::vector<std::filesystem::path>& files,
                                                        std::string_view keyName);

enum class HostKeyState
{
    Known,
    Unknown,
    Changed, ///< the host is known, but only by other keys
    Revoked
};

struct HostKeyVerdict
{
    HostKeyState state = HostKeyState::Unknown;
    std::optional<KnownKey> known; ///< the matching line

    bool operator==(const HostKeyVerdict&) const = default;
};

[[nodiscard]] HostKeyVerdict judgeHostKey(const std::vector<KnownKey>& known, std::string_view type,
                                          std::string_view key);

/// Returns "SHA256:…" of a key in base64, as ssh-keygen -l prints it; empty if it is not base64.
[[nodiscard]] std::string fingerprintOf(std::string_view key);

/// Appends a line for the host, creating file and folder (readable by the user only) if missing; the name is hashed
/// with a random salt on request.
[[nodiscard]] Result<void> rememberHostKey(const std::filesystem::path& file, std::string_view keyName,
                                           std::string_view type, std::string_view key, bool hashed);

} // namespace millrace::remote
