// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstdint>
#include <optional>

namespace millrace::collective {

/// Kernel counters of connections (TCP_INFO): bytes of the stream, without headers. `sentBytes` includes
/// retransmissions (RFC 4898, tcpEStatsPerfHCDataOctetsOut).
struct TcpTotals
{
    std::uint64_t sentBytes = 0;
    std::uint64_t retransmittedBytes = 0;

    TcpTotals& operator+=(const TcpTotals& other) noexcept
    {
        sentBytes += other.sentBytes;
        retransmittedBytes += other.retransmittedBytes;
        return *this;
    }
    bool operator==(const TcpTotals&) const = default;
};

/// Returns nothing for other sockets, or if the kernel is older than 4.19 and has no such counters.
[[nodiscard]] std::optional<TcpTotals> tcpTotals(int fd) noexcept;

} // namespace millrace::collective
