// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/headless/terminal_connector.h"

#include "app/headless/common.h"
#include "app/headless/terminal_prompts.h"
#include "core/base/file_io.h"
#include "core/run/remote_nodes.h"

#include <memory>

namespace millrace::headless {

run::NodeConnector terminalConnector(const std::string& sshConfiguration, bool announces)
{
    return [sshConfiguration, announces, prompts = std::make_shared<TerminalPrompts>()](const cluster::Cluster& cluster,
                                                                                        const JobContext& job) {
        return run::connectRemote(cluster, {programFolder(), sshConfiguration, prompts},
                                  cluster.access.slurm && announces ? announcing(job) : job);
    };
}

} // namespace millrace::headless
