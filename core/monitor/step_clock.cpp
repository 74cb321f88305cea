// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/monitor/step_clock.h"

#include <utility>

namespace millrace::monitor {

void StepClock::complete(IterationEvent& event)
{
    // The wall clock, as the store keeps it: a replay of the log gives the same times.
    const Nanoseconds now = event.origin.wall;
    if (event.duration || event.samplesPerSecond || event.origin.timedByWorker || now.count() <= 0)
        return;
    const Last last = std::exchange(m_last.of(event.origin), Last{now, event.iteration, event.warmup});
    const bool afterWarmup = last.warmup && !event.warmup;
    const std::int64_t steps = afterWarmup ? 1 : event.iteration - last.iteration;
    if (last.wall.count() == 0 || (!last.warmup && event.warmup) || steps < 1 || now - last.wall < shortest)
        return;
    event.duration = (now - last.wall) / steps;
    event.timedByLines = true;
}

} // namespace millrace::monitor
