// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/cluster/preflight.h"
#include "core/run/network_plan.h"

namespace millrace::run {

/// Parses the IPv4 addresses of `ip -j -4 address show` into facts to choose from.
[[nodiscard]] cluster::NodeFacts networkFacts(const std::string& hostname, std::string_view ipJson);

/// Chooses the interfaces of nodes that are not reached by ssh, as cluster::chooseNics(). Facts in the order of the
/// nodes.
[[nodiscard]] Result<FoundNetworks> chooseNetworks(std::span<const cluster::Node> nodes,
                                                   std::span<const cluster::NodeFacts> facts);

} // namespace millrace::run
