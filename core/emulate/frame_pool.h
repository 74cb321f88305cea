// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/clock.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace millrace::emulate {

/// A frame inside the switch: virtio header and Ethernet frame in `bytes`, and its position in the fabric.
struct Frame
{
    Frame* next = nullptr; ///< in the queue that holds it
    Nanoseconds due{0}; ///< when it leaves the stage that holds it
    std::uint32_t size = 0; ///< bytes used
    std::uint32_t capacity = 0;
    std::uint32_t packets = 1;
    std::uint32_t wireBytes = 0;
    std::uint16_t from = 0;
    std::uint16_t to = 0;
    std::uint8_t stage = 0; ///< next stage
    bool timed = false; ///< delayed by some stage, so that it has a due time
    std::byte* bytes = nullptr;

    [[nodiscard]] std::span<std::byte> used() const noexcept { return {bytes, size}; }
};

/// Frame buffers of three sizes, reused: no allocation per frame. Owns all frames it ever created. One thread.
class FramePool
{
public:
    /// Fits the largest frame of a TAP interface with its virtio header.
    static constexpr std::uint32_t largest = 68 * 1024;

    /// Returns an empty frame of at least this capacity.
    [[nodiscard]] Frame& take(std::uint32_t capacity = largest);
    void give(Frame& frame) noexcept;
    /// Moves a frame to the smallest buffer that fits, so that waiting frames do not waste memory.
    [[nodiscard]] Frame& shrink(Frame& frame);
    [[nodiscard]] Frame& copy(const Frame& frame);
    /// Capacity of all frames in use.
    [[nodiscard]] std::uint64_t bytesInUse() const noexcept { return m_inUse; }

private:
    static constexpr std::array<std::uint32_t, 3> sizes{2 * 1024, 16 * 1024, largest};

    struct Storage
    {
        Frame frame;
        std::unique_ptr<std::byte[]> bytes;
    };
    std::vector<std::unique_ptr<Storage>> m_all;
    std::array<Frame*, sizes.size()> m_free{};
    std::uint64_t m_inUse = 0;
};

} // namespace millrace::emulate
