// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/emulate/frame_pool.h"

#include <cstdint>
#include <optional>
#include <span>

namespace millrace::emulate {

/// What a NIC does with TCP over IPv4: it cuts the large pieces that its driver hands over into packets (TSO), and
/// joins packets that arrive in order before the driver gets them (GRO). Checksums stay partial, as the virtio header
/// allows: every piece carries the sum of its pseudo header.

/// The packets of a GSO frame of TCP over IPv4, linked through Frame::next, each with its own headers. Gives `whole`
/// back to the pool. Null when it is no such frame; then it is left alone.
[[nodiscard]] Frame* cutTcpFrame(FramePool& pool, Frame& whole);

/// Where the parts of a frame with TCP payload over IPv4 are, as far as joining needs to know.
struct TcpSegment
{
    std::size_t tcp = 0; ///< offset of the TCP header in the frame, virtio header included
    std::size_t payload = 0; ///< offset of the payload
    std::uint32_t sequence = 0;
    std::uint8_t flags = 0;

    [[nodiscard]] bool closes() const noexcept { return (flags & 0x08) != 0; } // PSH
};
/// Ports as one number, for telling connections of a pair of nodes apart; 0: no TCP over IPv4.
[[nodiscard]] std::uint32_t tcpPorts(std::span<const std::byte> bytes) noexcept;
/// Only a packet that may be joined: payload, partial checksum, not fragmented, no flags but ACK and PSH.
[[nodiscard]] std::optional<TcpSegment> joinableSegment(std::span<const std::byte> bytes) noexcept;

/// Packets of one connection that are handed over as one GSO frame. The frame is the pool's.
class JoinedFrame
{
public:
    /// Begins with one packet, which is copied.
    JoinedFrame(FramePool& pool, const Frame& first, const TcpSegment& segment);
    /// Takes the packet in when it continues the connection with the same headers; false: it does not.
    [[nodiscard]] bool append(const Frame& next, const TcpSegment& segment);
    /// Nothing may follow: the last packet was short or asked to be pushed.
    [[nodiscard]] bool isClosed() const noexcept { return m_closed; }
    [[nodiscard]] std::uint32_t ports() const noexcept { return m_ports; }
    [[nodiscard]] std::uint32_t packets() const noexcept { return m_frame->packets; }
    /// The frame to write, its headers brought up to date.
    [[nodiscard]] Frame& finish() noexcept;

private:
    [[nodiscard]] bool continues(const Frame& next, const TcpSegment& segment) const noexcept;

    Frame* m_frame;
    TcpSegment m_first;
    std::uint32_t m_ports;
    std::uint32_t m_nextSequence;
    std::uint32_t m_segmentBytes;
    bool m_closed;
};

} // namespace millrace::emulate
