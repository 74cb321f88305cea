// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/capture/record_buffer.h"

#include <algorithm>
#include <cstring>

namespace millrace::capture {

bool RecordBuffer::refill(std::size_t count)
{
    if (m_error || m_ended)
        return false;
    std::memmove(m_bytes.get(), data(), size());
    m_base += m_at;
    m_end -= m_at;
    m_at = 0;
    while (m_end < count && !m_ended) {
        if (m_stop.stop_requested()) {
            m_error = fail(ErrorCode::Cancelled, "reading the capture was cancelled");
            return false;
        }
        // Half a window at a time: larger blocks exceed the processor's caches.
        const std::size_t room = std::min(capacity - m_end, capacity / 2);
        const Result<std::size_t> read = m_source->read({m_bytes.get() + m_end, room});
        if (!read) {
            m_error = read.error();
            return false;
        }
        m_ended = *read == 0;
        m_end += *read;
    }
    return m_end >= count;
}

bool RecordBuffer::skipFar(std::uint64_t count)
{
    while (count > size()) {
        count -= size();
        m_at = m_end;
        if (!refill(1))
            return false;
    }
    m_at += static_cast<std::size_t>(count);
    return true;
}

std::uint64_t RecordBuffer::skipZeros()
{
    constexpr std::size_t worthIt = 32, kept = 8;
    std::uint64_t skipped = 0;
    while (need(2 * worthIt)) {
        const std::uint8_t* p = data();
        std::size_t zeros = 0;
        for (std::uint64_t eight = 0; zeros + 8 <= size(); zeros += 8) {
            std::memcpy(&eight, p + zeros, 8);
            if (eight != 0)
                break;
        }
        if (zeros < worthIt)
            return skipped;
        // The next record may begin with up to seven zeros.
        skip(zeros - kept);
        skipped += zeros - kept;
        if (size() > 2 * kept)
            return skipped;
        if (std::all_of(data(), data() + size(), [](std::uint8_t byte) { return byte == 0; })) {
            const std::uint64_t hole = m_source->skipHole();
            m_base += hole;
            skipped += hole;
        }
    }
    return skipped;
}

} // namespace millrace::capture
