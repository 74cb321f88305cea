// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/clock.h"
#include "core/base/result.h"
#include "core/base/unique_fd.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace millrace::counters {

/// Sums over all TCP sockets of this network namespace with one remote address that exist at this moment: when one is
/// closed, the sums decrease by its share.
struct PeerTcp
{
    std::string address; ///< remote, IPv4 or IPv6
    std::uint32_t sockets = 0;
    std::uint64_t ackedBytes = 0; ///< sent and acknowledged payload; a connect adds one
    std::uint64_t receivedBytes = 0; ///< payload
    std::uint64_t sentBytes = 0; ///< payload with retransmissions
    std::uint64_t retransmittedBytes = 0;
    std::uint64_t retransmissions = 0; ///< segments
    std::uint64_t unackedSegments = 0; ///< in flight now
    Nanoseconds minimumRtt{0}; ///< smallest smoothed round-trip time of the sockets; 0: none has one
    Nanoseconds meanRtt{0};
    Nanoseconds maximumRtt{0};
    double meanWindow = 0; ///< congestion window, segments
    double deliveryRate = 0; ///< bytes per second, summed over the sockets
    std::string congestionControl; ///< "cubic", or "cubic,bbr" where sockets differ

    bool operator==(const PeerTcp&) const = default;
};

/// Sockets whose local or remote port is in the range (both ends included).
struct PortRange
{
    std::uint16_t first = 0;
    std::uint16_t last = 65535;

    bool operator==(const PortRange&) const = default;
};

/// One socket as reported by the kernel.
struct SocketState
{
    std::array<std::byte, 16> remote{}; ///< IPv6; IPv4 as ::ffff:a.b.c.d
    std::uint8_t family = 0;
    std::array<std::byte, 48> id{}; ///< struct inet_diag_sockid, its key in the kernel
    std::uint16_t localPort = 0;
    std::uint16_t remotePort = 0;
    PeerTcp numbers; ///< of this socket only, without the address
    bool hasNumbers = false; ///< the kernel returned its tcp_info
};
/// Parses a struct inet_diag_msg with its attributes. Corrupt if it is truncated.
[[nodiscard]] Result<SocketState> parseSocket(std::span<const std::byte> message);

/// Queries the kernel's TCP sockets through netlink (sock_diag(7), INET_DIAG; values from struct tcp_info in
/// linux/tcp.h). Listening and closed sockets are left out. The kernel searches its whole hash table for a list, so a
/// list is requested every 200 ms and in between the sockets found then, one by one; a new socket may be seen that much
/// later. Not thread-safe.
class TcpSocketReader
{
public:
    /// Fails with Unsupported if the kernel has no inet_diag.
    [[nodiscard]] static Result<TcpSocketReader> open();
    TcpSocketReader(TcpSocketReader&& other) noexcept;
    TcpSocketReader& operator=(TcpSocketReader&& other) noexcept;
    ~TcpSocketReader();
    /// Replaces `into`, sorted by address. Blocks at most until the deadline.
    [[nodiscard]] Result<void> read(const PortRange& ports, std::vector<PeerTcp>& into, Deadline deadline);

private:
    TcpSocketReader();
    struct Sums;
    enum class Answers
    {
        List,
        OneEach
    };
    Result<void> list(const PortRange& ports, Deadline deadline);
    Result<void> askKnown(Deadline deadline);
    Result<void> collect(Answers answers, Deadline deadline);
    Result<bool> take(std::span<const std::byte> bytes, Answers answers, std::size_t& missing);
    void add(const SocketState& socket);

    UniqueFd m_netlink;
    std::uint32_t m_sequence = 0;
    std::vector<std::byte> m_buffer;
    std::vector<Sums> m_sums;
    std::vector<SocketState> m_known;
    PortRange m_ports;
    Deadline m_nextList{};
};

} // namespace millrace::counters
