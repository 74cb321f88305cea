// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/cluster/preflight_json.h"

#include <algorithm>

namespace millrace::cluster {

namespace {

const std::vector<std::string> ownerNames = {"unknown", "kernel", "millrace", "foreign"};

template <typename T>
Json orNull(const std::optional<T>& value)
{
    return value ? Json(*value) : Json();
}

Json orNull(const std::optional<Nanoseconds>& value)
{
    return value ? Json(value->count()) : Json();
}

/// Absent and null leave the value as it is.
template <typename T>
void take(const Json& json, const char* key, T& value)
{
    if (const auto found = json.find(key); found != json.end() && !found->is_null())
        value = found->get<T>();
}

template <typename T>
void take(const Json& json, const char* key, std::optional<T>& value)
{
    if (const auto found = json.find(key); found != json.end() && !found->is_null())
        value = found->get<T>();
}

void take(const Json& json, const char* key, Nanoseconds& value)
{
    std::int64_t count = value.count();
    take(json, key, count);
    value = Nanoseconds(count);
}

void take(const Json& json, const char* key, std::optional<Nanoseconds>& value)
{
    std::optional<std::int64_t> count;
    take(json, key, count);
    if (count)
        value = Nanoseconds(*count);
}

template <typename T, typename Read>
void takeList(const Json& json, const char* key, std::vector<T>& values, Read read)
{
    if (const auto found = json.find(key); found != json.end() && !found->is_null())
        for (const Json& item : *found)
            values.push_back(read(item));
}

Json toJson(const ToolFacts& tool)
{
    return {{"name", tool.name}, {"found", tool.found}, {"version", tool.version}};
}

ToolFacts readTool(const Json& json)
{
    ToolFacts tool;
    take(json, "name", tool.name);
    take(json, "found", tool.found);
    take(json, "version", tool.version);
    return tool;
}

Json toJson(const NicFacts& nic)
{
    return {{"name", nic.name},
            {"addresses", nic.addresses},
            {"up", nic.up},
            {"mtu", nic.mtu},
            {"bits_per_second", nic.bitsPerSecond},
            {"driver", nic.driver},
            {"offloads", nic.offloads},
            {"root_queue", nic.rootQueue},
            {"queue_owner", ownerNames[static_cast<std::size_t>(nic.queueOwner)]}};
}

NicFacts readNicFacts(const Json& json)
{
    NicFacts nic;
    take(json, "name", nic.name);
    take(json, "addresses", nic.addresses);
    take(json, "up", nic.up);
    take(json, "mtu", nic.mtu);
    take(json, "bits_per_second", nic.bitsPerSecond);
    take(json, "driver", nic.driver);
    take(json, "offloads", nic.offloads);
    take(json, "root_queue", nic.rootQueue);
    std::string owner;
    take(json, "queue_owner", owner);
    for (std::size_t i = 0; i < ownerNames.size(); ++i)
        if (owner == ownerNames[i])
            nic.queueOwner = static_cast<QueueOwner>(i);
    return nic;
}

Json toJson(const BusyProcess& process)
{
    return {{"pid", process.pid},
            {"user", process.user},
            {"command", process.command},
            {"cpu_share", process.cpuShare},
            {"measures", process.measures}};
}

BusyProcess readProcess(const Json& json)
{
    BusyProcess process;
    take(json, "pid", process.pid);
    take(json, "user", process.user);
    take(json, "command", process.command);
    take(json, "cpu_share", process.cpuShare);
    take(json, "measures", process.measures);
    return process;
}

Json toJson(const GpuFacts& gpu)
{
    return {
        {"name", gpu.name}, {"driver", gpu.driver}, {"memory_bytes", gpu.memoryBytes}, {"busy_share", gpu.busyShare}};
}

GpuFacts readGpu(const Json& json)
{
    GpuFacts gpu;
    take(json, "name", gpu.name);
    take(json, "driver", gpu.driver);
    take(json, "memory_bytes", gpu.memoryBytes);
    take(json, "busy_share", gpu.busyShare);
    return gpu;
}

Json toJson(const ClockFacts& clock)
{
    return {{"offset_ns", orNull(clock.offset)},
            {"uncertainty_ns", clock.uncertainty.count()},
            {"synchronised", orNull(clock.synchronised)},
            {"kernel_error_ns", orNull(clock.kernelError)}};
}

ClockFacts readClock(const Json& json)
{
    ClockFacts clock;
    take(json, "offset_ns", clock.offset);
    take(json, "uncertainty_ns", clock.uncertainty);
    take(json, "synchronised", clock.synchronised);
    take(json, "kernel_error_ns", clock.kernelError);
    // Thirty years: two of them can be subtracted.
    constexpr Nanoseconds most(1'000'000'000'000'000'000);
    if (clock.offset)
        clock.offset = std::clamp(*clock.offset, -most, most);
    clock.uncertainty = std::clamp(clock.uncertainty, Nanoseconds(0), most);
    return clock;
}

PeerReach readPeer(const Json& json)
{
    PeerReach reach;
    take(json, "address", reach.address);
    take(json, "answers", reach.answers);
    take(json, "round_trip_ns", reach.roundTrip);
    take(json, "path_mtu", reach.pathMtu);
    return reach;
}

template <typename T>
Json listJson(const std::vector<T>& values)
{
    Json list = Json::array();
    for (const T& value : values)
        list.push_back(toJson(value));
    return list;
}

Json featuresJson(const NodeFacts& facts)
{
    Json features = Json::object();
    for (const auto& [name, there] : facts.features)
        features[name] = orNull(there);
    return features;
}

void readMachine(const Json& json, NodeFacts& facts)
{
    take(json, "hostname", facts.hostname);
    take(json, "machine_id", facts.machineId);
    take(json, "kernel", facts.kernel);
    take(json, "architecture", facts.architecture);
    take(json, "user", facts.user);
    take(json, "root", facts.root);
    take(json, "net_admin", facts.netAdmin);
    take(json, "net_raw", facts.netRaw);
    take(json, "sudo", facts.sudo);
    take(json, "put_in_order", facts.putInOrder);
    take(json, "folder", facts.folder);
    take(json, "folder_writable", facts.folderWritable);
    take(json, "free_bytes", facts.freeBytes);
    take(json, "free_inodes", facts.freeInodes);
    take(json, "interface", facts.interface);
    take(json, "congestion_control", facts.congestionControl);
    take(json, "congestion_controls", facts.congestionControls);
    take(json, "processors", facts.processors);
    take(json, "load", facts.load);
    take(json, "memory_bytes", facts.memoryBytes);
    take(json, "available_memory", facts.availableMemory);
    take(json, "used_ports", facts.usedPorts);
    take(json, "feature_reason", facts.featureReason);
}

template <typename T, typename Read>
Result<T> guarded(const Json& json, const char* what, Read read)
{
    if (!json.is_object())
        return fail(ErrorCode::Protocol, std::string("the node's ") + what + " cannot be read: it is no object");
    try {
        return Result<T>(read());
    } catch (const Json::exception& exception) {
        return fail(ErrorCode::Protocol, std::string("the node's ") + what + " cannot be read: " + exception.what());
    }
}

} // namespace

Json toJson(const PreflightQuestion& question)
{
    return {{"interface", question.interface},  {"address", question.address},    {"folder", question.folder},
            {"first_port", question.firstPort}, {"last_port", question.lastPort}, {"tools", question.tools},
            {"python", question.python}};
}

Result<PreflightQuestion> parsePreflightQuestion(const Json& json)
{
    return guarded<PreflightQuestion>(json, "pre-flight question", [&] {
        PreflightQuestion question;
        take(json, "interface", question.interface);
        take(json, "address", question.address);
        take(json, "folder", question.folder);
        take(json, "first_port", question.firstPort);
        take(json, "last_port", question.lastPort);
        take(json, "tools", question.tools);
        take(json, "python", question.python);
        return question;
    });
}

Json toJson(const PeerReach& reach)
{
    return {{"address", reach.address},
            {"answers", orNull(reach.answers)},
            {"round_trip_ns", orNull(reach.roundTrip)},
            {"path_mtu", orNull(reach.pathMtu)}};
}

Result<PeerReach> parsePeerReach(const Json& json)
{
    return guarded<PeerReach>(json, "view of a peer", [&] { return readPeer(json); });
}

Json toJson(const NodeFacts& facts)
{
    return {{"hostname", facts.hostname},
            {"machine_id", facts.machineId},
            {"kernel", facts.kernel},
            {"architecture", facts.architecture},
            {"user", facts.user},
            {"root", facts.root},
            {"net_admin", facts.netAdmin},
            {"net_raw", facts.netRaw},
            {"sudo", orNull(facts.sudo)},
            {"put_in_order", facts.putInOrder},
            {"tools", listJson(facts.tools)},
            {"packages", listJson(facts.packages)},
            {"folder", facts.folder},
            {"folder_writable", facts.folderWritable},
            {"free_bytes", facts.freeBytes},
            {"free_inodes", facts.freeInodes},
            {"clock", toJson(facts.clock)},
            {"interface", facts.interface},
            {"nics", listJson(facts.nics)},
            {"congestion_control", facts.congestionControl},
            {"congestion_controls", facts.congestionControls},
            {"processors", facts.processors},
            {"load", facts.load},
            {"memory_bytes", facts.memoryBytes},
            {"available_memory", facts.availableMemory},
            {"busy", listJson(facts.busy)},
            {"gpus", listJson(facts.gpus)},
            {"used_ports", facts.usedPorts},
            {"features", featuresJson(facts)},
            {"feature_reason", facts.featureReason},
            {"peers", listJson(facts.peers)}};
}

Result<NodeFacts> parseNodeFacts(const Json& json)
{
    return guarded<NodeFacts>(json, "facts", [&] {
        NodeFacts facts;
        readMachine(json, facts);
        takeList(json, "tools", facts.tools, readTool);
        takeList(json, "packages", facts.packages, readTool);
        takeList(json, "nics", facts.nics, readNicFacts);
        takeList(json, "busy", facts.busy, readProcess);
        takeList(json, "gpus", facts.gpus, readGpu);
        takeList(json, "peers", facts.peers, readPeer);
        if (json.contains("clock"))
            facts.clock = readClock(json.at("clock"));
        if (json.contains("features"))
            for (const auto& [name, there] : json.at("features").items())
                facts.features[name] = there.is_null() ? std::optional<bool>() : there.get<bool>();
        return facts;
    });
}

Json toJson(const Finding& finding)
{
    return {{"topic", finding.topic},
            {"light", lightName(finding.light)},
            {"sentence", finding.sentence},
            {"remedy", finding.remedy}};
}

} // namespace millrace::cluster
