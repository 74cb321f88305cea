// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/probe/udp_socket.h"

#include <algorithm>
#include <arpa/inet.h>
#include <array>
#include <cerrno>
#include <cstring>
#include <sys/socket.h>
#include <sys/uio.h>

namespace millrace::probe {

namespace {

constexpr std::size_t batchSize = 64;
constexpr int bufferBytes = 16 << 20;

Result<sockaddr_in> rawAddress(const Endpoint& endpoint)
{
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(endpoint.port);
    if (::inet_pton(AF_INET, endpoint.address.c_str(), &address.sin_addr) != 1)
        return fail(ErrorCode::InvalidInput, "\"" + endpoint.address + "\" is not an IPv4 address");
    return address;
}

/// Tries the privileged option first: the other one is limited by net.core.rmem_max and wmem_max.
void enlarge(int fd, int forced, int ordinary)
{
    if (::setsockopt(fd, SOL_SOCKET, forced, &bufferBytes, sizeof bufferBytes) != 0)
        ::setsockopt(fd, SOL_SOCKET, ordinary, &bufferBytes, sizeof bufferBytes);
}

/// Padding.
const std::vector<std::byte>& zeros()
{
    static const std::vector<std::byte> bytes(largestPayload);
    return bytes;
}

std::array<iovec, 2> parts(const Packet& packet, int length)
{
    const auto padding = static_cast<std::size_t>(std::max(0, length - smallestPayload));
    return {{{const_cast<Packet*>(&packet), sizeof packet}, {const_cast<std::byte*>(zeros().data()), padding}}};
}

struct ReceiveSlot
{
    Packet packet;
    sockaddr_in from{};
    iovec part{};
    alignas(cmsghdr) std::array<std::byte, 128> control{};
};

Arrival toArrival(const ReceiveSlot& slot, mmsghdr& message)
{
    Arrival arrival{slot.packet, static_cast<int>(message.msg_len), Nanoseconds(0), 0, slot.from};
    for (cmsghdr* c = CMSG_FIRSTHDR(&message.msg_hdr); c != nullptr; c = CMSG_NXTHDR(&message.msg_hdr, c)) {
        if (c->cmsg_level != SOL_SOCKET)
            continue;
        if (c->cmsg_type == SCM_TIMESTAMPNS) {
            timespec time{};
            std::memcpy(&time, CMSG_DATA(c), sizeof time);
            arrival.time = std::chrono::seconds(time.tv_sec) + Nanoseconds(time.tv_nsec);
        } else if (c->cmsg_type == SO_RXQ_OVFL) {
            std::memcpy(&arrival.drops, CMSG_DATA(c), sizeof arrival.drops);
        }
    }
    if (arrival.time == Nanoseconds(0))
        arrival.time = wallNow();
    return arrival;
}

} // namespace

Result<UdpSocket> UdpSocket::make()
{
    UdpSocket made;
    made.m_fd = UniqueFd(::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    if (!made.m_fd)
        return failErrno("making a UDP socket");
    const int on = 1;
    if (::setsockopt(made.fd(), SOL_SOCKET, SO_TIMESTAMPNS, &on, sizeof on) != 0
        || ::setsockopt(made.fd(), SOL_SOCKET, SO_RXQ_OVFL, &on, sizeof on) != 0)
        return failErrno("asking for time stamps on a UDP socket");
    enlarge(made.fd(), SO_RCVBUFFORCE, SO_RCVBUF);
    enlarge(made.fd(), SO_SNDBUFFORCE, SO_SNDBUF);
    return made;
}

Result<UdpSocket> UdpSocket::bindTo(const Endpoint& address)
{
    MR_TRY(raw, rawAddress(address));
    MR_TRY(made, make());
    if (::bind(made.fd(), reinterpret_cast<const sockaddr*>(&raw), sizeof raw) != 0)
        return failErrno("binding the UDP port " + endpointText(address));
    return made;
}

Result<UdpSocket> UdpSocket::connectTo(const Endpoint& responder)
{
    MR_TRY(raw, rawAddress(responder));
    MR_TRY(made, make());
    if (::connect(made.fd(), reinterpret_cast<const sockaddr*>(&raw), sizeof raw) != 0)
        return failErrno("finding a way to " + endpointText(responder));
    return made;
}

Result<int> UdpSocket::pathMtu() const
{
    int mtu = 0;
    socklen_t length = sizeof mtu;
    if (::getsockopt(fd(), IPPROTO_IP, IP_MTU, &mtu, &length) != 0)
        return failErrno("asking for the MTU of a path");
    return mtu;
}

Result<void> UdpSocket::receive(std::vector<Arrival>& into)
{
    std::array<ReceiveSlot, batchSize> slots;
    std::array<mmsghdr, batchSize> messages{};
    for (std::size_t i = 0; i < batchSize; ++i) {
        slots[i].part = {&slots[i].packet, sizeof(Packet)};
        messages[i].msg_hdr.msg_name = &slots[i].from;
        messages[i].msg_hdr.msg_namelen = sizeof slots[i].from;
        messages[i].msg_hdr.msg_iov = &slots[i].part;
        messages[i].msg_hdr.msg_iovlen = 1;
        messages[i].msg_hdr.msg_control = slots[i].control.data();
        messages[i].msg_hdr.msg_controllen = slots[i].control.size();
    }
    const int got = ::recvmmsg(fd(), messages.data(), batchSize, MSG_TRUNC, nullptr);
    if (got < 0 && (errno == EAGAIN || errno == EINTR))
        return {};
    if (got < 0)
        return failErrno("receiving a UDP packet");
    for (std::size_t i = 0; i < static_cast<std::size_t>(got); ++i)
        if (messages[i].msg_len >= sizeof(Packet) && slots[i].packet.magic == packetMagic)
            into.push_back(toArrival(slots[i], messages[i]));
    return {};
}

Result<bool> UdpSocket::send(const Packet& packet, int length, const sockaddr_in* to)
{
    auto iov = parts(packet, length);
    msghdr message{};
    message.msg_iov = iov.data();
    message.msg_iovlen = iov.size();
    message.msg_name = const_cast<sockaddr_in*>(to);
    message.msg_namelen = to != nullptr ? sizeof *to : 0;
    if (::sendmsg(fd(), &message, 0) >= 0)
        return true;
    if (errno == EAGAIN || errno == ENOBUFS || errno == EINTR)
        return false;
    return failErrno("sending a UDP packet");
}

Result<std::size_t> UdpSocket::sendBatch(std::span<const Packet> packets, int length)
{
    const std::size_t count = std::min(packets.size(), batchSize);
    std::array<std::array<iovec, 2>, batchSize> iovs;
    std::array<mmsghdr, batchSize> messages{};
    for (std::size_t i = 0; i < count; ++i) {
        iovs[i] = parts(packets[i], length);
        messages[i].msg_hdr.msg_iov = iovs[i].data();
        messages[i].msg_hdr.msg_iovlen = iovs[i].size();
    }
    const int sent = ::sendmmsg(fd(), messages.data(), static_cast<unsigned>(count), 0);
    if (sent >= 0)
        return static_cast<std::size_t>(sent);
    if (errno == EAGAIN || errno == ENOBUFS || errno == EINTR)
        return std::size_t(0);
    return failErrno("sending UDP packets");
}

} // namespace millrace::probe
