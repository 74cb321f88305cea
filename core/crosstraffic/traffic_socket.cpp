// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/crosstraffic/traffic_socket.h"

#include <arpa/inet.h>
#include <cerrno>
#include <cstring>
#include <net/if.h>
#include <netinet/in.h>
#include <sys/resource.h>
#include <system_error>

namespace millrace::crosstraffic {

std::uint16_t SocketAddress::port() const noexcept
{
    if (family() == AF_INET6)
        return ntohs(reinterpret_cast<const sockaddr_in6*>(&storage)->sin6_port);
    return ntohs(reinterpret_cast<const sockaddr_in*>(&storage)->sin_port);
}

Result<SocketAddress> socketAddress(const std::string& address, std::uint16_t port)
{
    SocketAddress result;
    auto* four = reinterpret_cast<sockaddr_in*>(&result.storage);
    auto* six = reinterpret_cast<sockaddr_in6*>(&result.storage);
    if (::inet_pton(AF_INET, address.c_str(), &four->sin_addr) == 1) {
        four->sin_family = AF_INET;
        four->sin_port = htons(port);
        result.length = sizeof *four;
        return result;
    }
    const std::size_t zone = address.find('%');
    if (::inet_pton(AF_INET6, address.substr(0, zone).c_str(), &six->sin6_addr) != 1)
        return fail(ErrorCode::InvalidInput,
                    "\"" + address + "\" is not an IPv4 or IPv6 address; names are not resolved here");
    six->sin6_family = AF_INET6;
    six->sin6_port = htons(port);
    if (zone != std::string::npos)
        six->sin6_scope_id = ::if_nametoindex(address.substr(zone + 1).c_str());
    result.length = sizeof *six;
    return result;
}

bool setOption(int fd, int level, int name, int value) noexcept
{
    return ::setsockopt(fd, level, name, &value, sizeof value) == 0;
}

bool setDscp(int fd, int family, int dscp) noexcept
{
    if (dscp == 0)
        return true;
    return family == AF_INET6 ? setOption(fd, IPPROTO_IPV6, IPV6_TCLASS, dscp << 2)
                              : setOption(fd, IPPROTO_IP, IP_TOS, dscp << 2);
}

UniqueFd openSocket(int type, const SocketAddress& to, const SocketAddress* from, int dscp) noexcept
{
    UniqueFd fd(::socket(to.family(), type | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
    if (!fd || !setDscp(fd.get(), to.family(), dscp))
        return {};
    if (from != nullptr) {
        // Chooses the port at connect(), where ports may be shared between destinations.
        if (type == SOCK_STREAM && !setOption(fd.get(), IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, 1))
            return {};
        if (::bind(fd.get(), from->get(), from->length) != 0)
            return {};
    }
    return fd;
}

int takeSocketError(int fd) noexcept
{
    int error = 0;
    socklen_t length = sizeof error;
    if (::getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &length) != 0)
        return errno;
    return error;
}

void abortConnection(UniqueFd& fd) noexcept
{
    const linger none{1, 0};
    ::setsockopt(fd.get(), SOL_SOCKET, SO_LINGER, &none, sizeof none);
    fd.reset();
}

std::string errnoText(int value)
{
    return std::generic_category().message(value);
}

std::size_t raiseDescriptorLimit() noexcept
{
    constexpr std::size_t usual = 1024;
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return usual;
    const rlimit raised{limit.rlim_max, limit.rlim_max};
    return ::setrlimit(RLIMIT_NOFILE, &raised) == 0 ? raised.rlim_cur : limit.rlim_cur;
}

} // namespace millrace::crosstraffic
