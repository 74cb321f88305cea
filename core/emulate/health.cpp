// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/emulate/health.h"

#include "core/base/json_fields.h"
#include "core/base/text.h"
#include "core/base/units.h"
#include "core/emulate/field_reader.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace millrace::emulate {

namespace {

constexpr double saturatedCpuShare = 0.9;
constexpr double toleratedRingDropShare = 0.001;

Json trafficJson(const Traffic& traffic)
{
    return {{"frames", traffic.frames}, {"packets", traffic.packets}, {"bytes", traffic.bytes}};
}

struct NamedTraffic
{
    const char* key;
    Traffic PairCounters::*traffic;
};

constexpr std::array<NamedTraffic, 6> trafficFields{{{"offered", &PairCounters::offered},
                                                     {"delivered", &PairCounters::delivered},
                                                     {"lost", &PairCounters::lost},
                                                     {"queue_dropped", &PairCounters::queueDropped},
                                                     {"memory_dropped", &PairCounters::memoryDropped},
                                                     {"write_dropped", &PairCounters::writeDropped}}};

/// Leaves out zero counters: large clusters have many pairs.
Json countersJson(const PairCounters& counters)
{
    Json json = Json::object();
    for (const auto& [key, traffic] : trafficFields) {
        if (counters.*traffic != Traffic{})
            json[key] = trafficJson(counters.*traffic);
    }
    return json;
}

Result<PairCounters> parseCounters(const Json& json, const std::string& where)
{
    PairCounters counters;
    if (!json.is_object())
        return fail(ErrorCode::InvalidInput, where + " must be an object");
    for (const auto& [key, traffic] : trafficFields) {
        const auto it = json.find(key);
        if (it == json.end())
            continue;
        FieldReader reader(*it, where + "." + key);
        reader.required("frames", (counters.*traffic).frames);
        reader.required("packets", (counters.*traffic).packets);
        reader.required("bytes", (counters.*traffic).bytes);
        MR_CHECK(reader.result());
    }
    return counters;
}

Result<PairHealth> parsePair(const Json& json, const std::string& where)
{
    PairHealth pair;
    FieldReader reader(json, where);
    reader.required("from", pair.from);
    reader.required("to", pair.to);
    MR_CHECK(reader.result());
    MR_TRY(counters, parseCounters(json, where));
    pair.counters = counters;
    return pair;
}

} // namespace

Traffic& Traffic::operator+=(const Traffic& other) noexcept
{
    frames += other.frames;
    packets += other.packets;
    bytes += other.bytes;
    return *this;
}

Traffic& Traffic::operator-=(const Traffic& other) noexcept
{
    frames -= other.frames;
    packets -= other.packets;
    bytes -= other.bytes;
    return *this;
}

PairCounters& PairCounters::operator+=(const PairCounters& other) noexcept
{
    for (const auto& [key, traffic] : trafficFields)
        this->*traffic += other.*traffic;
    return *this;
}

Json toJson(const EmulationHealth& health)
{
    Json pairs = Json::array();
    for (const PairHealth& pair : health.pairs) {
        Json entry{{"from", pair.from}, {"to", pair.to}};
        entry.update(countersJson(pair.counters));
        pairs.push_back(std::move(entry));
    }
    return {{"backend", health.backend == cluster::EmulationBackend::Netem ? "netem" : "switch"},
            {"mode", health.mode == cluster::SwitchMode::Packet ? "packet" : "fast"},
            {"timed_frames", health.timedFrames},
            {"lateness_p50_ns", health.latenessMedian.count()},
            {"lateness_p99_ns", health.lateness99.count()},
            {"lateness_max_ns", health.latenessMaximum.count()},
            {"buffered_bytes_max", health.bufferedBytesMaximum},
            {"ring_dropped_packets", health.ringDroppedPackets},
            {"cpu_seconds", health.cpuSeconds},
            {"wall_seconds", health.wallSeconds},
            {"realtime", health.realtime},
            {"memory_locked", health.memoryLocked},
            {"dead_nodes", health.deadNodes},
            {"notes", health.notes},
            {"total", countersJson(health.total)},
            {"pairs", std::move(pairs)}};
}

Result<EmulationHealth> parseEmulationHealth(const Json& json)
{
    EmulationHealth health;
    std::string backend;
    std::string mode;
    FieldReader reader(json, "health");
    reader.required("backend", backend);
    reader.required("mode", mode);
    reader.required("timed_frames", health.timedFrames);
    reader.required("lateness_p50_ns", health.latenessMedian);
    reader.required("lateness_p99_ns", health.lateness99);
    reader.required("lateness_max_ns", health.latenessMaximum);
    reader.required("buffered_bytes_max", health.bufferedBytesMaximum);
    reader.required("ring_dropped_packets", health.ringDroppedPackets);
    reader.required("cpu_seconds", health.cpuSeconds);
    reader.required("wall_seconds", health.wallSeconds);
    reader.required("realtime", health.realtime);
    reader.required("memory_locked", health.memoryLocked);
    reader.required("dead_nodes", health.deadNodes);
    reader.required("notes", health.notes);
    reader.each("pairs", [&](const Json& element, const std::string& where) -> Result<void> {
        MR_TRY(pair, parsePair(element, where));
        health.pairs.push_back(pair);
        return {};
    });
    MR_CHECK(reader.result());
    health.backend = backend == "netem" ? cluster::EmulationBackend::Netem : cluster::EmulationBackend::Switch;
    health.mode = mode == "packet" ? cluster::SwitchMode::Packet : cluster::SwitchMode::Fast;
    const auto total = json.find("total");
    if (total == json.end())
        return fail(ErrorCode::InvalidInput, "health.total is missing");
    MR_TRY(counters, parseCounters(*total, "health.total"));
    health.total = counters;
    return health;
}

std::vector<std::string> healthProblems(const EmulationHealth& health, const EmulationSpec& spec)
{
    std::vector<std::string> problems;
    for (const std::string& node : health.deadNodes)
        problems.push_back(fmt::format("node {} died while the cluster was running", node));
    if (health.backend == cluster::EmulationBackend::Netem)
        return problems;
    if (health.wallSeconds > 0 && health.cpuSeconds / health.wallSeconds > saturatedCpuShare)
        problems.push_back(fmt::format("the switch was busy {:.0f} % of the time: the machine, not the links that were "
                                       "requested, limited the traffic",
                                       100 * health.cpuSeconds / health.wallSeconds));
    if (health.total.memoryDropped.frames > 0)
        problems.push_back(fmt::format("{} frames were dropped because more than {} waited in the switch",
                                       health.total.memoryDropped.frames,
                                       humanSize(static_cast<double>(spec.memoryLimitBytes))));
    if (health.total.writeDropped.frames > 0)
        problems.push_back(
            fmt::format("{} frames were not taken by the receiving node", health.total.writeDropped.frames));
    const auto offered = static_cast<double>(health.total.offered.packets + health.ringDroppedPackets);
    if (static_cast<double>(health.ringDroppedPackets) > toleratedRingDropShare * offered)
        problems.push_back(fmt::format("{} packets were dropped before the switch could read them: it did not keep up",
                                       health.ringDroppedPackets));
    return problems;
}

} // namespace millrace::emulate
