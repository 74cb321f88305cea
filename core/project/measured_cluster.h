// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/cluster/network_matrix.h"
#include "core/project/project.h"

#include <string>

namespace millrace::project {

/// "lab, measured".
[[nodiscard]] std::string measuredName(const cluster::Cluster& measured);

/// InvalidInput: it is the measured cluster, on which its own network would be imposed once more.
[[nodiscard]] Result<void> checkMeasuredName(const cluster::Cluster& measured, const std::string& name);
/// Puts what was measured between the nodes of a cluster into the links of another one of the project, which behaves
/// like it then. If there is none of this name it is made: emulated, with the same nodes. InvalidInput: as
/// checkMeasuredName(), or it has not the same nodes.
[[nodiscard]] Result<void> putMeasured(Project& project, const cluster::Cluster& measured, const std::string& name,
                                       const cluster::NetworkMatrix& matrix);

} // namespace millrace::project
