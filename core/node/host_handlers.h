// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/agent/agent_server.h"

namespace millrace::node {

/// host.snapshot {} → properties of this node that influence results; unknown ones are null:
/// {hostname, kernel, architecture, distribution, cpu: {model, count}, memory_bytes, load: [1, 5, 15 minutes],
///  clock_source, congestion_control: {default, available, allowed}, sysctls: {"net.ipv4.tcp_rmem": "…", …},
///  interfaces: [{name, addresses, mac, mtu, up, speed_mbit, queue_length, offloads: {tso, gso, gro, lro, rx_checksum,
///  tx_checksum, scatter_gather}}], tools: {ip, tc, iperf3: "version line"}, wall_ns}
void registerHostHandlers(agent::AgentServer& server);

} // namespace millrace::node
