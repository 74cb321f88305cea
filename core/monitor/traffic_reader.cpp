// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/monitor/traffic_reader.h"

#include "core/base/text.h"
#include "core/monitor/flat_json.h"

#include <algorithm>
#include <array>
#include <utility>

namespace millrace::monitor {

namespace {

using Kind = TrafficLine::Kind;
constexpr std::array kinds{
    std::pair(std::string_view("traffic-ready"), Kind::Ready),
    std::pair(std::string_view("traffic-start"), Kind::Start), std::pair(std::string_view("traffic-rate"), Kind::Rate),
    std::pair(std::string_view("traffic-end"), Kind::End), std::pair(std::string_view("traffic-error"), Kind::Error)};
constexpr std::array counts{std::pair("sent_bytes", &TrafficLine::sentBytes),
                            std::pair("acked_bytes", &TrafficLine::ackedBytes),
                            std::pair("received_bytes", &TrafficLine::receivedBytes),
                            std::pair("lost", &TrafficLine::lost),
                            std::pair("reordered", &TrafficLine::reordered),
                            std::pair("flows", &TrafficLine::flows),
                            std::pair("completed", &TrafficLine::completed),
                            std::pair("cut", &TrafficLine::cut),
                            std::pair("failed", &TrafficLine::failed),
                            std::pair("not_begun", &TrafficLine::notBegun),
                            std::pair("refused", &TrafficLine::refused)};
constexpr std::array times{std::pair("planned_ns", &TrafficLine::planned),
                           std::pair("interval_ns", &TrafficLine::interval),
                           std::pair("start_error_p50_ns", &TrafficLine::startErrorMedian),
                           std::pair("start_error_p99_ns", &TrafficLine::startErrorP99)};

} // namespace

std::optional<TrafficLine> parseTrafficLine(std::string_view line)
{
    FlatJson json;
    if (!trim(line).starts_with("{\"event\":\"traffic-") || !json.read(trim(line)))
        return {};
    const auto wall = json.integer("wall_ns");
    const auto monotonic = json.integer("mono_ns");
    if (!wall || !monotonic)
        return {};
    TrafficLine result;
    const std::string event = json.text("event").value_or("");
    const auto* kind = std::find_if(kinds.begin(), kinds.end(), [&](const auto& each) { return each.first == event; });
    if (kind == kinds.end())
        return {};
    result.kind = kind->second;
    result.wall = Nanoseconds(*wall);
    result.monotonic = Nanoseconds(*monotonic);
    for (const auto& [name, member] : counts)
        result.*member = static_cast<std::uint64_t>(std::max<std::int64_t>(0, json.integer(name).value_or(0)));
    for (const auto& [name, member] : times)
        result.*member = Nanoseconds(json.integer(name).value_or(0));
    result.active = json.integer("active").value_or(0);
    result.port = static_cast<int>(json.integer("port").value_or(0));
    result.role = json.text("role").value_or("");
    result.what = json.text("what").value_or("");
    return result;
}

} // namespace millrace::monitor
