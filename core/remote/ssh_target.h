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

/// ssh_config's StrictHostKeyChecking. No is treated as AcceptNew: a changed key always stops.
enum class HostKeyChecking
{
    Yes, ///< an unknown key is refused
    Ask,
    AcceptNew ///< an unknown key is remembered without a question
};

/// One server, with everything that the user's ssh configuration says about reaching it.
struct SshTarget
{
    std::string destination; ///< what the user wrote: an alias, user@host:port
    std::string host; ///< what is connected to
    std::uint16_t port = 22;
    std::string user;
    std::vector<std::filesystem::path> identityFiles; ///< in order; they need not exist
    std::filesystem::path identityAgent; ///< the agent's socket; empty: none
    bool identitiesOnly = false;
    std::string proxyJump; ///< as it stands in the configuration; empty: none
    std::string proxyCommand; ///< with its tokens filled in; empty: none
    std::vector<std::filesystem::path> userKnownHosts;
    std::vector<std::filesystem::path> globalKnownHosts;
    HostKeyChecking checking = HostKeyChecking::Ask;
    std::string hostKeyAlias;
    bool hashKnownHosts = false;
    std::chrono::seconds connectTimeout{0}; ///< 0: not set
    std::vector<std::string> authentications; ///< preferred first; empty: publickey, keyboard-interactive
    std::string ciphers; ///< empty: the user has not chosen any
    bool compression = false;

    bool operator==(const SshTarget&) const = default;
    /// The name under which the host key is kept: HostKeyAlias, the host, or "[host]:port" for ports other than 22.
    [[nodiscard]] std::string keyName() const;
};

/// The way to a server: jump hosts in the order of travel, then the server itself. Never empty.
using SshRoute = std::vector<SshTarget>;

struct ResolveOptions
{
    std::filesystem::path configuration; ///< empty: the user's own and the system's
    bool useOpenSsh = true; ///< false: libssh's own reader of the configuration, which knows less
    std::string program = "ssh";
};

/// Reads "alias", "user@host", "host:port", "user@[address]:port" and "ssh://user@host:port" apart. The user and port
/// stay empty and 0 where not given. InvalidInput for what could be taken for an option of ssh or for a shell's text.
struct Destination
{
    std::string host;
    std::string user;
    std::uint16_t port = 0;

    bool operator==(const Destination&) const = default;
};
[[nodiscard]] Result<Destination> parseDestination(std::string_view text);

/// Reads what `ssh -G` prints. `home` replaces "~" and %d, `environmentAgent` is the value of SSH_AUTH_SOCK.
[[nodiscard]] Result<SshTarget> parseSshConfiguration(std::string_view destination, std::string_view printed,
                                                      const std::filesystem::path& home,
                                                      std::string_view environmentAgent);

/// The way to what the user wrote, jump hosts resolved by the same configuration (each alone, as ssh does).
[[nodiscard]] Result<SshRoute> resolveRoute(std::string_view destination, const ResolveOptions& options,
                                            Deadline deadline, const JobContext& job = {});

/// "root@10.0.0.1:22", for messages.
[[nodiscard]] std::string addressText(const SshTarget& target);

} // namespace millrace::remote
