// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/clock.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace millrace::monitor {

/// Line of the cross traffic's sender or receiver, see core/crosstraffic/traffic_order.h. Fields that a line does not
/// have are 0 or empty.
struct TrafficLine
{
    enum class Kind
    {
        Ready,
        Start,
        Rate,
        End,
        Error
    };
    Kind kind = Kind::Ready;
    Nanoseconds wall{0}; ///< the node's clock
    Nanoseconds monotonic{0};
    std::string role; ///< of Ready: "sender" or "receiver"
    int port = 0; ///< of a receiver's Ready
    Nanoseconds planned{0}; ///< of Start, wall
    Nanoseconds interval{0}; ///< of Rate: since the last one
    std::uint64_t sentBytes = 0; ///< of Rate: in the interval; of End: in total
    std::uint64_t ackedBytes = 0;
    std::uint64_t receivedBytes = 0;
    std::uint64_t lost = 0; ///< datagrams
    std::uint64_t reordered = 0;
    std::int64_t active = 0; ///< flows in progress
    std::uint64_t flows = 0; ///< of End: number of flows begun
    std::uint64_t completed = 0;
    std::uint64_t cut = 0;
    std::uint64_t failed = 0;
    std::uint64_t notBegun = 0;
    std::uint64_t refused = 0; ///< of a receiver's End: foreign connections and datagrams
    Nanoseconds startErrorMedian{0};
    Nanoseconds startErrorP99{0};
    std::string what; ///< of Error

    bool operator==(const TrafficLine&) const = default;
};

/// Returns nothing for a line of another kind, or a damaged one.
[[nodiscard]] std::optional<TrafficLine> parseTrafficLine(std::string_view line);

} // namespace millrace::monitor
