// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/remote/remote_connector.h"

#include "core/run/remote_nodes.h"
#include "ui/remote/shared_answers.h"

namespace millrace::ui {

run::NodeConnector remoteConnector(const std::filesystem::path& programs, const std::filesystem::path& configuration,
                                   std::shared_ptr<remote::Prompts> prompts)
{
    return [programs, configuration, shared = std::make_shared<SharedAnswers>(std::move(prompts))](
               const cluster::Cluster& cluster, const JobContext& job) {
        return run::connectRemote(cluster, {programs, configuration, shared}, job);
    };
}

} // namespace millrace::ui
