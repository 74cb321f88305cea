// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/remote/key_ring.h"
#include "core/remote/known_hosts.h"
#include "core/remote/prompts.h"
#include "core/remote/ssh_target.h"

#include <functional>

namespace millrace::remote {

/// Public key that a server has proved to own.
struct ServerKey
{
    std::string type; ///< "ssh-ed25519"
    std::string key; ///< base64
};

/// Compares a server's key with the known ones, prompts for unknown ones, and stores them. Untrusted for a key that was
/// refused, has changed or is revoked; the sentence names both fingerprints, file, line and remedy.
[[nodiscard]] Result<void> checkHostKey(const SshTarget& target, const std::vector<KnownKey>& known,
                                        const ServerKey& shown, Prompts& prompts, const JobContext& job);

} // namespace millrace::remote
