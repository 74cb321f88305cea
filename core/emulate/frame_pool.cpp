// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/emulate/frame_pool.h"

#include <algorithm>
#include <cassert>
#include <cstring>

namespace millrace::emulate {

Frame& FramePool::take(std::uint32_t capacity)
{
    assert(capacity <= largest);
    const auto index = static_cast<std::size_t>(std::ranges::lower_bound(sizes, capacity) - sizes.begin());
    Frame* frame = m_free[index];
    if (frame) {
        m_free[index] = frame->next;
    } else {
        auto storage = std::make_unique<Storage>();
        storage->bytes.reset(new std::byte[sizes[index]]);
        frame = &storage->frame;
        frame->bytes = storage->bytes.get();
        frame->capacity = sizes[index];
        m_all.push_back(std::move(storage));
    }
    std::byte* bytes = frame->bytes;
    *frame = Frame{};
    frame->bytes = bytes;
    frame->capacity = sizes[index];
    m_inUse += frame->capacity;
    return *frame;
}

void FramePool::give(Frame& frame) noexcept
{
    const auto index = static_cast<std::size_t>(std::ranges::find(sizes, frame.capacity) - sizes.begin());
    frame.next = m_free[index];
    m_free[index] = &frame;
    m_inUse -= frame.capacity;
}

Frame& FramePool::copy(const Frame& frame)
{
    Frame& other = take(frame.size);
    std::byte* bytes = other.bytes;
    const std::uint32_t capacity = other.capacity;
    other = frame;
    other.bytes = bytes;
    other.capacity = capacity;
    other.next = nullptr;
    std::memcpy(bytes, frame.bytes, frame.size);
    return other;
}

Frame& FramePool::shrink(Frame& frame)
{
    if (*std::ranges::lower_bound(sizes, frame.size) == frame.capacity)
        return frame;
    Frame& smaller = copy(frame);
    give(frame);
    return smaller;
}

} // namespace millrace::emulate
