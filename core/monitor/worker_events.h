// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/monitor/iteration_event.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace millrace::monitor {

/// A worker begins, and what it was asked to do. Values not given are 0 or empty.
struct StartEvent
{
    EventOrigin origin;
    int workers = 0;
    std::string model;
    int batch = 0;
    std::string strategy;
    std::int64_t tensors = 0;
    std::uint64_t bytes = 0; ///< of all gradients
    std::string host;
    std::int64_t pid = 0;

    bool operator==(const StartEvent&) const = default;
};

struct ConnectedEvent
{
    EventOrigin origin;
    std::string congestionControl;
    std::string strategy; ///< in use, AUTO resolved
    Nanoseconds duration{0};

    bool operator==(const ConnectedEvent&) const = default;
};

/// A named part of a run begins ("warmup", "benchmark"), or one that took a known time has ended ("init",
/// "bcast_op").
struct PhaseEvent
{
    EventOrigin origin;
    std::string phase;
    std::optional<Nanoseconds> duration;

    bool operator==(const PhaseEvent&) const = default;
};

struct VerifyEvent
{
    EventOrigin origin;
    std::int64_t iteration = 0;
    std::string checksum;
    bool ok = false;
    std::string what; ///< what is wrong

    bool operator==(const VerifyEvent&) const = default;
};

/// An outcome as the framework prints it. `spread` is KungFu's "+-": 1.96 × the population standard deviation of
/// the iterations, not an interval of the mean.
struct ResultEvent
{
    EventOrigin origin;
    double mean = 0;
    std::optional<double> spread;
    std::string unit; ///< "samples/s" of one worker, "samples/s in total", "B/s", "bit/s"
    std::string metric; ///< its name where the line or its pattern gives one: "iperf_rate"
    bool final = false; ///< the last word; else a line that a final one repeats with more digits
    std::int64_t iterations = 0; ///< 0: not told
    int workers = 0; ///< 0: not told
    std::optional<Nanoseconds> duration;
    std::vector<std::pair<std::string, std::string>> settings; ///< what stands beside it, values as text

    bool operator==(const ResultEvent&) const = default;
};

struct FailureEvent
{
    EventOrigin origin;
    std::string code; ///< an errorCodeName, or empty
    std::string what;
    std::vector<int> peers; ///< ranks that it blames
    std::string peer; ///< the blamed peer as printed

    bool operator==(const FailureEvent&) const = default;
};

/// The workload, or all workers of one host, came to their end.
struct FinishEvent
{
    EventOrigin origin;
    std::optional<Nanoseconds> duration;
    int finished = 0; ///< workers that are done …
    int workers = 0; ///< … of these; 0: not told

    bool operator==(const FinishEvent&) const = default;
};

} // namespace millrace::monitor
