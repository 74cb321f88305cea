// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/agent/message.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace millrace::node {

/// Configuration of a network interface. Unknown values are left out.
struct InterfaceFacts
{
    std::string name;
    std::vector<std::string> addresses; ///< IPv4 and IPv6, with their prefix length: "10.77.0.1/24"
    std::string mac;
    std::string driver; ///< empty: not known
    bool isUp = false;
    int mtu = 0;
    int queueLength = 0; ///< packets
    std::optional<std::int64_t> megabitsPerSecond;
    std::map<std::string, bool> offloads; ///< by the names in host_handlers.h
};

/// Returns all interfaces of this network namespace, in the kernel's order.
[[nodiscard]] std::vector<InterfaceFacts> interfaceFacts();
[[nodiscard]] agent::Json toJson(const InterfaceFacts& facts);

/// Whether it is an IPv4 address: "10.77.0.1/24".
[[nodiscard]] bool isIpv4WithPrefix(const std::string& address) noexcept;

} // namespace millrace::node
