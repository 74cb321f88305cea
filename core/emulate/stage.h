// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/random.h"
#include "core/emulate/frame_pool.h"

#include <cstdint>

namespace millrace::emulate {

/// Frames in order, linked through Frame::next.
class FrameQueue
{
public:
    [[nodiscard]] bool isEmpty() const noexcept { return m_head == nullptr; }
    [[nodiscard]] Frame& front() const noexcept { return *m_head; }
    void push(Frame& frame) noexcept;
    Frame& pop() noexcept;

private:
    Frame* m_head = nullptr;
    Frame* m_tail = nullptr;
};

/// Holds frames for a time and releases them in order of arrival.
/// Arrivals must be given in the order of their times.
class Stage
{
public:
    virtual ~Stage() = default;
    [[nodiscard]] bool isEmpty() const noexcept { return m_frames.isEmpty(); }
    /// Returns when the first frame leaves; only while not empty.
    [[nodiscard]] Nanoseconds due() const noexcept { return m_frames.front().due; }
    /// Removes the first frame, as of its due time.
    virtual Frame& pop() = 0;

protected:
    FrameQueue m_frames;
};

/// Output port: sends one frame after the other at a rate, out of a queue limited in bytes, with tail drop. Frame k
/// leaves at d(k) = max(a(k), d(k-1)) + 8 wireBytes / rate. A frame counts against the limit until it has left; one
/// that finds the queue empty is always accepted, so that a frame larger than the limit passes alone.
class RatePort final : public Stage
{
public:
    /// Sets the rate (0: no limit). Waiting frames continue at the new rate, except for the one being sent.
    void configure(double bitsPerSecond, std::uint64_t queueBytes) noexcept;
    /// Whether no rate is set and nothing waits: frames may skip the port.
    [[nodiscard]] bool passes() const noexcept { return m_nanosecondsPerByte == 0 && isEmpty(); }
    /// False: dropped at the tail; the frame still belongs to the caller.
    [[nodiscard]] bool push(Frame& frame, Nanoseconds arrival) noexcept;
    Frame& pop() override;
    [[nodiscard]] std::uint64_t queuedBytes() const noexcept { return m_queuedBytes; }

private:
    void startSending(Frame& frame, Nanoseconds start) noexcept;

    double m_nanosecondsPerByte = 0;
    double m_fraction = 0; ///< of a nanosecond, carried from frame to frame so that rounding does not add up
    std::uint64_t m_queueBytes = 0;
    std::uint64_t m_queuedBytes = 0;
};

/// Delays each frame by delay ± jitter (uniform), never letting one overtake another:
/// d(k) = max(d(k-1), a(k) + delay + jitter × u), u uniform in [-1, 1).
class DelayLine final : public Stage
{
public:
    explicit DelayLine(std::uint64_t seed) noexcept : m_random(seed) { }
    void configure(Nanoseconds delay, Nanoseconds jitter) noexcept;
    [[nodiscard]] bool passes() const noexcept { return m_delay.count() == 0 && m_jitter.count() == 0 && isEmpty(); }
    void push(Frame& frame, Nanoseconds arrival) noexcept;
    Frame& pop() override { return m_frames.pop(); }

private:
    Random m_random;
    Nanoseconds m_delay{0};
    Nanoseconds m_jitter{0};
    Nanoseconds m_lastDue{0};
};

/// Seeded Bernoulli loss per MTU packet. A frame of n packets is lost with 1 - (1 - p)^n: as soon as one of its packets
/// is.
class LossModel
{
public:
    explicit LossModel(std::uint64_t seed) noexcept : m_random(seed) { }
    void configure(double probability) noexcept;
    [[nodiscard]] bool drop(std::uint32_t packets) noexcept;

private:
    Random m_random;
    double m_probability = 0;
    double m_logKeep = 0; ///< ln(1 - p)
};

} // namespace millrace::emulate
