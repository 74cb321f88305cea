// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/remote/host_keys.h"

#include <fmt/format.h>

namespace millrace::remote {

namespace {

std::string remedyOf(const KnownKey& known, const std::string& name)
{
    return fmt::format("ssh-keygen -f '{}' -R '{}'", known.file.string(), name);
}

Error changed(const SshTarget& target, const KnownKey& known, const ServerKey& shown)
{
    return fail(ErrorCode::Untrusted,
                fmt::format("The host key of {} ({}) has changed: the server presents {} {}, but line {} of {} has {} "
                            "{}. Either the machine was reinstalled, or someone intercepts the connection; nothing was "
                            "sent. If you know why it changed, remove the old key with: {}",
                            target.destination, addressText(target), shown.type, fingerprintOf(shown.key), known.line,
                            known.file.string(), known.type, fingerprintOf(known.key),
                            remedyOf(known, target.keyName())));
}

Error revoked(const SshTarget& target, const KnownKey& known, const ServerKey& shown)
{
    return fail(ErrorCode::Untrusted,
                fmt::format("The host key of {} ({} {}) is marked as revoked in line {} of {} and must not be trusted. "
                            "The machine needs a new host key.",
                            target.destination, shown.type, fingerprintOf(shown.key), known.line, known.file.string()));
}

Result<HostKeyAnswer> answerFor(const SshTarget& target, const HostKeyQuestion& question, Prompts& prompts,
                                const JobContext& job)
{
    if (target.checking == HostKeyChecking::AcceptNew)
        return HostKeyAnswer::Remember;
    if (target.checking == HostKeyChecking::Yes)
        return fail(ErrorCode::Untrusted,
                    fmt::format("The host key of {} ({}) is unknown ({} {}), and StrictHostKeyChecking is \"yes\" in "
                                "your ssh configuration: put the key into your known_hosts file first.",
                                target.destination, addressText(target), question.keyType, question.fingerprint));
    return prompts.hostKey(question, job);
}

} // namespace

Result<void> checkHostKey(const SshTarget& target, const std::vector<KnownKey>& known, const ServerKey& shown,
                          Prompts& prompts, const JobContext& job)
{
    const HostKeyVerdict verdict = judgeHostKey(known, shown.type, shown.key);
    switch (verdict.state) {
    case HostKeyState::Known: return {};
    case HostKeyState::Changed: return changed(target, *verdict.known, shown);
    case HostKeyState::Revoked: return revoked(target, *verdict.known, shown);
    case HostKeyState::Unknown: break;
    }
    HostKeyQuestion question{target.destination, target.host, target.port, shown.type, fingerprintOf(shown.key), {}};
    if (!target.userKnownHosts.empty())
        question.rememberedIn = target.userKnownHosts.front();
    MR_TRY(answer, answerFor(target, question, prompts, job));
    if (answer == HostKeyAnswer::Refuse)
        return fail(ErrorCode::Untrusted,
                    fmt::format("The host key of {} ({} {}) was refused.", target.destination, shown.type,
                                question.fingerprint));
    if (answer == HostKeyAnswer::Once || question.rememberedIn.empty())
        return {};
    return rememberHostKey(question.rememberedIn, target.keyName(), shown.type, shown.key, target.hashKnownHosts);
}

} // namespace millrace::remote
