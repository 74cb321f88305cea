// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/remote/known_hosts.h"
#include "core/remote/ssh_handle.h"
#include "core/remote/ssh_target.h"

namespace millrace::remote {

/// Makes a libssh session over `fd`, which it then owns (also on failure).
[[nodiscard]] Result<SessionHandle> makeSession(const SshTarget& target, const std::vector<KnownKey>& known, int fd);

/// Resolves the settings known to libssh's own parser: host, port, user, identity files, ProxyCommand, known hosts.
[[nodiscard]] Result<SshTarget> targetByLibrary(const std::string& destination, const Destination& to,
                                                const std::filesystem::path& configuration);

/// Returns the algorithms for host keys, those of known keys first, so that a server with several keys presents the
/// known one.
[[nodiscard]] std::string hostKeyAlgorithms(const std::vector<KnownKey>& known);

} // namespace millrace::remote
