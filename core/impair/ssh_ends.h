// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/impair/impair_spec.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace millrace::impair {

/// An ssh connection as its server sees it.
struct SshEnds
{
    std::string client; ///< address
    std::string server; ///< address by which it was reached
    std::uint16_t serverPort = 0;

    bool operator==(const SshEnds&) const = default;
};

/// The value of SSH_CONNECTION: "client port server port". Addresses as packets carry them: without a zone, IPv4 ones
/// not as IPv6.
[[nodiscard]] std::optional<SshEnds> parseSshConnection(std::string_view text);

/// Adds a connection's ends to what is never impaired.
void protect(ImpairSpec& spec, const SshEnds& ends);
/// Likewise a port of TCP.
void protectPort(ImpairSpec& spec, std::uint16_t port);

} // namespace millrace::impair
