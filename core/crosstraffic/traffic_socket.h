// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/unique_fd.h"

#include <cstdint>
#include <string>
#include <sys/socket.h>

namespace millrace::crosstraffic {

/// IPv4 or IPv6 address with a port, in the kernel's format.
struct SocketAddress
{
    sockaddr_storage storage{};
    socklen_t length = 0;

    [[nodiscard]] const sockaddr* get() const noexcept { return reinterpret_cast<const sockaddr*>(&storage); }
    [[nodiscard]] int family() const noexcept { return storage.ss_family; }
    [[nodiscard]] std::uint16_t port() const noexcept;
};
/// Fails with InvalidInput unless `address` is numeric. Link-local IPv6 addresses have their interface: "fe80::1%eth1".
[[nodiscard]] Result<SocketAddress> socketAddress(const std::string& address, std::uint16_t port);

[[nodiscard]] bool setOption(int fd, int level, int name, int value) noexcept;
/// Marks packets with a DSCP; 0: none.
[[nodiscard]] bool setDscp(int fd, int family, int dscp) noexcept;
/// Returns a non-blocking socket with DSCP and source address (port by the kernel), not connected. Check errno on
/// failure.
[[nodiscard]] UniqueFd openSocket(int type, const SocketAddress& to, const SocketAddress* from, int dscp) noexcept;
/// Returns and clears the pending error of a socket; 0: none.
[[nodiscard]] int takeSocketError(int fd) noexcept;
/// Closes a TCP connection at once: unsent data are discarded and the other side is reset.
void abortConnection(UniqueFd& fd) noexcept;
/// Returns "Connection refused".
[[nodiscard]] std::string errnoText(int value);
/// Raises the limit of open descriptors to the maximum and returns it.
std::size_t raiseDescriptorLimit() noexcept;

} // namespace millrace::crosstraffic
