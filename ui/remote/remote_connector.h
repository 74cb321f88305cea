// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/remote/prompts.h"
#include "core/run/campaign_options.h"

namespace millrace::ui {

/// Reaches the nodes of remote clusters for one job; what only a person can decide is asked once, whatever number of
/// sessions wants to know it, and forgotten with the connector. `programs`: the folder of millrace-agent and
/// millrace-worker here; `configuration`: of ssh, empty: the user's own.
[[nodiscard]] run::NodeConnector remoteConnector(const std::filesystem::path& programs,
                                                 const std::filesystem::path& configuration,
                                                 std::shared_ptr<remote::Prompts> prompts);

} // namespace millrace::ui
