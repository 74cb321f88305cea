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

/// Start of a worker and its settings. Values not given are 0 or empty.
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

/// Bytes sent by a worker's connections to other hosts, by the kernel's counters (TCP_INFO): bytes of the streams,
/// without headers.
struct SentEvent
{
    EventOrigin origin;
    std::uint64_t bytes = 0; ///< including retransmissions
    std::uint64_t retransmittedBytes = 0;

    bool operator==(const SentEvent&) const = default;
};

/// All-reduces of a worker over some steps, by the other side; see trainer::PeerReport.
struct PeersEvent
{
    struct Peer
    {
        int worker = 0; ///< its rank
        std::uint64_t sent = 0; ///< payload bytes to it
        std::uint64_t received = 0;
        Nanoseconds waited{0}; ///< nothing could be moved until data or room came from it

        bool operator==(const Peer&) const = default;
    };
    struct Pair
    {
        std::uint64_t bytes = 0; ///< payload of the chunks on this pair of graphs …
        Nanoseconds time{0}; ///< … from the start of each all-reduce to the last of them

        bool operator==(const Pair&) const = default;
    };
    EventOrigin origin;
    Nanoseconds interval{0};
    std::int64_t steps = 0; ///< that ended in it
    std::uint64_t payload = 0; ///< bytes that they reduced …
    Nanoseconds communication{0}; ///< … in this time
    bool leads = false; ///< by the first rank of the members
    std::string strategy;
    int root = 0; ///< of the strategy
    std::vector<Peer> peers;
    std::vector<Pair> pairs; ///< of the strategy

    bool operator==(const PeersEvent&) const = default;
};

/// Begin of a named part of a run ("warmup", "benchmark"), or end of one with a known duration ("init", "bcast_op").
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
    std::string what; ///< error

    bool operator==(const VerifyEvent&) const = default;
};

/// Result as the framework prints it. `spread` is KungFu's "+-": 1.96 × the population standard deviation of the
/// iterations, not a confidence interval of the mean.
struct ResultEvent
{
    EventOrigin origin;
    double mean = 0;
    std::optional<double> spread;
    std::string unit; ///< "samples/s" of one worker, "samples/s in total", "B/s", "bit/s"
    std::string metric; ///< name in the line or its pattern: "iperf_rate"
    bool final = false; ///< false: an intermediate line that a final one repeats with more digits
    std::int64_t iterations = 0; ///< 0: not reported
    int workers = 0; ///< 0: not reported
    std::optional<Nanoseconds> duration;
    std::vector<std::pair<std::string, std::string>> settings; ///< further fields of the line, values as text

    bool operator==(const ResultEvent&) const = default;
};

struct FailureEvent
{
    EventOrigin origin;
    std::string code; ///< an errorCodeName, or empty
    std::string what;
    std::vector<int> peers; ///< blamed ranks
    std::string peer; ///< the blamed peer as printed

    bool operator==(const FailureEvent&) const = default;
};

/// End of the workload, or of all workers of one host.
struct FinishEvent
{
    EventOrigin origin;
    std::optional<Nanoseconds> duration;
    int finished = 0; ///< finished workers …
    int workers = 0; ///< … of these; 0: not reported

    bool operator==(const FinishEvent&) const = default;
};

} // namespace millrace::monitor
