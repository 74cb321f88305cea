// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/cluster/preflight.h"
#include "core/run/network_plan.h"

namespace millrace::run {

/// The IPv4 addresses of `ip -j -4 address show`, as facts to choose from.
[[nodiscard]] cluster::NodeFacts networkFacts(const std::string& hostname, std::string_view ipJson);

/// Which interfaces nodes use that no connection of ssh tells of: as cluster::chooseNics(). Facts in the order of the
/// nodes.
[[nodiscard]] Result<FoundNetworks> chooseNetworks(std::span<const cluster::Node> nodes,
                                                   std::span<const cluster::NodeFacts> facts);

} // namespace millrace::run
