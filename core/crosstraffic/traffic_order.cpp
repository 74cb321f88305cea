// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/crosstraffic/traffic_order.h"

#include "core/base/json_fields.h"
#include "core/base/text.h"
#include "core/base/units.h"

#include <cmath>
#include <fmt/format.h>

namespace millrace::crosstraffic {

namespace {

constexpr double fastest = 1e15;
const std::vector<std::string> transports{"tcp", "udp"};

Error badOrder(std::string what)
{
    return fail(ErrorCode::Corrupt,
                "the order of cross traffic is damaged: " + std::move(what) + "; regenerate it with Millrace");
}

Target readTarget(const Json& json, const std::string& path, Issues& issues)
{
    Target target;
    JsonFields fields(json, path, issues);
    int port = 0;
    fields.text("name", target.name);
    fields.text("address", target.address);
    fields.integer("port", port, 1, 65535);
    fields.number("rate", target.bitsPerSecond, 0, fastest);
    if (target.address.empty() || port == 0)
        fields.problem("address", "a target needs an address and a port");
    target.port = static_cast<std::uint16_t>(port);
    return target;
}

bool whole(const Json& value)
{
    return value.is_number_unsigned() || (value.is_number_integer() && value.get<std::int64_t>() >= 0);
}

Result<void> readFlows(const Json& list, TrafficOrder& order)
{
    order.flows.reserve(list.size());
    for (const Json& json : list) {
        if (!json.is_array() || json.size() != 3 || !whole(json[0]) || !whole(json[1]) || !whole(json[2]))
            return badOrder(fmt::format("flow {} is not [start in ns, bytes, target]", order.flows.size()));
        Flow flow;
        flow.start = Nanoseconds(json[0].get<std::int64_t>());
        flow.bytes = json[1].get<std::uint64_t>();
        if (json[2].get<std::uint64_t>() >= order.targets.size())
            return badOrder(fmt::format("flow {} goes to target {} of {}", order.flows.size(),
                                        json[2].get<std::uint64_t>(), order.targets.size()));
        flow.destination = json[2].get<int>();
        if (flow.start.count() < 0 || (!order.flows.empty() && flow.start < order.flows.back().start))
            return badOrder(fmt::format("flow {} begins before the one in front of it", order.flows.size()));
        order.flows.push_back(flow);
    }
    return {};
}

void readSettings(JsonFields& fields, TrafficOrder& order)
{
    fields.text("source", order.source);
    std::size_t transport = 0;
    fields.choice("transport", transport, transports);
    order.transport = transport == 0 ? Transport::Tcp : Transport::Udp;
    fields.integer("dscp", order.dscp, 0, 63);
    fields.text("congestion_control", order.congestionControl);
    fields.number("flow_rate", order.flowBitsPerSecond, 0, fastest);
    fields.integer("datagram_bytes", order.datagramBytes, smallestDatagram, 65507);
    fields.duration("duration", order.duration);
    fields.duration("drain", order.drain);
}

} // namespace

std::string orderText(const TrafficOrder& order)
{
    Json json;
    json["source"] = order.source;
    json["targets"] = Json::array();
    for (const Target& target : order.targets)
        json["targets"].push_back({{"name", target.name},
                                   {"address", target.address},
                                   {"port", target.port},
                                   {"rate", target.bitsPerSecond}});
    json["transport"] = transports[order.transport == Transport::Tcp ? 0 : 1];
    json["dscp"] = order.dscp;
    json["congestion_control"] = order.congestionControl;
    json["flow_rate"] = order.flowBitsPerSecond;
    json["datagram_bytes"] = order.datagramBytes;
    json["duration"] = durationText(order.duration);
    json["drain"] = durationText(order.drain);
    std::string text = json.dump(-1, ' ', false, Json::error_handler_t::replace);
    text.pop_back();
    fmt::memory_buffer flows;
    for (const Flow& flow : order.flows)
        fmt::format_to(fmt::appender(flows), "{}\n[{},{},{}]", flows.size() == 0 ? "" : ",", flow.start.count(),
                       flow.bytes, flow.destination);
    return text + ",\"flows\":[" + fmt::to_string(flows) + "]}\n";
}

Result<TrafficOrder> parseOrder(std::string_view text)
{
    const Json json = Json::parse(text, nullptr, false);
    if (!json.is_object())
        return badOrder("it is not a JSON object");
    TrafficOrder order;
    Issues issues;
    JsonFields fields(json, "", issues);
    readSettings(fields, order);
    if (const Json* targets = fields.array("targets"); targets != nullptr && targets->is_array())
        for (const Json& target : *targets)
            order.targets.push_back(readTarget(target, fmt::format("targets[{}]", order.targets.size()), issues));
    if (order.duration.count() <= 0)
        fields.problem("duration", "the load needs a length");
    const Json* flows = fields.array("flows");
    if (hasErrors(issues))
        for (const Issue& issue : issues)
            if (issue.severity == Severity::Error)
                return badOrder(issueText(issue));
    if (flows != nullptr && flows->is_array())
        MR_CHECK(readFlows(*flows, order));
    return order;
}

std::string startText(const TrafficStart& start)
{
    if (start.flowBitsPerSecond > 0)
        return fmt::format("{} {}\n", start.wall.count(), shortest(start.flowBitsPerSecond));
    return fmt::format("{}\n", start.wall.count());
}

Result<TrafficStart> parseStart(std::string_view text)
{
    const auto bad = [&] {
        return fail(ErrorCode::Corrupt,
                    fmt::format("the start of cross traffic is \"{}\", but \"wall_ns\" or \"wall_ns "
                                "bit/s\" and a line end belong there",
                                trim(text.substr(0, 80))));
    };
    if (!text.ends_with('\n'))
        return bad();
    const auto parts = split(trim(text), ' ');
    const auto wall = parseInteger(parts.front());
    if (!wall || *wall <= 0 || parts.size() > 2)
        return bad();
    TrafficStart start;
    start.wall = Nanoseconds(*wall);
    if (parts.size() == 2) {
        const auto rate = parseDouble(parts[1]);
        if (!rate || !std::isfinite(*rate) || *rate < 0 || *rate > fastest)
            return bad();
        start.flowBitsPerSecond = *rate;
    }
    return start;
}

} // namespace millrace::crosstraffic
