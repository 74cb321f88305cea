// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/remote/prompts.h"

#include <fmt/format.h>
#include <string.h>

namespace millrace::remote {

Result<HostKeyAnswer> Prompts::hostKey(const HostKeyQuestion& question, const JobContext&)
{
    return fail(ErrorCode::Untrusted,
                fmt::format("The host key of {} is not known yet ({} {}), and there is no terminal to ask. Connect "
                            "once by `ssh {}` and compare the fingerprint, or add the key to your known_hosts file.",
                            question.destination, question.keyType, question.fingerprint, question.destination));
}

Result<std::string> Prompts::passphrase(const PassphraseQuestion& question, const JobContext&)
{
    return fail(ErrorCode::Denied,
                fmt::format("The key {} is protected by a passphrase, and there is no terminal to ask. Load it into "
                            "your ssh agent: ssh-add {}",
                            question.file.string(), question.file.string()));
}

Result<std::vector<std::string>> Prompts::keyboard(const KeyboardQuestion& question, const JobContext&)
{
    return fail(ErrorCode::Denied,
                fmt::format("{} asks \"{}\", and there is no terminal to ask. Set up a key: ssh-copy-id {}",
                            question.destination, question.lines.empty() ? "" : question.lines.front().prompt,
                            question.destination));
}

void wipe(std::string& secret) noexcept
{
    ::explicit_bzero(secret.data(), secret.size());
    secret.clear();
}

} // namespace millrace::remote
