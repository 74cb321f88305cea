// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/clock.h"
#include "core/base/result.h"
#include "core/base/unique_fd.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace millrace {

/// An IPv4 address and port. Node addresses of experiments are IPv4.
struct Endpoint
{
    std::string address; ///< dotted quad
    std::uint16_t port = 0;

    auto operator<=>(const Endpoint&) const = default;
};

/// Whether the text is a dotted quad: "10.0.0.1".
[[nodiscard]] bool isIpv4(const std::string& text) noexcept;
[[nodiscard]] std::string endpointText(const Endpoint& endpoint);
/// Parses "10.0.0.1:10000".
[[nodiscard]] Result<Endpoint> parseEndpoint(std::string_view text);

/// Listens on a TCP port (0: any free one); non-blocking, closed on exec.
[[nodiscard]] Result<UniqueFd> listenTcp(const Endpoint& endpoint, int backlog = 128);
[[nodiscard]] Result<Endpoint> localEndpoint(int fd);
enum class Reach
{
    Listens,
    Refuses, ///< its machine answers that nobody listens there
    Silent ///< no answer in time, or no way to it
};
/// Makes one connection and closes it.
[[nodiscard]] Reach probeTcp(const Endpoint& endpoint, Deadline deadline);
/// Connects, retrying until the deadline while the peer refuses. TCP_NODELAY is set; non-blocking. `congestionControl`
/// empty: the system's default; otherwise set before connecting; fails if refused.
[[nodiscard]] Result<UniqueFd> connectTcp(const Endpoint& endpoint, Deadline deadline,
                                          const std::string& congestionControl = {});
/// Accepts one connection; non-blocking, TCP_NODELAY. Timeout at the deadline.
[[nodiscard]] Result<UniqueFd> acceptTcp(int listener, Deadline deadline);
/// Returns the congestion control algorithm in use on a TCP socket.
[[nodiscard]] Result<std::string> congestionControlOf(int fd);

} // namespace millrace
