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

/// Whether the first word of a line names the host: plain names, patterns with * ? and !, "[host]:port", and hashed
/// names "|1|salt|hash" (HMAC-SHA1 of the name).
[[nodiscard]] bool matchesKnownHost(std::string_view names, std::string_view keyName);

/// The keys of a file's text for a host. Lines of certificate authorities are left out: certificates of hosts are not
/// supported. Lines that are not understood are skipped, as ssh does.
[[nodiscard]] std::vector<KnownKey> knownKeys(std::string_view text, std::string_view keyName,
                                              const std::filesystem::path& file);
/// The same from files; those that do not exist hold none. Denied or Io where a file exists and cannot be read.
[[nodiscard]] Result<std::vector<KnownKey>> knownKeysIn(const std::vector<std::filesystem::path>& files,
                                                        std::string_view keyName);

enum class HostKeyState
{
    Known,
    Unknown,
    Changed, ///< the host is known by other keys only
    Revoked
};

struct HostKeyVerdict
{
    HostKeyState state = HostKeyState::Unknown;
    std::optional<KnownKey> known; ///< the line that decided it

    bool operator==(const HostKeyVerdict&) const = default;
};

[[nodiscard]] HostKeyVerdict judgeHostKey(const std::vector<KnownKey>& known, std::string_view type,
                                          std::string_view key);

/// "SHA256:…" of a key in base64, as ssh-keygen -l prints it; empty when it is not base64.
[[nodiscard]] std::string fingerprintOf(std::string_view key);

/// Appends a line for the host, making file and folder (readable by the user alone) where they are missing; the name is
/// hashed with a random salt where asked for.
[[nodiscard]] Result<void> rememberHostKey(const std::filesystem::path& file, std::string_view keyName,
                                           std::string_view type, std::string_view key, bool hashed);

} // namespace millrace::remote
