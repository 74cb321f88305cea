// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/host.h"

#include <vector>

namespace millrace {

/// Whether the target of a prefix has the environment of this machine's processes (a namespace) or a separate one (a
/// container, a pod, a step of Slurm).
enum class EnvironmentThere
{
    Same,
    Own
};

/// This machine. A prefix is put before every command: `millrace-agent enter PID --` for a namespace, `docker exec -i
/// NAME` for a container.
class LocalHost final : public Host
{
public:
    explicit LocalHost(std::string name, std::vector<std::string> prefix = {},
                       EnvironmentThere environment = EnvironmentThere::Same);
    [[nodiscard]] std::string name() const override { return m_name; }
    [[nodiscard]] Result<CommandOutput> run(const Command& command, Deadline deadline,
                                            const JobContext& job = {}) override;
    [[nodiscard]] Result<std::unique_ptr<HostStream>> open(const Command& command) override;

private:
    [[nodiscard]] Command prefixed(Command command) const;

    std::string m_name;
    std::vector<std::string> m_prefix;
    EnvironmentThere m_environment;
};

} // namespace millrace
