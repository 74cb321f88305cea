// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/clock.h"
#include "core/base/result.h"
#include "core/base/unique_fd.h"

#include <cstddef>
#include <span>

namespace millrace {

/// Two-way stream of bytes: stdin and stdout of a process, or an ssh channel.
/// At most one reading and one writing thread at a time.
class ByteStream
{
public:
    virtual ~ByteStream() = default;
    /// Reads at least one byte; 0 at the end of the stream; Timeout when nothing arrived before the deadline.
    [[nodiscard]] virtual Result<std::size_t> read(std::span<std::byte> into, Deadline deadline) = 0;
    /// Writes all bytes or fails.
    [[nodiscard]] virtual Result<void> write(std::span<const std::byte> bytes, Deadline deadline) = 0;
    /// Closes the write direction: the peer sees the end of the stream.
    virtual void closeWrite() = 0;
};

/// ByteStream over two descriptors (may be one socket, duplicated with dup).
class FdStream final : public ByteStream
{
public:
    FdStream(UniqueFd readEnd, UniqueFd writeEnd);
    [[nodiscard]] Result<std::size_t> read(std::span<std::byte> into, Deadline deadline) override;
    [[nodiscard]] Result<void> write(std::span<const std::byte> bytes, Deadline deadline) override;
    void closeWrite() override;

private:
    UniqueFd m_read;
    UniqueFd m_write;
};

} // namespace millrace
