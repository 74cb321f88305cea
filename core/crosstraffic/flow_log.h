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
    Failed ///< connect or send failed; `error` says why
};

/// What became of one flow.
struct FlowRecord
{
    std::uint32_t index = 0; ///< in the order of starts
    std::string destination;
    std::uint64_t bytes = 0; ///< asked for; 0: until the end
    std::uint64_t ackedBytes = 0; ///< TCP: acknowledged payload; UDP: payload received, where the receiver told it
    Nanoseconds plannedStart{0}; ///< wall
    Nanoseconds start{0}; ///< wall, when connect was called or the first datagram was sent
    Nanoseconds completion{0}; ///< from `start` to the last acknowledgement; of UDP to the last datagram sent
    Nanoseconds ideal{0}; ///< round trip + bytes at the rate of the path; 0: not known
    std::uint64_t datagramsLost = 0; ///< of UDP, by sequence number
    std::uint64_t datagramsReordered = 0;
    std::uint64_t retransmissions = 0; ///< of TCP, segments
    FlowEnd end = FlowEnd::Completed;
    std::string error;

    [[nodiscard]] Nanoseconds startError() const noexcept { return start - plannedStart; }
    [[nodiscard]] double goodput() const noexcept; ///< bit/s; NaN without time
    [[nodiscard]] double slowdown() const noexcept; ///< completion ÷ ideal; NaN where not known

    bool operator==(const FlowRecord&) const = default;
};

/// Completion times of flows of a class, seconds; NaN where there are none.
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

/// A flow that begins this much after its time is late.
inline constexpr Nanoseconds lateStart = std::chrono::milliseconds(10);
/// One sentence about the flows of a sender that failed, began late or did not begin, with reasons and remedy; empty:
/// there is nothing to say, because all `due` flows began and hardly any (up to 1 %) was late.
[[nodiscard]] std::string shortfallText(const std::vector<FlowRecord>& records, std::size_t due, Nanoseconds load);

/// CSV with a header that carries the units, one line a flow.
[[nodiscard]] std::string flowLogText(const std::vector<FlowRecord>& records);
/// Damaged lines are counted. Corrupt without the header.
[[nodiscard]] Result<std::vector<FlowRecord>> parseFlowLog(std::string_view text, Issues& issues);

} // namespace millrace::crosstraffic
