// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/remote/deploy.h"
#include "core/run/remote_nodes.h"

#include <span>

namespace millrace::run {

/// Access to the nodes of a remote cluster: by ssh, or by the command of its access. Any thread.
class NodeReach
{
public:
    virtual ~NodeReach() = default;
    /// Creates it by the cluster's access; `options.prompts` must exist and outlive it.
    [[nodiscard]] static std::unique_ptr<NodeReach> of(const cluster::Access& access, const RemoteOptions& options);

    /// Connects to all in parallel, by Node::host; one result each, in order.
    [[nodiscard]] virtual std::vector<Result<std::shared_ptr<Host>>> hosts(std::span<const cluster::Node> nodes,
                                                                           const JobContext& job) = 0;
    /// Returns the same host as before while its connection lives.
    [[nodiscard]] virtual Result<std::shared_ptr<Host>> host(const std::string& destination, Deadline deadline,
                                                             const JobContext& job) = 0;
    /// `host` must be one of these. As remote::deployPrograms().
    [[nodiscard]] virtual Result<remote::DeployedPrograms> deploy(Host& host,
                                                                  std::span<const std::filesystem::path> files,
                                                                  const std::string& folder, const JobContext& job) = 0;
    [[nodiscard]] virtual Result<void> fetch(Host& host, const std::string& from, const std::filesystem::path& to,
                                             const JobContext& job) = 0;
};

} // namespace millrace::run
