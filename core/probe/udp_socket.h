// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/clock.h"
#include "core/base/result.h"
#include "core/base/socket.h"
#include "core/probe/packet.h"

#include <netinet/in.h>
#include <span>
#include <vector>

namespace millrace::probe {

/// Received packet: only its beginning is kept.
struct Arrival
{
    Packet packet;
    int length = 0; ///< of the payload
    Nanoseconds time{0}; ///< since 1970, the kernel's time stamp
    std::uint32_t drops = 0; ///< packets dropped by the full socket buffer so far
    sockaddr_in from{};
};

/// UDP socket with large buffers and receive time stamps. Non-blocking.
class UdpSocket
{
public:
    [[nodiscard]] static Result<UdpSocket> bindTo(const Endpoint& address);
    [[nodiscard]] static Result<UdpSocket> connectTo(const Endpoint& responder);

    [[nodiscard]] int fd() const noexcept { return m_fd.get(); }
    /// MTU of the path, for a connected socket.
    [[nodiscard]] Result<int> pathMtu() const;

    /// Appends available packets to `into`, up to 64 in our format; others are skipped. Unreachable if nothing listens.
    [[nodiscard]] Result<void> receive(std::vector<Arrival>& into);
    /// Sends one packet padded to `length`. False if the buffer was full.
    [[nodiscard]] Result<bool> send(const Packet& packet, int length, const sockaddr_in* to = nullptr);
    /// Sends a batch on a connected socket, each padded to `length`; returns the number accepted.
    [[nodiscard]] Result<std::size_t> sendBatch(std::span<const Packet> packets, int length);

private:
    [[nodiscard]] static Result<UdpSocket> make();

    UniqueFd m_fd;
};

} // namespace millrace::probe
