// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/remote/prompts.h"
#include "core/run/campaign_options.h"

namespace millrace::ui {

/// Connects to the nodes of remote clusters for one job; asks the user once for all sessions, and forgets the answers
/// with the connector. `programs`: the folder of millrace-agent and millrace-worker here; `configuration`: of ssh,
/// empty: the user's own.
[[nodiscard]] run::NodeConnector remoteConnector(const std::filesystem::path& programs,
                                                 const std::filesystem::path& configuration,
                                                 std::shared_ptr<remote::Prompts> prompts);

} // namespace millrace::ui
