// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/crosstraffic/udp_sink.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <netinet/in.h>
#include <netinet/udp.h>

#ifndef UDP_GRO
#define UDP_GRO 104
#endif

namespace millrace::crosstraffic {

namespace {

constexpr std::size_t messages = 16;
constexpr std::size_t messageBytes = 65'536;
constexpr int receiveBuffer = 16 << 20;
constexpr int roundsAtOnce = 16;
constexpr auto idleTime = std::chrono::seconds(10);

bool same(const SocketAddress& a, const SocketAddress& b)
{
    return a.length == b.length && std::memcmp(&a.storage, &b.storage, a.length) == 0;
}

/// Returns the bytes of each datagram of a message coalesced by the kernel; 0: a single datagram.
std::size_t segmentSize(msghdr& message)
{
    for (cmsghdr* part = CMSG_FIRSTHDR(&message); part != nullptr; part = CMSG_NXTHDR(&message, part))
        if (part->cmsg_level == SOL_UDP && part->cmsg_type == UDP_GRO) {
            int size = 0;
            std::memcpy(&size, CMSG_DATA(part), sizeof size);
            return size > 0 ? static_cast<std::size_t>(size) : 0;
        }
    return 0;
}

} // namespace

Result<std::uint16_t> UdpSink::listen(const SocketAddress& address)
{
    m_socket = UniqueFd(::socket(address.family(), SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
    SocketAddress bound = address;
    if (!m_socket || ::bind(m_socket.get(), address.get(), address.length) != 0
        || ::getsockname(m_socket.get(), reinterpret_cast<sockaddr*>(&bound.storage), &bound.length) != 0
        || !m_wait.add(m_socket.get(), key, EPOLLIN))
        return failErrno("cannot listen for UDP cross traffic; choose a free port and an address of this node");
    if (!setOption(m_socket.get(), SOL_SOCKET, SO_RCVBUFFORCE, receiveBuffer))
        static_cast<void>(setOption(m_socket.get(), SOL_SOCKET, SO_RCVBUF, receiveBuffer));
    static_cast<void>(setOption(m_socket.get(), SOL_UDP, UDP_GRO, 1));
    m_buffer.resize(messages * messageBytes);
    return bound.port();
}

void UdpSink::ready()
{
    struct Entry
    {
        SocketAddress from;
        iovec part{};
        alignas(cmsghdr) std::array<char, 64> control{};
    };
    std::array<Entry, messages> entries;
    std::array<mmsghdr, messages> list{};
    for (int round = 0; round < roundsAtOnce; ++round) {
        for (std::size_t i = 0; i < messages; ++i) {
            entries[i].part = {m_buffer.data() + i * messageBytes, messageBytes};
            msghdr& message = list[i].msg_hdr;
            message = {&entries[i].from.storage,
                       sizeof(sockaddr_storage),
                       &entries[i].part,
                       1,
                       entries[i].control.data(),
                       entries[i].control.size(),
                       0};
        }
        const int count = ::recvmmsg(m_socket.get(), list.data(), messages, MSG_DONTWAIT, nullptr);
        if (count <= 0)
            return;
        const Nanoseconds now = monotonicNow();
        for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
            entries[i].from.length = list[i].msg_hdr.msg_namelen;
            std::span<const unsigned char> bytes(m_buffer.data() + i * messageBytes, list[i].msg_len);
            const std::size_t segment = segmentSize(list[i].msg_hdr);
            while (!bytes.empty()) {
                const std::size_t size = segment == 0 ? bytes.size() : std::min(segment, bytes.size());
                take(bytes.first(size), entries[i].from, now);
                bytes = bytes.subspan(size);
            }
        }
        if (count < static_cast<int>(messages))
            return;
    }
}

UdpSink::FlowCounts* UdpSink::find(const DatagramHead& head, const SocketAddress& from)
{
    if (m_recent != nullptr && m_recent->run == head.run && m_recent->flow == head.flow && same(m_recent->from, from))
        return m_recent;
    std::string name(reinterpret_cast<const char*>(&from.storage), from.length);
    name.append(reinterpret_cast<const char*>(&head.run), sizeof head.run);
    name.append(reinterpret_cast<const char*>(&head.flow), sizeof head.flow);
    auto entry = m_flows.find(name);
    if (entry == m_flows.end()) {
        if (m_flows.size() >= mostFlows)
            return nullptr;
        entry = m_flows.emplace(std::move(name), FlowCounts{from, head.run, head.flow, {}, false, false, {}}).first;
        ++m_seen;
    }
    m_recent = &entry->second;
    return m_recent;
}

void UdpSink::take(std::span<const unsigned char> datagram, const SocketAddress& from, Nanoseconds now)
{
    const auto head = decodeDatagram(datagram);
    if (!head || head->kind == DatagramHead::Kind::Report || head->kind == DatagramHead::Kind::LastReport) {
        ++m_refused;
        return;
    }
    FlowCounts* flow = find(*head, from);
    if (head->kind == DatagramHead::Kind::Data)
        m_bytes += datagram.size();
    if (flow == nullptr) {
        ++m_refused;
        return;
    }
    flow->last = now;
    if (head->kind == DatagramHead::Kind::Data) {
        count(*flow, *head, datagram.size());
        return;
    }
    flow->ended = true;
    if (head->sequence - flow->counts.expected < (std::uint64_t(1) << 40))
        flow->counts.expected = std::max(flow->counts.expected, head->sequence);
    report(*flow, DatagramHead::Kind::LastReport);
}

void UdpSink::count(FlowCounts& flow, const DatagramHead& head, std::size_t bytes)
{
    DatagramCounts& counts = flow.counts;
    ++counts.datagrams;
    counts.bytes += bytes;
    flow.changed = true;
    if (head.sequence >= counts.expected) {
        counts.expected = head.sequence + 1;
    } else {
        ++counts.reordered;
        ++m_reordered;
    }
}

void UdpSink::report(const FlowCounts& flow, DatagramHead::Kind kind)
{
    std::array<unsigned char, DatagramHead::size + DatagramCounts::size> bytes{};
    encode(DatagramHead{kind, flow.run, flow.flow, 0, monotonicNow()}, bytes.data());
    encode(flow.counts, bytes.data() + DatagramHead::size);
    static_cast<void>(
        ::sendto(m_socket.get(), bytes.data(), bytes.size(), MSG_DONTWAIT, flow.from.get(), flow.from.length));
}

std::uint64_t UdpSink::lostNow() const noexcept
{
    std::uint64_t lost = 0;
    for (const auto& [name, flow] : m_flows)
        lost += flow.counts.lost();
    return lost;
}

void UdpSink::run(Nanoseconds now)
{
    for (auto entry = m_flows.begin(); entry != m_flows.end();) {
        FlowCounts& flow = entry->second;
        if (flow.changed && !flow.ended)
            report(flow, DatagramHead::Kind::Report);
        flow.changed = false;
        if (now - flow.last > idleTime || (flow.ended && now - flow.last > std::chrono::seconds(2))) {
            m_lostBefore += flow.counts.lost();
            entry = m_flows.erase(entry);
            m_recent = nullptr;
        } else {
            ++entry;
        }
    }
}

} // namespace millrace::crosstraffic
