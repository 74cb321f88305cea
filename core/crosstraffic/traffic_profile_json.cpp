// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/crosstraffic/traffic_profile_json.h"

#include "core/base/units.h"

#include <limits>

namespace millrace::crosstraffic {

namespace {

constexpr int largestInteger = 1'000'000;
const std::vector<std::string> conventionNames = {"step", "interpolated"};

std::vector<std::string> patternNames()
{
    std::vector<std::string> names;
    for (const Pattern pattern : allPatterns())
        names.emplace_back(patternName(pattern));
    return names;
}

std::vector<std::string> transportNames()
{
    return {std::string(transportName(Transport::Tcp)), std::string(transportName(Transport::Udp))};
}

std::vector<std::string> matrixNames()
{
    std::vector<std::string> names;
    for (const Matrix matrix : {Matrix::One, Matrix::Many, Matrix::Incast, Matrix::AllToAll})
        names.emplace_back(matrixName(matrix));
    return names;
}

template <typename Enumeration>
void readChoice(JsonFields& fields, const char* key, Enumeration& value, const std::vector<std::string>& names)
{
    auto position = static_cast<std::size_t>(value);
    fields.choice(key, position, names);
    value = static_cast<Enumeration>(position);
}

void readPath(JsonFields& fields, const char* key, std::filesystem::path& path)
{
    std::string text = path.string();
    fields.text(key, text);
    path = text;
}

SizeSpec readSizes(const Json& json, const std::string& path, Issues& issues)
{
    SizeSpec sizes;
    if (json.is_string()) {
        sizes.name = json.get<std::string>();
        sizes.convention = usualConvention(sizes.name);
        return sizes;
    }
    JsonFields fields(json, path, issues);
    fields.text("name", sizes.name);
    sizes.convention = usualConvention(sizes.name);
    fields.size("bytes", sizes.fixedBytes);
    readPath(fields, "file", sizes.file);
    fields.number("unit_bytes", sizes.unitBytes, std::numeric_limits<double>::min(), 1e12);
    fields.number("scale", sizes.scale, 1e-9, 1e9);
    readChoice(fields, "convention", sizes.convention, conventionNames);
    fields.reportUnknown();
    return sizes;
}

Phases readPhases(const Json& json, const std::string& path, Issues& issues)
{
    Phases phases;
    JsonFields fields(json, path, issues);
    fields.duration("baseline", phases.baseline);
    fields.duration("loaded", phases.loaded);
    fields.duration("recovery", phases.recovery);
    fields.duration("onset_spread", phases.onsetSpread);
    fields.reportUnknown();
    return phases;
}

void readShape(JsonFields& fields, TrafficProfile& profile)
{
    readChoice(fields, "pattern", profile.pattern, patternNames());
    fields.rate("rate", profile.bitsPerSecond);
    fields.fraction("slowdown", profile.slowdown);
    fields.boolean("exact_volume", profile.exactVolume);
    fields.number("gap_variation", profile.gapVariation, 0, 1e6);
    fields.duration("on_time", profile.onTime);
    fields.duration("off_time", profile.offTime);
    fields.duration("burst_period", profile.burstPeriod);
    fields.duration("burst_width", profile.burstWidth);
    fields.fraction("burst_share", profile.burstShare);
    fields.integer("streams", profile.streams, 0, largestInteger);
    readPath(fields, "file", profile.file);
}

void readWay(JsonFields& fields, TrafficProfile& profile)
{
    readChoice(fields, "transport", profile.transport, transportNames());
    readChoice(fields, "matrix", profile.matrix, matrixNames());
    fields.texts("sources", profile.sources);
    fields.texts("destinations", profile.destinations);
    fields.integer("dscp", profile.dscp, -largestInteger, largestInteger);
    fields.text("congestion_control", profile.congestionControl);
    fields.rate("flow_rate", profile.flowBitsPerSecond);
    fields.integer("datagram_bytes", profile.datagramBytes, 0, largestInteger);
}

template <typename T, typename Text>
void put(Json& json, const char* key, const T& value, const T& standard, Text text)
{
    if (value != standard)
        json[key] = text(value);
}

constexpr auto plain = [](const auto& value) { return value; };
constexpr auto pathText = [](const std::filesystem::path& path) { return path.string(); };

Json sizesJson(const SizeSpec& sizes)
{
    const SizeSpec standard;
    Json json = Json::object();
    put(json, "name", sizes.name, standard.name, plain);
    put(json, "bytes", sizes.fixedBytes, standard.fixedBytes, sizeText);
    put(json, "file", sizes.file, standard.file, pathText);
    put(json, "unit_bytes", sizes.unitBytes, standard.unitBytes, plain);
    put(json, "scale", sizes.scale, standard.scale, plain);
    if (sizes.convention != usualConvention(sizes.name))
        json["convention"] = conventionNames[static_cast<std::size_t>(sizes.convention)];
    return json;
}

Json phasesJson(const Phases& phases)
{
    const Phases standard;
    Json json = Json::object();
    put(json, "baseline", phases.baseline, standard.baseline, durationText);
    put(json, "loaded", phases.loaded, standard.loaded, durationText);
    put(json, "recovery", phases.recovery, standard.recovery, durationText);
    put(json, "onset_spread", phases.onsetSpread, standard.onsetSpread, durationText);
    return json;
}

void putShape(Json& json, const TrafficProfile& profile)
{
    const TrafficProfile standard;
    json["pattern"] = patternName(profile.pattern);
    put(json, "rate", profile.bitsPerSecond, standard.bitsPerSecond, rateText);
    put(json, "slowdown", profile.slowdown, standard.slowdown, fractionText);
    if (Json sizes = sizesJson(profile.sizes); !sizes.empty())
        json["sizes"] = std::move(sizes);
    put(json, "exact_volume", profile.exactVolume, standard.exactVolume, plain);
    put(json, "gap_variation", profile.gapVariation, standard.gapVariation, plain);
    put(json, "on_time", profile.onTime, standard.onTime, durationText);
    put(json, "off_time", profile.offTime, standard.offTime, durationText);
    put(json, "burst_period", profile.burstPeriod, standard.burstPeriod, durationText);
    put(json, "burst_width", profile.burstWidth, standard.burstWidth, durationText);
    put(json, "burst_share", profile.burstShare, standard.burstShare, fractionText);
    put(json, "streams", profile.streams, standard.streams, plain);
    put(json, "file", profile.file, standard.file, pathText);
}

void putWay(Json& json, const TrafficProfile& profile)
{
    const TrafficProfile standard;
    put(json, "transport", profile.transport, standard.transport, transportName);
    put(json, "matrix", profile.matrix, standard.matrix, matrixName);
    json["sources"] = profile.sources;
    json["destinations"] = profile.destinations;
    put(json, "dscp", profile.dscp, standard.dscp, plain);
    put(json, "congestion_control", profile.congestionControl, standard.congestionControl, plain);
    put(json, "flow_rate", profile.flowBitsPerSecond, standard.flowBitsPerSecond, rateText);
    put(json, "datagram_bytes", profile.datagramBytes, standard.datagramBytes, plain);
    if (Json phases = phasesJson(profile.phases); !phases.empty())
        json["phases"] = std::move(phases);
}

} // namespace

Json toJson(const TrafficProfile& profile)
{
    Json json = Json::object();
    json["name"] = profile.name;
    putShape(json, profile);
    putWay(json, profile);
    return json;
}

TrafficProfile readProfile(const Json& json, const std::string& path, Issues& issues)
{
    TrafficProfile profile;
    JsonFields fields(json, path, issues);
    fields.text("name", profile.name);
    readShape(fields, profile);
    if (const Json* sizes = fields.find("sizes"))
        profile.sizes = readSizes(*sizes, fields.pathOf("sizes"), issues);
    readWay(fields, profile);
    if (const Json* phases = fields.find("phases"))
        profile.phases = readPhases(*phases, fields.pathOf("phases"), issues);
    fields.reportUnknown();
    return profile;
}

} // namespace millrace::crosstraffic
