// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/impair/impair_spec.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace millrace::impair {

/// An ssh connection from the server's view.
struct SshPeer
{
    std::string client; ///< address
    std::string server; ///< address that the client connected to
    std::uint16_t serverPort = 0;

    bool operator==(const SshPeer&) const = default;
};

/// Parses SSH_CONNECTION: "client port server port". Addresses as in packets: without a zone, IPv4 ones not as IPv6.
[[nodiscard]] std::optional<SshPeer> parseSshConnection(std::string_view text);

/// Excludes both ends of a connection from impairments.
void protect(ImpairSpec& spec, const SshPeer& ends);
/// Excludes a TCP port.
void protectPort(ImpairSpec& spec, std::uint16_t port);

} // namespace millrace::impair
