// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/clock.h"

#include <cstdint>
#include <optional>
#include <string>

namespace millrace::monitor {

enum class Stream
{
    Out,
    Errors
};

/// Arrival time of a line.
struct Arrival
{
    Nanoseconds monotonic{0};
    Nanoseconds wall{0};
};

/// Source and time of an event.
struct EventOrigin
{
    std::string worker; ///< as in the line's prefix, for example "10.0.0.7.10000"; empty without one
    int rank = -1; ///< -1: not known
    Stream stream = Stream::Out; ///< of the worker, if the prefix has it; else of the line
    Nanoseconds monotonic{0}; ///< of the event if the line has it, else of the line's arrival
    Nanoseconds wall{0};
    bool timedByWorker = false; ///< the times come from the line itself

    bool operator==(const EventOrigin&) const = default;
};

/// End of one iteration of one worker: a training step, or the unit the framework prints a rate for.
struct IterationEvent
{
    EventOrigin origin;
    std::int64_t iteration = 0; ///< as printed; warm-up and measured ones are numbered separately
    bool warmup = false;
    std::optional<Nanoseconds> duration;
    bool timedByLines = false; ///< `duration` is the time between two lines, see StepClock
    std::optional<Nanoseconds> compute;
    std::optional<Nanoseconds> communication;
    std::optional<double> samplesPerSecond; ///< of this worker
    std::optional<std::int64_t> samples;
    std::optional<std::uint64_t> sentBytes; ///< payload of the all-reduce
    std::optional<std::uint64_t> receivedBytes;
    std::optional<double> loss;
    std::optional<int> workers; ///< size of the cluster, if the line has it
    std::optional<int> position; ///< rank among the members of an elastic training
    std::string device; ///< "/gpu:0", "GPU", "/job:worker/task:1"

    /// Whether `workers` are the members of an elastic training in just this step.
    [[nodiscard]] bool hasMembers() const noexcept { return origin.timedByWorker && workers.has_value(); }

    bool operator==(const IterationEvent&) const = default;
};

} // namespace millrace::monitor
