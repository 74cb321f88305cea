// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/counters/tcp_sockets.h"

#include <string_view>

namespace millrace::agentless {

/// Parses the output of `ss -tin`, summed by remote address and sorted by it. Unknown lines are skipped; `ports` as in
/// counters::TcpSocketReader.
[[nodiscard]] std::vector<counters::PeerTcp> parseSockets(std::string_view text, const counters::PortRange& ports);

} // namespace millrace::agentless
