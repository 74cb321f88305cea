// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/cluster/node_check.h"

#include <filesystem>

namespace millrace::ui {

/// Looks at the nodes of a remote cluster through an agent on each, as `millrace-cli check --nodes` does. `programs`:
/// the folder of millrace-agent here; `file`: of the project, of which no node is reached before it is trusted;
/// `configuration`: of ssh, empty: the user's own. Make it on the GUI thread.
[[nodiscard]] NodeChecker makeNodeChecker(const std::filesystem::path& programs, const std::filesystem::path& file,
                                          const std::filesystem::path& configuration = {});

/// Measures between the nodes of a cluster, as `millrace-cli network --measure` does.
[[nodiscard]] MatrixMeasurer makeMatrixMeasurer(const std::filesystem::path& programs,
                                                const std::filesystem::path& file,
                                                const std::filesystem::path& configuration = {});

} // namespace millrace::ui
