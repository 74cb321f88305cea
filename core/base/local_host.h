// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/host.h"

#include <vector>

namespace millrace {

/// This machine. With a prefix, every command is started through it: a namespace is this machine with the prefix
/// `millrace-agent enter PID --`.
class LocalHost final : public Host
{
public:
    explicit LocalHost(std::string name, std::vector<std::string> prefix = {});
    [[nodiscard]] std::string name() const override { return m_name; }
    [[nodiscard]] Result<CommandOutput> run(const Command& command, Deadline deadline,
                                            const JobContext& job = {}) override;
    [[nodiscard]] Result<std::unique_ptr<HostStream>> open(const Command& command) override;

private:
    [[nodiscard]] Command prefixed(Command command) const;

    std::string m_name;
    std::vector<std::string> m_prefix;
};

} // namespace millrace
