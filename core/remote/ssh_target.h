// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/clock.h"
#include "core/base/job.h"
#include "core/base/result.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace millrace::remote {

/// StrictHostKeyChecking of ssh_config. No is treated as AcceptNew: a changed key is always refused.
enum class HostKeyChecking
{
    Yes, ///< refuse an unknown key
    Ask,
    AcceptNew ///< store an unknown key without a prompt
};

/// One server, with the settings of the user's ssh configuration for it.
struct SshTarget
{
    std::string destination; ///< as typed by the user: an alias, user@host:port
    std::string host; ///< to connect to
    std::uint16_t port = 22;
    std::string user;
    std::vector<std::filesystem::path> identityFiles; ///< in order; they need not exist
    std::filesystem::path identityAgent; ///< the agent's socket; empty: none
    bool identitiesOnly = false;
    std::string proxyJump; ///< as in the configuration; empty: none
    std::string proxyCommand; ///< with its tokens filled in; empty: none
    std::vector<std::filesystem::path> userKnownHosts;
    std::vector<std::filesystem::path> globalKnownHosts;
    HostKeyChecking checking = HostKeyChecking::Ask;
    std::string hostKeyAlias;
    bool hashKnownHosts = false;
    std::chrono::seconds connectTimeout{0}; ///< 0: not set
    std::vector<std::string> authentications; ///< preferred first; empty: publickey, keyboard-interactive
    std::string ciphers; ///< empty: no choice of the user
    bool compression = false;

    bool operator==(const SshTarget&) const = default;
    /// Returns the name of the host key: HostKeyAlias, the host, or "[host]:port" for ports other than 22.
    [[nodiscard]] std::string keyName() const;
};

/// Route to a server: jump hosts in order, then the server itself. Never empty.
using SshRoute = std::vector<SshTarget>;

struct ResolveOptions
{
    std::filesystem::path configuration; ///< empty: the user's own and the system's
    bool useOpenSsh = true; ///< false: libssh's own parser of the configuration, which supports less
    std::string program = "ssh";
};

/// Parsed "alias", "user@host", "host:port", "user@[address]:port" or "ssh://user@host:port". User and port are empty
/// and 0 if not given. InvalidInput for a text that could be an option of ssh or be interpreted by a shell.
struct Destination
{
    std::string host;
    std::string user;
    std::uint16_t port = 0;

    bool operator==(const Destination&) const = default;
};
[[nodiscard]] Result<Destination> parseDestination(std::string_view text);

/// Parses the output of `ssh -G`. `home` replaces "~" and %d, `environmentAgent` is the value of SSH_AUTH_SOCK.
[[nodiscard]] Result<SshTarget> parseSshConfiguration(std::string_view destination, std::string_view printed,
                                                      const std::filesystem::path& home,
                                                      std::string_view environmentAgent);

/// Resolves the route to a destination, jump hosts by the same configuration (each separately, as ssh does).
[[nodiscard]] Result<SshRoute> resolveRoute(std::string_view destination, const ResolveOptions& options,
                                            Deadline deadline, const JobContext& job = {});

/// Returns "root@10.0.0.1:22", for messages.
[[nodiscard]] std::string addressText(const SshTarget& target);

} // namespace millrace::remote
