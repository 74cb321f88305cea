// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/clock.h"
#include "core/base/issue.h"
#include "core/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace millrace::crosstraffic {

enum class FlowEnd
{
    Completed,
    Cut, ///< the load ended first
    Failed ///< connect or send failed; see `error`
};

/// Result of one flow.
struct FlowRecord
{
    std::uint32_t index = 0; ///< in the order of starts
    std::string destination;
    std::uint64_t bytes = 0; ///< requested; 0: until the end
    std::uint64_t ackedBytes = 0; ///< TCP: acknowledged payload; UDP: payload received, if reported by the receiver
    Nanoseconds plannedStart{0}; ///< wall
    Nanoseconds start{0}; ///< wall, time of connect or of the first datagram
    Nanoseconds completion{0}; ///< from `start` to the last acknowledgement; of UDP to the last datagram sent
    Nanoseconds ideal{0}; ///< round trip + bytes at the rate of the path; 0: not known
    std::uint64_t datagramsLost = 0; ///< of UDP, by sequence number
    std::uint64_t datagramsReordered = 0;
    std::uint64_t retransmissions = 0; ///< of TCP, segments
    FlowEnd end = FlowEnd::Completed;
    std::string error;

    [[nodiscard]] Nanoseconds startError() const noexcept { return start - plannedStart; }
    [[nodiscard]] double goodput() const noexcept; ///< bit/s; NaN without time
    [[nodiscard]] double slowdown() const noexcept; ///< completion ÷ ideal; NaN: not known

    bool operator==(const FlowRecord&) const = default;
};

/// What a flow of so many bytes takes at least: connecting, the bytes at the rate of the path, and the last
/// acknowledgement.
[[nodiscard]] Nanoseconds idealCompletion(Nanoseconds roundTrip, std::uint64_t bytes, double bitsPerSecond) noexcept;

/// Completion times of a class of flows, seconds; NaN without flows.
struct FlowClassSummary
{
    std::string name; ///< "small" (up to 100 kB), "medium" (up to 10 MB), "large", "all"
    std::size_t flows = 0; ///< completed ones
    double mean = 0;
    double median = 0;
    double p95 = 0;
    double p99 = 0;
    double meanSlowdown = 0;
    double p99Slowdown = 0;
};
struct FlowSummary
{
    std::vector<FlowClassSummary> classes;
    std::size_t completed = 0;
    std::size_t cut = 0;
    std::size_t failed = 0;
    double startErrorMedian = 0; ///< s
    double startErrorP99 = 0; ///< s, of the absolute errors
    std::uint64_t bytes = 0; ///< acknowledged
};
[[nodiscard]] FlowSummary summarise(const std::vector<FlowRecord>& records);

/// Delay of a start from which a flow counts as late.
inline constexpr Nanoseconds lateStart = std::chrono::milliseconds(10);
/// Returns one sentence about the flows of a sender that failed, began late or did not begin, with reasons and remedy;
/// empty if all `due` flows began and at most 1 % were late.
[[nodiscard]] std::string shortfallText(const std::vector<FlowRecord>& records, std::size_t due, Nanoseconds load);

/// Returns CSV with units in the header, one line per flow.
[[nodiscard]] std::string flowLogText(const std::vector<FlowRecord>& records);
/// Parses it. Damaged lines are counted. Corrupt without the header.
[[nodiscard]] Result<std::vector<FlowRecord>> parseFlowLog(std::string_view text, Issues& issues);

} // namespace millrace::crosstraffic
