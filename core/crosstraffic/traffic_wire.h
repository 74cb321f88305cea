// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/clock.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>

namespace millrace::crosstraffic {

/// Messages between sender and receiver. All numbers are big-endian.

/// First bytes of a TCP connection. They count as payload of the flow, so that a connection transports no more than
/// planned: flows of fewer than 16 bytes begin with a single byte that has their size.
struct ConnectionHead
{
    static constexpr std::size_t size = 16; ///< the maximum
    std::uint32_t flow = 0; ///< not in the short form
    std::uint64_t bytes = 0; ///< of the whole flow, with the head; 0: until the sender ends

    /// Size on the wire.
    [[nodiscard]] std::size_t length() const noexcept { return bytes == 0 || bytes >= size ? size : 1; }
    bool operator==(const ConnectionHead&) const = default;
};
/// The first length() bytes are valid.
[[nodiscard]] std::array<unsigned char, ConnectionHead::size> encode(const ConnectionHead& head);
/// Returns nothing if these are not the bytes of a Millrace sender, or the head is incomplete.
[[nodiscard]] std::optional<ConnectionHead> decodeConnection(std::span<const unsigned char> bytes);

/// First bytes of a UDP datagram.
struct DatagramHead
{
    static constexpr std::size_t size = 32;
    enum class Kind : std::uint32_t
    {
        Data,
        End, ///< no more data; `sequence` datagrams were sent
        Report, ///< from the receiver, during the flow
        LastReport ///< from the receiver, answer to End
    };
    Kind kind = Kind::Data;
    std::uint32_t run = 0; ///< random, the same for all flows of one sender process
    std::uint32_t flow = 0;
    std::uint64_t sequence = 0;
    Nanoseconds sent{0}; ///< the sender's monotonic clock

    bool operator==(const DatagramHead&) const = default;
};
void encode(const DatagramHead& head, unsigned char* bytes);
[[nodiscard]] std::optional<DatagramHead> decodeDatagram(std::span<const unsigned char> bytes);

/// Receiver's counters of a flow; follows the head of its reports.
struct DatagramCounts
{
    static constexpr std::size_t size = 32;
    std::uint64_t datagrams = 0;
    std::uint64_t bytes = 0;
    std::uint64_t reordered = 0; ///< arrived after one with a higher number (RFC 4737)
    std::uint64_t expected = 0; ///< highest number + 1

    /// Never negative: duplicates may hide losses.
    [[nodiscard]] std::uint64_t lost() const noexcept { return expected > datagrams ? expected - datagrams : 0; }
    bool operator==(const DatagramCounts&) const = default;
};
void encode(const DatagramCounts& counts, unsigned char* bytes);
[[nodiscard]] std::optional<DatagramCounts> decodeCounts(std::span<const unsigned char> bytes);

} // namespace millrace::crosstraffic
