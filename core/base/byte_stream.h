// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/clock.h"
#include "core/base/result.h"
#include "core/base/unique_fd.h"

#include <cstddef>
#include <span>

namespace millrace {

/// A two-way stream of bytes: the standard input and output of a process, or an ssh channel.
/// One thread may read while another writes; not more.
class ByteStream
{
public:
    virtual ~ByteStream() = default;
    /// Reads at least one byte; 0 means that the other side has closed; Timeout when nothing came before the deadline.
    [[nodiscard]] virtual Result<std::size_t> read(std::span<std::byte> into, Deadline deadline) = 0;
    /// Writes all bytes or fails.
    [[nodiscard]] virtual Result<void> write(std::span<const std::byte> bytes, Deadline deadline) = 0;
    /// Tells the other side that nothing more will come.
    virtual void closeWrite() = 0;
};

/// A ByteStream over two descriptors (which may be the same socket, given twice by dup).
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
