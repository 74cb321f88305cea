// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/emulate/tcp_segments.h"

#include "core/emulate/frame.h"

#include <algorithm>
#include <cstring>

namespace millrace::emulate {

namespace {

constexpr std::size_t ipHeader = vnetHeaderBytes + ethernetHeaderBytes;
constexpr std::size_t leastIpBytes = 20;
constexpr std::size_t leastTcpBytes = 20;
constexpr std::uint8_t needsChecksum = 1;
constexpr std::uint8_t gsoNone = 0;
constexpr std::uint8_t gsoTcp4Type = 1;
constexpr std::uint8_t tcpProtocol = 6;
constexpr std::uint16_t checksumInTcp = 16;
constexpr std::size_t largestIpBytes = 65535;

constexpr std::uint8_t flagFin = 0x01;
constexpr std::uint8_t flagPush = 0x08;
constexpr std::uint8_t flagAck = 0x10;
constexpr std::uint8_t flagReduced = 0x80; // CWR

std::uint8_t get8(const std::byte* at) noexcept
{
    return std::to_integer<std::uint8_t>(*at);
}

std::uint16_t get16(const std::byte* at) noexcept
{
    return static_cast<std::uint16_t>(get8(at) << 8 | get8(at + 1));
}

std::uint32_t get32(const std::byte* at) noexcept
{
    return std::uint32_t(get16(at)) << 16 | get16(at + 2);
}

void put16(std::byte* at, std::uint32_t value) noexcept
{
    at[0] = std::byte(value >> 8 & 0xff);
    at[1] = std::byte(value & 0xff);
}

void put32(std::byte* at, std::uint32_t value) noexcept
{
    put16(at, value >> 16);
    put16(at + 2, value & 0xffff);
}

std::uint32_t sumOf(const std::byte* at, std::size_t bytes) noexcept
{
    std::uint32_t sum = 0;
    for (std::size_t i = 0; i + 1 < bytes; i += 2)
        sum += get16(at + i);
    return sum;
}

std::uint16_t folded(std::uint32_t sum) noexcept
{
    while (sum >> 16 != 0)
        sum = (sum & 0xffff) + (sum >> 16);
    return static_cast<std::uint16_t>(sum);
}

struct Layout
{
    std::size_t tcp = 0;
    std::size_t payload = 0;
};

/// Parses TCP over IPv4, not a fragment, with complete headers and an IP length equal to the frame's.
std::optional<Layout> layoutOf(std::span<const std::byte> bytes) noexcept
{
    if (bytes.size() < ipHeader + leastIpBytes + leastTcpBytes)
        return std::nullopt;
    const std::byte* ip = bytes.data() + ipHeader;
    const std::size_t ipBytes = std::size_t(get8(ip) & 0x0f) * 4;
    if (get16(bytes.data() + vnetHeaderBytes + 12) != 0x0800 || get8(ip) >> 4 != 4 || ipBytes < leastIpBytes
        || get8(ip + 9) != tcpProtocol || (get16(ip + 6) & 0x3fff) != 0
        || std::size_t(get16(ip + 2)) + ipHeader != bytes.size() || bytes.size() < ipHeader + ipBytes + leastTcpBytes)
        return std::nullopt;
    const std::size_t tcp = ipHeader + ipBytes;
    const std::size_t payload = tcp + std::size_t(get8(bytes.data() + tcp + 12) >> 4) * 4;
    if (payload < tcp + leastTcpBytes || payload > bytes.size())
        return std::nullopt;
    return Layout{tcp, payload};
}

VnetHeader vnetOf(const std::byte* bytes) noexcept
{
    VnetHeader header;
    std::memcpy(&header, bytes, sizeof header);
    return header;
}

/// Sets lengths and checksums of a frame of this size; `gsoSize` 0: a plain packet.
void sealHeaders(std::byte* bytes, std::size_t size, const Layout& at, std::uint16_t gsoSize) noexcept
{
    VnetHeader header = vnetOf(bytes);
    header.flags = needsChecksum;
    header.gsoType = gsoSize == 0 ? gsoNone : gsoTcp4Type;
    header.gsoSize = gsoSize;
    header.headerLength = static_cast<std::uint16_t>(at.payload - vnetHeaderBytes);
    header.checksumStart = static_cast<std::uint16_t>(at.tcp - vnetHeaderBytes);
    header.checksumOffset = checksumInTcp;
    std::memcpy(bytes, &header, sizeof header);
    std::byte* ip = bytes + ipHeader;
    put16(ip + 2, static_cast<std::uint32_t>(size - ipHeader));
    put16(ip + 10, 0);
    put16(ip + 10, ~std::uint32_t(folded(sumOf(ip, at.tcp - ipHeader))) & 0xffff);
    const auto tcpBytes = static_cast<std::uint32_t>(size - at.tcp);
    put16(bytes + at.tcp + checksumInTcp, folded(sumOf(ip + 12, 8) + tcpProtocol + tcpBytes));
}

} // namespace

Frame* cutTcpFrame(FramePool& pool, Frame& whole)
{
    const auto at = layoutOf(whole.used());
    const VnetHeader header = vnetOf(whole.bytes);
    if (!at || header.gsoType != gsoTcp4Type || header.gsoSize == 0)
        return nullptr;
    const std::uint32_t sequence = get32(whole.bytes + at->tcp + 4);
    const std::uint16_t id = get16(whole.bytes + ipHeader + 4);
    const std::uint8_t flags = get8(whole.bytes + at->tcp + 13);
    Frame* first = nullptr;
    Frame** link = &first;
    std::uint32_t number = 0;
    for (std::size_t begin = at->payload; begin < whole.size; begin += header.gsoSize, ++number) {
        const std::size_t bytes = std::min<std::size_t>(header.gsoSize, whole.size - begin);
        const bool last = begin + bytes == whole.size;
        Frame& packet = pool.take(static_cast<std::uint32_t>(at->payload + bytes));
        packet.size = static_cast<std::uint32_t>(at->payload + bytes);
        std::memcpy(packet.bytes, whole.bytes, at->payload);
        std::memcpy(packet.bytes + at->payload, whole.bytes + begin, bytes);
        put16(packet.bytes + ipHeader + 4, (id + number) & 0xffff);
        put32(packet.bytes + at->tcp + 4, sequence + number * header.gsoSize);
        const auto dropped =
            static_cast<std::uint8_t>((last ? 0 : flagFin | flagPush) | (number > 0 ? flagReduced : 0));
        packet.bytes[at->tcp + 13] = std::byte(flags & ~dropped & 0xff);
        sealHeaders(packet.bytes, packet.size, *at, 0);
        *link = &packet;
        link = &packet.next;
    }
    pool.give(whole);
    return first;
}

std::uint32_t tcpPorts(std::span<const std::byte> bytes) noexcept
{
    const auto at = layoutOf(bytes);
    return at ? get32(bytes.data() + at->tcp) : 0;
}

std::optional<TcpSegment> joinableSegment(std::span<const std::byte> bytes) noexcept
{
    const auto at = layoutOf(bytes);
    if (!at || at->payload == bytes.size())
        return std::nullopt;
    const VnetHeader header = vnetOf(bytes.data());
    const std::uint8_t flags = get8(bytes.data() + at->tcp + 13);
    if (header.flags != needsChecksum || header.gsoType != gsoNone || (flags & ~flagPush) != flagAck)
        return std::nullopt;
    return TcpSegment{at->tcp, at->payload, get32(bytes.data() + at->tcp + 4), flags};
}

JoinedFrame::JoinedFrame(FramePool& pool, const Frame& first, const TcpSegment& segment)
    : m_frame(&pool.take()), m_first(segment), m_ports(get32(first.bytes + segment.tcp)),
      m_nextSequence(segment.sequence + static_cast<std::uint32_t>(first.size - segment.payload)),
      m_segmentBytes(static_cast<std::uint32_t>(first.size - segment.payload)), m_closed(segment.closes())
{
    std::memcpy(m_frame->bytes, first.bytes, first.size);
    m_frame->size = first.size;
    m_frame->packets = 1;
    m_frame->from = first.from;
    m_frame->to = first.to;
}

bool JoinedFrame::append(const Frame& next, const TcpSegment& segment)
{
    if (!continues(next, segment))
        return false;
    const auto bytes = static_cast<std::uint32_t>(next.size - segment.payload);
    std::memcpy(m_frame->bytes + m_frame->size, next.bytes + segment.payload, bytes);
    m_frame->size += bytes;
    ++m_frame->packets;
    m_nextSequence += bytes;
    m_first.flags |= segment.flags;
    m_closed = segment.closes() || bytes < m_segmentBytes;
    return true;
}

/// Compares Ethernet, IP and TCP headers except length, number, sequence, checksums and PSH; options and their times
/// included.
bool JoinedFrame::continues(const Frame& next, const TcpSegment& segment) const noexcept
{
    const std::size_t bytes = next.size - segment.payload;
    if (m_closed || segment.sequence != m_nextSequence || segment.payload != m_first.payload
        || segment.tcp != m_first.tcp || bytes > m_segmentBytes || m_frame->size + bytes > largestIpBytes + ipHeader)
        return false;
    const auto same = [&](std::size_t from, std::size_t to) {
        return std::memcmp(m_frame->bytes + from, next.bytes + from, to - from) == 0;
    };
    const std::size_t tcp = segment.tcp;
    return same(vnetHeaderBytes, ipHeader + 2) && same(ipHeader + 6, ipHeader + 10) && same(ipHeader + 12, tcp + 4)
        && same(tcp + 8, tcp + 13) && same(tcp + 14, tcp + 16) && same(tcp + 18, segment.payload);
}

Frame& JoinedFrame::finish() noexcept
{
    if (m_frame->packets > 1) {
        m_frame->bytes[m_first.tcp + 13] = std::byte(m_first.flags);
        sealHeaders(m_frame->bytes, m_frame->size, {m_first.tcp, m_first.payload},
                    static_cast<std::uint16_t>(m_segmentBytes));
    }
    return *m_frame;
}

} // namespace millrace::emulate
