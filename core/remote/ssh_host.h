// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/host.h"
#include "core/remote/ssh_session.h"

namespace millrace::remote {

/// A machine over ssh. Commands are handed to the user's login shell without a terminal, quoted, so that the words
/// arrive as they are; each leads a process group of its own, and killing it kills the group. Any number of threads may
/// run commands at once. When the connection is lost, all waiting calls end with Unreachable.
class SshHost final : public Host
{
public:
    SshHost(std::string name, std::shared_ptr<SshSession> session);

    [[nodiscard]] std::string name() const override { return m_name; }
    /// A program that does not exist ends with exit code 127, as a shell tells it.
    [[nodiscard]] Result<CommandOutput> run(const Command& command, Deadline deadline,
                                            const JobContext& job = {}) override;
    [[nodiscard]] Result<std::unique_ptr<HostStream>> open(const Command& command) override;
    /// Like run(), with a standard input; each output is kept up to 16 MiB.
    [[nodiscard]] Result<CommandOutput> runWithInput(const Command& command, std::string_view input, Deadline deadline,
                                                     const JobContext& job = {});
    /// A subsystem of the server, "sftp".
    [[nodiscard]] Result<std::unique_ptr<HostStream>> openSubsystem(const std::string& subsystem);

    [[nodiscard]] const std::shared_ptr<SshSession>& sessionPointer() const noexcept { return m_session; }
    /// Nothing while the connection lives, else why it does not.
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
