// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/clock.h"

#include <condition_variable>
#include <limits>
#include <mutex>
#include <stop_token>

namespace millrace::replay {

/// How fast a replay goes, from any thread.
class ReplayControl
{
public:
    /// As fast as possible.
    static constexpr double unlimited = std::numeric_limits<double>::infinity();

    explicit ReplayControl(double speed = unlimited) : m_speed(speed) { }

    /// Seconds of the recording in one second; positive.
    void setSpeed(double speed);
    [[nodiscard]] double speed() const;
    void setPaused(bool paused);
    [[nodiscard]] bool isPaused() const;
    /// Goes on as fast as possible to this moment of the recording, then at the speed before. There is no way back but
    /// restarting.
    void skipTo(Nanoseconds wall);

    struct Position
    {
        Nanoseconds begin{0}; ///< of the recording, since 1970
        Nanoseconds end{0};
        Nanoseconds now{0};
    };
    [[nodiscard]] Position position() const;

    /// For the replay: waits until it is time for what was recorded at `wall`. False: stopped.
    [[nodiscard]] bool await(Nanoseconds wall, const std::stop_token& stop);
    void setSpan(Nanoseconds begin, Nanoseconds end);

private:
    mutable std::mutex m_mutex;
    std::condition_variable_any m_changed;
    double m_speed;
    bool m_paused = false;
    Nanoseconds m_skip = Nanoseconds::min();
    Position m_position;
    Nanoseconds m_anchorWall{0}; ///< this moment of the recording …
    Nanoseconds m_anchorTime{0}; ///< … is played at this time, monotonic
    bool m_anchored = false;
};

} // namespace millrace::replay
