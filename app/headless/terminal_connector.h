// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/run/campaign_options.h"

#include <string>

namespace millrace::headless {

/// Reaches remote nodes and asks on the terminal for what that needs. `sshConfiguration`: empty: the user's own.
/// `announces`: says when Slurm lets nodes wait.
[[nodiscard]] run::NodeConnector terminalConnector(const std::string& sshConfiguration, bool announces = true);

} // namespace millrace::headless
