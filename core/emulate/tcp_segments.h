// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/emulate/frame_pool.h"

#include <cstdint>
#include <optional>
#include <span>

namespace millrace::emulate {

/// Segmentation offload of a NIC for TCP over IPv4: cutting large segments of the driver into packets (TSO), and
/// joining packets that arrive in order (GRO). Checksums stay partial, as the virtio header allows: every piece carries
/// the sum of its pseudo header.

/// Cuts a GSO frame of TCP over IPv4 into packets with their own headers, linked through Frame::next. Returns `whole`
/// to the pool. Null for other frames, which are left unchanged.
[[nodiscard]] Frame* cutTcpFrame(FramePool& pool, Frame& whole);

/// Offsets and fields of a frame with TCP payload over IPv4 needed for joining.
struct TcpSegment
{
    std::size_t tcp = 0; ///< offset of the TCP header in the frame, virtio header included
    std::size_t payload = 0; ///< offset of the payload
    std::uint32_t sequence = 0;
    std::uint8_t flags = 0;

    [[nodiscard]] bool closes() const noexcept { return (flags & 0x08) != 0; } // PSH
};
/// Ports as one number, to distinguish connections of a pair of nodes; 0: not TCP over IPv4.
[[nodiscard]] std::uint32_t tcpPorts(std::span<const std::byte> bytes) noexcept;
/// Parses a packet that may be joined: payload, partial checksum, not fragmented, no flags but ACK and PSH.
[[nodiscard]] std::optional<TcpSegment> joinableSegment(std::span<const std::byte> bytes) noexcept;

/// Packets of one connection, joined into one GSO frame. The frame is the pool's.
class JoinedFrame
{
public:
    /// Begins with one packet, which is copied.
    JoinedFrame(FramePool& pool, const Frame& first, const TcpSegment& segment);
    /// Appends the packet if it continues the connection with the same headers; false otherwise.
    [[nodiscard]] bool append(const Frame& next, const TcpSegment& segment);
    /// Whether nothing may follow: the last packet was short or had PSH.
    [[nodiscard]] std::uint32_t ports() const noexcept { return m_ports; }
    [[nodiscard]] std::uint32_t packets() const noexcept { return m_frame->packets; }
    /// Returns the frame to write, with updated headers.
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
