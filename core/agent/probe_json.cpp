// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/agent/probe_json.h"

#include "core/agent/node_values_json.h"

namespace millrace::agent {

namespace {

Endpoint endpointOf(const Json& json)
{
    return {json.at("address").get<std::string>(), json.at("port").get<std::uint16_t>()};
}

Json toJson(const probe::DelayDistribution& d)
{
    return {{"minimum_ns", d.minimum.count()}, {"median_ns", d.median.count()}, {"p99_ns", d.p99.count()}};
}

probe::DelayDistribution distributionOf(const Json& json)
{
    return {timeAt(json, "minimum_ns"), timeAt(json, "median_ns"), timeAt(json, "p99_ns")};
}

} // namespace

Json toJson(const Endpoint& endpoint)
{
    return {{"address", endpoint.address}, {"port", endpoint.port}};
}

Result<Endpoint> readEndpoint(const Json& json)
{
    return readJson<Endpoint>("endpoint", [&] { return endpointOf(json); });
}

Json toJson(const probe::DelaySpec& spec)
{
    return {{"responder", toJson(spec.responder)},
            {"packets", spec.packets},
            {"spacing_ns", spec.spacing.count()},
            {"payload_bytes", spec.payloadBytes},
            {"patience_ns", spec.patience.count()}};
}

Result<probe::DelaySpec> parseDelaySpec(const Json& json)
{
    return readJson<probe::DelaySpec>("delay probe", [&] {
        return probe::DelaySpec{endpointOf(json.at("responder")), json.at("packets").get<int>(),
                                timeAt(json, "spacing_ns"), json.at("payload_bytes").get<int>(),
                                timeAt(json, "patience_ns")};
    });
}

Json toJson(const probe::DelayReport& report)
{
    Json trips = Json::array();
    for (const Nanoseconds trip : report.roundTrips)
        trips.push_back(trip.count());
    return {{"sent", report.sent},
            {"lost", report.lost},
            {"round_trips_ns", std::move(trips)},
            {"round_trip", toJson(report.roundTrip)},
            {"forward", toJson(report.forward)}};
}

Result<probe::DelayReport> parseDelayReport(const Json& json)
{
    return readJson<probe::DelayReport>("delay report", [&] {
        probe::DelayReport report{json.at("sent").get<int>(),
                                  json.at("lost").get<int>(),
                                  {},
                                  distributionOf(json.at("round_trip")),
                                  distributionOf(json.at("forward"))};
        for (const Json& trip : json.at("round_trips_ns"))
            report.roundTrips.emplace_back(trip.get<std::int64_t>());
        return report;
    });
}

Json toJson(const probe::LossSpec& spec)
{
    return {{"responder", toJson(spec.responder)},
            {"packets", spec.packets},
            {"packets_per_second", spec.packetsPerSecond},
            {"payload_bytes", spec.payloadBytes},
            {"patience_ns", spec.patience.count()}};
}

Result<probe::LossSpec> parseLossSpec(const Json& json)
{
    return readJson<probe::LossSpec>("loss probe", [&] {
        return probe::LossSpec{endpointOf(json.at("responder")), json.at("packets").get<std::uint32_t>(),
                               json.at("packets_per_second").get<double>(), json.at("payload_bytes").get<int>(),
                               timeAt(json, "patience_ns")};
    });
}

Json toJson(const probe::LossReport& report)
{
    return {{"sent", report.sent},
            {"received", report.received},
            {"duplicates", report.duplicates},
            {"local_drops", report.localDrops}};
}

Result<probe::LossReport> parseLossReport(const Json& json)
{
    return readJson<probe::LossReport>("loss report", [&] {
        return probe::LossReport{json.at("sent").get<std::uint32_t>(), json.at("received").get<std::uint32_t>(),
                                 json.at("duplicates").get<std::uint32_t>(),
                                 json.at("local_drops").get<std::uint32_t>()};
    });
}

Json toJson(const probe::RateSpec& spec)
{
    return {{"responder", toJson(spec.responder)},
            {"bits_per_second", spec.bitsPerSecond},
            {"duration_ns", spec.duration.count()},
            {"frame_bytes", spec.frameBytes},
            {"patience_ns", spec.patience.count()}};
}

Result<probe::RateSpec> parseRateSpec(const Json& json)
{
    return readJson<probe::RateSpec>("rate probe", [&] {
        return probe::RateSpec{endpointOf(json.at("responder")), json.at("bits_per_second").get<double>(),
                               timeAt(json, "duration_ns"), json.at("frame_bytes").get<int>(),
                               timeAt(json, "patience_ns")};
    });
}

Json toJson(const probe::RateReport& report)
{
    return {{"sent", report.sent},
            {"received", report.received},
            {"local_drops", report.localDrops},
            {"frame_bytes", report.frameBytes},
            {"offered_bits_per_second", report.offeredBitsPerSecond},
            {"achieved_bits_per_second", report.achievedBitsPerSecond}};
}

Result<probe::RateReport> parseRateReport(const Json& json)
{
    return readJson<probe::RateReport>("rate report", [&] {
        return probe::RateReport{json.at("sent").get<std::uint32_t>(),
                                 json.at("received").get<std::uint32_t>(),
                                 json.at("local_drops").get<std::uint32_t>(),
                                 json.at("frame_bytes").get<int>(),
                                 json.at("offered_bits_per_second").get<double>(),
                                 json.at("achieved_bits_per_second").get<double>()};
    });
}

} // namespace millrace::agent
