// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/emulate/stage.h"

#include <algorithm>
#include <cmath>

namespace millrace::emulate {

void FrameQueue::push(Frame& frame) noexcept
{
    frame.next = nullptr;
    if (m_head)
        m_tail->next = &frame;
    else
        m_head = &frame;
    m_tail = &frame;
}

Frame& FrameQueue::pop() noexcept
{
    Frame& frame = *m_head;
    m_head = frame.next;
    frame.next = nullptr;
    return frame;
}

void RatePort::configure(double bitsPerSecond, std::uint64_t queueBytes) noexcept
{
    m_nanosecondsPerByte = bitsPerSecond > 0 ? 8e9 / bitsPerSecond : 0;
    m_queueBytes = queueBytes;
}

bool RatePort::push(Frame& frame, Nanoseconds arrival) noexcept
{
    const bool idle = isEmpty();
    if (!idle && m_queuedBytes + frame.wireBytes > m_queueBytes)
        return false;
    m_queuedBytes += frame.wireBytes;
    m_frames.push(frame);
    if (idle) {
        m_fraction = 0;
        startSending(frame, arrival);
    }
    return true;
}

Frame& RatePort::pop()
{
    Frame& frame = m_frames.pop();
    m_queuedBytes -= frame.wireBytes;
    if (!isEmpty())
        startSending(m_frames.front(), frame.due);
    return frame;
}

void RatePort::startSending(Frame& frame, Nanoseconds start) noexcept
{
    const double exact = frame.wireBytes * m_nanosecondsPerByte + m_fraction;
    const double whole = std::floor(exact);
    m_fraction = exact - whole;
    frame.due = start + Nanoseconds(static_cast<std::int64_t>(whole));
}

void DelayLine::configure(Nanoseconds delay, Nanoseconds jitter) noexcept
{
    m_delay = delay;
    m_jitter = jitter;
}

void DelayLine::push(Frame& frame, Nanoseconds arrival) noexcept
{
    Nanoseconds delay = m_delay;
    if (m_jitter.count() > 0) {
        const double deviation = (2 * m_random.uniform() - 1) * static_cast<double>(m_jitter.count());
        delay += Nanoseconds(std::llround(deviation));
    }
    m_lastDue = std::max(m_lastDue, arrival + delay);
    frame.due = m_lastDue;
    m_frames.push(frame);
}

void LossModel::configure(double probability) noexcept
{
    m_probability = probability;
    m_logKeep = std::log1p(-probability);
}

bool LossModel::drop(std::uint32_t packets) noexcept
{
    if (m_probability <= 0)
        return false;
    const double probability = packets == 1 ? m_probability : -std::expm1(packets * m_logKeep);
    return m_random.uniform() < probability;
}

} // namespace millrace::emulate
