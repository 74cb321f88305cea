// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/monitor/iteration_event.h"
#include "core/monitor/line_reader.h"

namespace millrace::monitor {

/// Times steps by their lines if these have neither a time nor a rate: a step lasted from the previous step's line of
/// the same worker to its own line; if the numbers skip k steps, each of them took a k-th. The first step of a worker
/// has no time, nor has one whose line came less than `shortest` after the previous one: a program with buffered output
/// writes many lines at once.
class StepClock
{
public:
    static constexpr Nanoseconds shortest{50'000};

    /// Sets `duration` and `timedByLines` if possible.
    void complete(IterationEvent& event);

private:
    struct Last
    {
        Nanoseconds wall{0}; ///< 0: no step yet
        std::int64_t iteration = 0;
        bool warmup = false;
    };
    PerWorker<Last> m_last;
};

} // namespace millrace::monitor
