// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/agent/outbox.h"

namespace millrace::agent {

namespace {

constexpr std::size_t waitingLimit = std::size_t(8) << 20;
constexpr std::size_t writeSize = 64 << 10;

} // namespace

Outbox::Outbox(ByteStream& stream, Nanoseconds patience)
    : m_stream(stream), m_patience(patience), m_writer([this] { run(); })
{
}

Outbox::~Outbox()
{
    close();
}

void Outbox::put(std::string frame, SchedulingPriority scheduling_priority)
{
    std::unique_lock lock(m_mutex);
    if (scheduling_priority == SchedulingPriority::MayWait)
        m_changed.wait(lock, [&] { return m_closed || m_waiting < waitingLimit; });
    if (m_closed)
        return;
    m_waiting += frame.size();
    m_frames.push_back(std::move(frame));
    m_changed.notify_all();
}

std::size_t Outbox::waitingBytes() const
{
    const std::lock_guard lock(m_mutex);
    return m_waiting;
}

Result<void> Outbox::state() const
{
    const std::lock_guard lock(m_mutex);
    return m_state;
}

void Outbox::flush(Deadline deadline)
{
    std::unique_lock lock(m_mutex);
    m_changed.wait_until(lock, deadline, [&] { return m_closed || m_waiting == 0; });
}

void Outbox::close()
{
    const std::lock_guard lock(m_mutex);
    m_closed = true;
    m_changed.notify_all();
}

void Outbox::run()
{
    std::unique_lock lock(m_mutex);
    for (;;) {
        m_changed.wait(lock, [&] { return m_closed || !m_frames.empty(); });
        if (m_closed)
            return;
        std::string bytes;
        while (!m_frames.empty() && (bytes.empty() || bytes.size() + m_frames.front().size() <= writeSize)) {
            bytes += m_frames.front();
            m_frames.pop_front();
        }
        lock.unlock();
        auto written = m_stream.write(std::as_bytes(std::span(bytes)), deadlineIn(m_patience));
        lock.lock();
        m_waiting -= bytes.size();
        if (!written) {
            m_state = std::move(written);
            m_closed = true;
        }
        m_changed.notify_all();
    }
}

} // namespace millrace::agent
