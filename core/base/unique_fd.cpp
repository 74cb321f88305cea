// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/unique_fd.h"

#include <cerrno>
#include <cstdint>
#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

namespace millrace {

void UniqueFd::reset() noexcept
{
    if (m_fd >= 0)
        ::close(m_fd);
    m_fd = -1;
}

Result<PipeEnds> makePipe()
{
    int fds[2];
    if (::pipe2(fds, O_CLOEXEC) != 0)
        return failErrno("making a pipe");
    return PipeEnds{UniqueFd(fds[0]), UniqueFd(fds[1])};
}

Result<void> setNonBlocking(int fd)
{
    const int flags = ::fcntl(fd, F_GETFL);
    if (flags < 0 || ::fcntl(fd, F_SETFL, flags | O_NONBLOCK) != 0)
        return failErrno("making a descriptor non-blocking");
    return {};
}

Result<bool> waitReady(int fd, short events, Deadline deadline)
{
    for (;;) {
        pollfd entry{fd, events, 0};
        const int count = ::poll(&entry, 1, pollTimeout(deadline));
        if (count > 0)
            return true;
        if (count < 0 && errno != EINTR)
            return failErrno("waiting for a descriptor");
        if (count == 0 && timeLeft(deadline) == Nanoseconds(0))
            return false;
    }
}

WakeUp::WakeUp() : m_fd(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) { }

void WakeUp::notify() const noexcept
{
    const std::uint64_t one = 1;
    [[maybe_unused]] const auto written = ::write(m_fd.get(), &one, sizeof one);
}

void WakeUp::drain() const noexcept
{
    std::uint64_t value = 0;
    [[maybe_unused]] const auto got = ::read(m_fd.get(), &value, sizeof value);
}

} // namespace millrace
