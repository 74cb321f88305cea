// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/emulate/emulation_spec.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace millrace::emulate {

/// Header of every frame read from or written to a TAP interface with IFF_VNET_HDR (Virtual I/O Device 1.2, 5.1.6,
/// little endian here like all machines Millrace runs on). Only the fields used by the switch are interpreted.
struct VnetHeader
{
    std::uint8_t flags = 0;
    std::uint8_t gsoType = 0;
    std::uint16_t headerLength = 0;
    std::uint16_t gsoSize = 0;
    std::uint16_t checksumStart = 0;
    std::uint16_t checksumOffset = 0;
    std::uint16_t buffers = 0;
};
static_assert(sizeof(VnetHeader) == 12);

inline constexpr std::size_t vnetHeaderBytes = sizeof(VnetHeader);
inline constexpr std::size_t ethernetHeaderBytes = 14;

/// Properties of a frame for the switch.
struct FrameFacts
{
    MacAddress destination{};
    MacAddress source{};
    std::uint32_t packets = 1; ///< MTU packets in a GSO frame
    std::uint32_t wireBytes = 0; ///< of all these packets as Ethernet frames, without preamble and checksum
    bool isGroup = false; ///< broadcast or multicast

    bool operator==(const FrameFacts&) const = default;
};

/// Parses `bytes`, virtio header and Ethernet frame. False if it is too short for a frame.
[[nodiscard]] bool inspectFrame(std::span<const std::byte> bytes, FrameFacts& facts) noexcept;

} // namespace millrace::emulate
