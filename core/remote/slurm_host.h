// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/host.h"

#include <memory>

namespace millrace::remote {

/// A node of a Slurm job: every command becomes a step of the job, started by srun on the login node. stdin, stdout and
/// the exit code are passed through; a command ended by a signal has the exit code 128 + signal.
class SlurmHost final : public Host
{
public:
    SlurmHost(std::shared_ptr<Host> login, std::string job, std::string node);
    [[nodiscard]] std::string name() const override { return m_node; }
    [[nodiscard]] Result<CommandOutput> run(const Command& command, Deadline deadline,
                                            const JobContext& job = {}) override;
    [[nodiscard]] Result<std::unique_ptr<HostStream>> open(const Command& command) override;

    /// Returns the command for the login node.
    [[nodiscard]] Command wrapped(const Command& command) const;

private:
    std::shared_ptr<Host> m_login;
    std::string m_job;
    std::string m_node;
};

} // namespace millrace::remote
