// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/agent/protocol.h"
#include "core/base/result.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace millrace::agent {

/// A frame is its payload's length as an unsigned 32-bit little-endian number, then the payload, of 1 byte to
/// `maximumFrame`. Any text (a login message, an error of a shell) read as a length is far above the maximum, so that
/// garbage is detected by its first four bytes.
[[nodiscard]] std::string toFrame(std::string_view payload);

/// Splits a stream of bytes into payloads. Holds at most one frame. Not thread-safe.
class FrameReader
{
public:
    void feed(std::span<const std::byte> bytes);
    /// Returns the next complete payload, or nothing yet; Protocol if the bytes are no frame, also in all later calls.
    [[nodiscard]] Result<std::optional<std::string>> next();
    /// Succeeds if the stream may end here; Protocol inside a frame.
    [[nodiscard]] Result<void> finish() const;

private:
    std::string m_bytes;
    std::size_t m_used = 0; ///< bytes at the front already returned
};

} // namespace millrace::agent
