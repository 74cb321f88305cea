// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/host.h"
#include "core/remote/ssh_session.h"

namespace millrace::remote {

/// A machine over ssh. Commands are passed to the user's login shell without a terminal, quoted, so that arguments are
/// unchanged; each leads its own process group, and killing it kills the group. Any number of threads may run commands
/// at once. When the connection is lost, all waiting calls end with Unreachable.
class SshHost final : public Host
{
public:
    SshHost(std::string name, std::shared_ptr<SshSession> session);

    [[nodiscard]] std::string name() const override { return m_name; }
    /// Runs a command; one that does not exist ends with exit code 127, as in a shell.
    [[nodiscard]] Result<CommandOutput> run(const Command& command, Deadline deadline,
                                            const JobContext& job = {}) override;
    [[nodiscard]] Result<std::unique_ptr<HostStream>> open(const Command& command) override;
    /// Like run(), with stdin; each output is kept up to 16 MiB.
    [[nodiscard]] Result<CommandOutput> runWithInput(const Command& command, std::string_view input, Deadline deadline,
                                                     const JobContext& job = {});
    /// Opens a subsystem of the server, "sftp".
    [[nodiscard]] Result<std::unique_ptr<HostStream>> openSubsystem(const std::string& subsystem);

    [[nodiscard]] const std::shared_ptr<SshSession>& sessionPointer() const noexcept { return m_session; }
    /// Returns the reason of a lost connection; nothing while it lives.
    [[nodiscard]] std::optional<Error> lost() const { return m_session->lost(); }

private:
    const std::string m_name;
    const std::shared_ptr<SshSession> m_session;
};

struct ConnectOptions
{
    ResolveOptions resolve;
    SessionOptions session;
};

/// Resolves, connects through all jump hosts, logs in. For several hosts use a SessionPool.
[[nodiscard]] Result<std::shared_ptr<SshHost>> connectHost(std::string_view destination, const ConnectOptions& options,
                                                           Prompts& prompts, Deadline deadline,
                                                           const JobContext& job = {});

} // namespace millrace::remote
