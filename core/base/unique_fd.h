// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/clock.h"
#include "core/base/result.h"

#include <utility>

namespace millrace {

/// Owned file descriptor, closed on destruction. -1: none.
class UniqueFd
{
public:
    UniqueFd() = default;
    explicit UniqueFd(int fd) noexcept : m_fd(fd) { }
    UniqueFd(UniqueFd&& other) noexcept : m_fd(std::exchange(other.m_fd, -1)) { }
    UniqueFd& operator=(UniqueFd&& other) noexcept
    {
        if (this != &other) {
            reset();
            m_fd = std::exchange(other.m_fd, -1);
        }
        return *this;
    }
    ~UniqueFd() { reset(); }

    [[nodiscard]] int get() const noexcept { return m_fd; }
    [[nodiscard]] int release() noexcept { return std::exchange(m_fd, -1); }
    [[nodiscard]] explicit operator bool() const noexcept { return m_fd >= 0; }
    void reset() noexcept;

private:
    int m_fd = -1;
};

struct PipeEnds
{
    UniqueFd read;
    UniqueFd write;
};

/// Returns a pipe with close-on-exec on both ends.
[[nodiscard]] Result<PipeEnds> makePipe();
[[nodiscard]] Result<void> setNonBlocking(int fd);
/// Waits until the descriptor is ready for `events` (POLLIN, POLLOUT). False if the deadline passed first.
[[nodiscard]] Result<bool> waitReady(int fd, short events, Deadline deadline);

/// Wakes a thread out of poll() by an eventfd.
class WakeUp
{
public:
    WakeUp();
    [[nodiscard]] int fd() const noexcept { return m_fd.get(); }
    void notify() const noexcept;
    void drain() const noexcept;

private:
    UniqueFd m_fd;
};

} // namespace millrace
