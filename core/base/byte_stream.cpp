// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/byte_stream.h"

#include <cerrno>
#include <poll.h>
#include <unistd.h>
#include <utility>

namespace millrace {

FdStream::FdStream(UniqueFd readEnd, UniqueFd writeEnd) : m_read(std::move(readEnd)), m_write(std::move(writeEnd))
{
    // Deadlines need descriptors that never block inside read() or write().
    (void)setNonBlocking(m_read.get());
    (void)setNonBlocking(m_write.get());
}

Result<std::size_t> FdStream::read(std::span<std::byte> into, Deadline deadline)
{
    for (;;) {
        const ssize_t got = ::read(m_read.get(), into.data(), into.size());
        if (got >= 0)
            return static_cast<std::size_t>(got);
        if (errno == EINTR)
            continue;
        if (errno == ECONNRESET)
            return std::size_t(0);
        if (errno != EAGAIN && errno != EWOULDBLOCK)
            return failErrno("reading a stream");
        MR_TRY(ready, waitReady(m_read.get(), POLLIN, deadline));
        if (!ready)
            return fail(ErrorCode::Timeout, "timeout: nothing was received");
    }
}

Result<void> FdStream::write(std::span<const std::byte> bytes, Deadline deadline)
{
    while (!bytes.empty()) {
        const ssize_t put = ::write(m_write.get(), bytes.data(), bytes.size());
        if (put > 0) {
            bytes = bytes.subspan(static_cast<std::size_t>(put));
            continue;
        }
        if (errno == EINTR)
            continue;
        if (errno == EPIPE)
            return fail(ErrorCode::Unreachable, "the other side has closed the stream");
        if (errno != EAGAIN && errno != EWOULDBLOCK)
            return failErrno("writing a stream");
        MR_TRY(ready, waitReady(m_write.get(), POLLOUT, deadline));
        if (!ready)
            return fail(ErrorCode::Timeout, "the other side did not take the bytes in time");
    }
    return {};
}

void FdStream::closeWrite()
{
    m_write.reset();
}

} // namespace millrace
