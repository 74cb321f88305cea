// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/byte_stream.h"

#include <condition_variable>
#include <deque>
#include <mutex>
#include <string>
#include <thread>

namespace millrace::agent {

/// Queue of frames to send: any thread appends, a separate thread writes them in order.
class Outbox
{
public:
    /// A write that takes longer than `patience` means that the other side is dead.
    Outbox(ByteStream& stream, Nanoseconds patience);
    ~Outbox();

    enum class SchedulingPriority
    {
        MayWait,
        Immediate
    };
    /// Appends a frame; MayWait blocks while 8 MiB are queued. Nothing is accepted after close() or a failure.
    void put(std::string frame, SchedulingPriority scheduling_priority);
    [[nodiscard]] std::size_t waitingBytes() const;
    /// Returns the error of writing, if any.
    [[nodiscard]] Result<void> state() const;
    /// Waits until everything is written, at most until the deadline.
    void flush(Deadline deadline);
    /// Releases all callers blocked in put(); drops what is not yet written.
    void close();

private:
    void run();

    ByteStream& m_stream;
    const Nanoseconds m_patience;
    mutable std::mutex m_mutex;
    std::condition_variable m_changed;
    std::deque<std::string> m_frames;
    std::size_t m_waiting = 0; ///< bytes in m_frames and in the current write
    bool m_closed = false;
    Result<void> m_state;
    std::jthread m_writer;
};

} // namespace millrace::agent
