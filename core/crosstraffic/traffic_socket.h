// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/unique_fd.h"

#include <cstdint>
#include <string>
#include <sys/socket.h>

namespace millrace::crosstraffic {

/// An IPv4 or IPv6 address with a port, as the kernel wants it.
struct SocketAddress
{
    sockaddr_storage storage{};
    socklen_t length = 0;

    [[nodiscard]] const sockaddr* get() const noexcept { return reinterpret_cast<const sockaddr*>(&storage); }
    [[nodiscard]] int family() const noexcept { return storage.ss_family; }
    [[nodiscard]] std::uint16_t port() const noexcept;
};
/// InvalidInput unless `address` is numeric. Link-local IPv6 addresses take their interface: "fe80::1%eth1".
[[nodiscard]] Result<SocketAddress> socketAddress(const std::string& address, std::uint16_t port);

[[nodiscard]] bool setOption(int fd, int level, int name, int value) noexcept;
/// How packets are marked; no mark with 0.
[[nodiscard]] bool setDscp(int fd, int family, int dscp) noexcept;
/// A non-blocking socket with mark and source address (port by the kernel), not connected. The errno speaks.
[[nodiscard]] UniqueFd openSocket(int type, const SocketAddress& to, const SocketAddress* from, int dscp) noexcept;
/// The error that the kernel keeps for a socket, and takes it away; 0: none.
[[nodiscard]] int takeSocketError(int fd) noexcept;
/// Closes a TCP connection at once: what was not sent is thrown away and the other side is reset.
void abortConnection(UniqueFd& fd) noexcept;
/// "Connection refused".
[[nodiscard]] std::string errnoText(int value);
/// As many open descriptors as this process may have; how many those are.
std::size_t raiseDescriptorLimit() noexcept;

} // namespace millrace::crosstraffic
