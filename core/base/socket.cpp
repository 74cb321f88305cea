// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/socket.h"

#include "core/base/text.h"

#include <arpa/inet.h>
#include <array>
#include <cerrno>
#include <fmt/format.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <thread>

namespace millrace {

namespace {

Result<sockaddr_in> toSocketAddress(const Endpoint& endpoint)
{
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(endpoint.port);
    if (::inet_pton(AF_INET, endpoint.address.c_str(), &address.sin_addr) != 1)
        return fail(ErrorCode::InvalidInput, fmt::format("\"{}\" is not an IPv4 address", endpoint.address));
    return address;
}

Result<UniqueFd> makeTcpSocket()
{
    UniqueFd fd(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    if (!fd)
        return failErrno("making a socket");
    const int on = 1;
    ::setsockopt(fd.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    return fd;
}

/// Tries to connect once; 0 on success, else the errno.
int tryConnect(int fd, const sockaddr_in& address, Deadline deadline)
{
    if (::connect(fd, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0)
        return 0;
    if (errno != EINPROGRESS && errno != EINTR)
        return errno;
    const auto ready = waitReady(fd, POLLOUT, deadline);
    if (!ready || !*ready)
        return ETIMEDOUT;
    int code = 0;
    socklen_t length = sizeof code;
    ::getsockopt(fd, SOL_SOCKET, SO_ERROR, &code, &length);
    return code;
}

bool worthAnotherTry(int code)
{
    return code == ECONNREFUSED || code == ENETUNREACH || code == EHOSTUNREACH || code == ECONNRESET;
}

} // namespace

bool isIpv4(const std::string& text) noexcept
{
    in_addr ignored{};
    return ::inet_pton(AF_INET, text.c_str(), &ignored) == 1;
}

std::string endpointText(const Endpoint& endpoint)
{
    return fmt::format("{}:{}", endpoint.address, endpoint.port);
}

Result<Endpoint> parseEndpoint(std::string_view text)
{
    const std::size_t colon = text.rfind(':');
    const auto port = colon == std::string_view::npos ? parseInteger("") : parseInteger(text.substr(colon + 1));
    if (!port || *port < 0 || *port > 65535)
        return fail(ErrorCode::InvalidInput,
                    fmt::format("\"{}\" is not an address with a port like 10.0.0.1:10000", text));
    Endpoint endpoint{std::string(text.substr(0, colon)), static_cast<std::uint16_t>(*port)};
    MR_CHECK(toSocketAddress(endpoint));
    return endpoint;
}

Result<UniqueFd> listenTcp(const Endpoint& endpoint, int backlog)
{
    MR_TRY(address, toSocketAddress(endpoint));
    MR_TRY(fd, makeTcpSocket());
    const int on = 1;
    ::setsockopt(fd.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (::bind(fd.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0
        || ::listen(fd.get(), backlog) != 0)
        return failErrno("listening on " + endpointText(endpoint));
    return fd;
}

Result<Endpoint> localEndpoint(int fd)
{
    sockaddr_in address{};
    socklen_t length = sizeof address;
    if (::getsockname(fd, reinterpret_cast<sockaddr*>(&address), &length) != 0)
        return failErrno("asking for a socket's address");
    std::array<char, INET_ADDRSTRLEN> text{};
    ::inet_ntop(AF_INET, &address.sin_addr, text.data(), text.size());
    return Endpoint{text.data(), ntohs(address.sin_port)};
}

Reach probeTcp(const Endpoint& endpoint, Deadline deadline)
{
    const auto address = toSocketAddress(endpoint);
    const auto fd = makeTcpSocket();
    if (!address || !fd)
        return Reach::Silent;
    const int code = tryConnect(fd->get(), *address, deadline);
    return code == 0 ? Reach::Listens : code == ECONNREFUSED ? Reach::Refuses : Reach::Silent;
}

Result<UniqueFd> connectTcp(const Endpoint& endpoint, Deadline deadline, const std::string& congestionControl)
{
    MR_TRY(address, toSocketAddress(endpoint));
    for (;;) {
        MR_TRY(fd, makeTcpSocket());
        if (!congestionControl.empty()
            && ::setsockopt(fd.get(), IPPROTO_TCP, TCP_CONGESTION, congestionControl.data(),
                            static_cast<socklen_t>(congestionControl.size()))
                != 0)
            return failErrno(fmt::format("choosing the congestion control \"{}\"", congestionControl));
        const int code = tryConnect(fd.get(), address, deadline);
        if (code == 0)
            return fd;
        if (!worthAnotherTry(code) || timeLeft(deadline) == Nanoseconds(0))
            return failErrno("connecting to " + endpointText(endpoint), code);
        std::this_thread::sleep_for(std::min<Nanoseconds>(timeLeft(deadline), std::chrono::milliseconds(20)));
    }
}

Result<UniqueFd> acceptTcp(int listener, Deadline deadline)
{
    for (;;) {
        UniqueFd fd(::accept4(listener, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
        if (fd) {
            const int on = 1;
            ::setsockopt(fd.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
            return fd;
        }
        if (errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR && errno != ECONNABORTED)
            return failErrno("accepting a connection");
        MR_TRY(ready, waitReady(listener, POLLIN, deadline));
        if (!ready)
            return fail(ErrorCode::Timeout, "timeout: no connection was made");
    }
}

Result<std::string> congestionControlOf(int fd)
{
    std::array<char, 16> name{};
    socklen_t length = name.size();
    if (::getsockopt(fd, IPPROTO_TCP, TCP_CONGESTION, name.data(), &length) != 0)
        return failErrno("asking for the congestion control");
    return std::string(name.data());
}

} // namespace millrace
