// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/crosstraffic/tcp_sink.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <netinet/in.h>

namespace millrace::crosstraffic {

namespace {

constexpr auto headPatience = std::chrono::seconds(10); // for the head of a connection
constexpr std::size_t mostAtOnce = 1 << 20; // bytes read from one connection per turn

} // namespace

Result<std::uint16_t> TcpSink::listen(const SocketAddress& address)
{
    m_listener = UniqueFd(::socket(address.family(), SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
    static_cast<void>(setOption(m_listener.get(), SOL_SOCKET, SO_REUSEADDR, 1));
    SocketAddress bound = address;
    if (!m_listener || ::bind(m_listener.get(), address.get(), address.length) != 0
        || ::listen(m_listener.get(), 4096) != 0
        || ::getsockname(m_listener.get(), reinterpret_cast<sockaddr*>(&bound.storage), &bound.length) != 0
        || !m_wait.add(m_listener.get(), listenKey, EPOLLIN))
        return failErrno("cannot listen for TCP cross traffic; choose a free port and an address of this node");
    m_reserve = UniqueFd(::open("/dev/null", O_RDONLY | O_CLOEXEC));
    return bound.port();
}

void TcpSink::acceptAll()
{
    for (int i = 0; i < 64; ++i) {
        UniqueFd fd(::accept4(m_listener.get(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC));
        if (!fd && (errno == EMFILE || errno == ENFILE)) {
            m_reserve.reset();
            fd = UniqueFd(::accept4(m_listener.get(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC));
            fd.reset();
            m_reserve = UniqueFd(::open("/dev/null", O_RDONLY | O_CLOEXEC));
            ++m_refused;
            continue;
        }
        if (!fd && errno == ECONNABORTED)
            continue;
        if (!fd)
            return;
        Slot& slot = *m_slots.find(m_slots.take());
        slot.fd = std::move(fd);
        slot.accepted = monotonicNow();
        ++m_active;
        if (!m_wait.add(slot.fd.get(), slot.key, EPOLLIN))
            close(slot, true);
    }
}

void TcpSink::close(Slot& slot, bool refused)
{
    if (refused) {
        ++m_refused;
        abortConnection(slot.fd);
    }
    --m_active;
    m_slots.release(slot.key);
}

/// Returns false if there is nothing more to read now.
bool TcpSink::readHead(Slot& slot)
{
    const auto count = ::recv(slot.fd.get(), slot.head.data() + slot.headBytes, slot.head.size() - slot.headBytes, 0);
    if (count <= 0) {
        if (count == 0 || (errno != EAGAIN && errno != EINTR))
            close(slot, true);
        return false;
    }
    slot.headBytes += static_cast<std::size_t>(count);
    const auto head = decodeConnection(std::span(slot.head).first(slot.headBytes));
    if (!head) {
        if (slot.headBytes == slot.head.size())
            close(slot, true);
        return false;
    }
    slot.headed = true;
    slot.size = head->bytes;
    ++m_flows;
    return take(slot, slot.headBytes);
}

bool TcpSink::take(Slot& slot, std::uint64_t bytes)
{
    if (slot.size != 0)
        bytes = std::min(bytes, slot.size - slot.received);
    slot.received += bytes;
    m_received += bytes;
    if (slot.size == 0 || slot.received < slot.size)
        return true;
    close(slot, false);
    return false;
}

void TcpSink::read(Slot& slot)
{
    if (!slot.headed && !readHead(slot))
        return;
    std::size_t left = mostAtOnce;
    while (left > 0) {
        std::size_t ask = left;
        if (slot.size != 0)
            ask = static_cast<std::size_t>(std::min<std::uint64_t>(ask, slot.size - slot.received));
        // With MSG_TRUNC the kernel discards the bytes of a stream without copying them.
        const auto count = ::recv(slot.fd.get(), nullptr, ask, MSG_TRUNC);
        if (count < 0 && (errno == EAGAIN || errno == EINTR))
            return;
        if (count <= 0) {
            close(slot, false);
            return;
        }
        left -= static_cast<std::size_t>(count);
        if (!take(slot, static_cast<std::uint64_t>(count)))
            return;
    }
}

void TcpSink::ready(std::uint64_t key, std::uint32_t /*events*/)
{
    if (key == listenKey)
        acceptAll();
    else if (Slot* slot = m_slots.find(key))
        read(*slot);
}

void TcpSink::run(Nanoseconds now)
{
    for (std::size_t i = 0; i < m_slots.size(); ++i)
        if (Slot& slot = m_slots.at(i); slot.key != 0 && !slot.headed && now - slot.accepted > headPatience)
            close(slot, true);
}

} // namespace millrace::crosstraffic
