// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/collective/tcp_totals.h"

#include <cstddef>
#include <linux/tcp.h>
#include <netinet/in.h>
#include <sys/socket.h>

namespace millrace::collective {

std::optional<TcpTotals> tcpTotals(int fd) noexcept
{
    tcp_info info{};
    socklen_t size = sizeof info;
    if (::getsockopt(fd, IPPROTO_TCP, TCP_INFO, &info, &size) != 0
        || size < offsetof(tcp_info, tcpi_bytes_retrans) + sizeof info.tcpi_bytes_retrans)
        return std::nullopt;
    return TcpTotals{info.tcpi_bytes_sent, info.tcpi_bytes_retrans};
}

} // namespace millrace::collective
