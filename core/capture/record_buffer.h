// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/capture/byte_source.h"

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace millrace::capture {

/// Contiguous window over the bytes of a source that moves forward. 1 MiB, whatever the file.
class RecordBuffer
{
public:
    static constexpr std::size_t capacity = std::size_t{1} << 20;

    RecordBuffer(std::unique_ptr<ByteSource> source, std::stop_token stop)
        : m_source(std::move(source)), m_stop(std::move(stop)),
          m_bytes(std::make_unique_for_overwrite<std::uint8_t[]>(capacity))
    {
    }

    [[nodiscard]] const std::uint8_t* data() const noexcept { return m_bytes.get() + m_at; }
    [[nodiscard]] std::size_t size() const noexcept { return m_end - m_at; }
    /// Position of data() in the file.
    [[nodiscard]] std::uint64_t offset() const noexcept { return m_base + m_at; }
    void skip(std::size_t count) noexcept { m_at += count; }
    /// Reads until `count` bytes (at most half the capacity) are available: moves the rest to the front. False if the
    /// end, an error or a request to stop came first.
    bool need(std::size_t count) { return size() >= count || refill(count); }
    /// Skips bytes that may be outside of the window.
    bool skipFar(std::uint64_t count);
    /// Skips a long run of zeros, as in sparse files, except for the last few: returns the count, a multiple of eight.
    std::uint64_t skipZeros();
    /// Returns the byte at a position of the file that is still in the window.
    [[nodiscard]] const std::uint8_t* at(std::uint64_t offset) const noexcept
    {
        return m_bytes.get() + (offset - m_base);
    }
    /// Whether the end was reached and nothing follows the window.
    [[nodiscard]] bool ended() const noexcept { return m_ended; }
    /// Returns why reading stopped before the end.
    [[nodiscard]] const std::optional<Error>& error() const noexcept { return m_error; }
    [[nodiscard]] const ByteSource& source() const noexcept { return *m_source; }

private:
    bool refill(std::size_t count);

    std::unique_ptr<ByteSource> m_source;
    std::stop_token m_stop;
    std::unique_ptr<std::uint8_t[]> m_bytes;
    std::size_t m_at = 0;
    std::size_t m_end = 0;
    std::uint64_t m_base = 0;
    bool m_ended = false;
    std::optional<Error> m_error;
};

} // namespace millrace::capture
