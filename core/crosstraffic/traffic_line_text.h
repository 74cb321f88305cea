// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/clock.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace millrace::crosstraffic {

inline constexpr Nanoseconds rateInterval = std::chrono::milliseconds(100); ///< between lines of rates

/// Receives one JSON line, without its end.
using LineSink = std::function<void(std::string_view)>;

/// Builder of one line of traffic_order.h: event, both clocks, then fields in the order of the calls.
class TrafficLineText
{
public:
    explicit TrafficLineText(std::string_view event);
    TrafficLineText& integer(std::string_view name, std::int64_t value);
    TrafficLineText& count(std::string_view name, std::uint64_t value);
    TrafficLineText& text(std::string_view name, std::string_view value);
    void print(const LineSink& sink);

private:
    std::string m_line;
};

} // namespace millrace::crosstraffic
