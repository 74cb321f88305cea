// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/agent/node_values_json.h"

namespace millrace::agent {

namespace {

std::uint64_t unsignedAt(const Json& array, std::size_t index)
{
    return array.at(index).get<std::uint64_t>();
}

Nanoseconds timeOfItem(const Json& array, std::size_t index)
{
    return Nanoseconds(array.at(index).get<std::int64_t>());
}

Json toJson(const counters::InterfaceCounters& c)
{
    return {c.receivedBytes, c.receivedPackets, c.receivedErrors, c.receivedDropped,
            c.sentBytes,     c.sentPackets,     c.sentErrors,     c.sentDropped};
}

counters::InterfaceCounters readInterface(const std::string& name, const Json& json)
{
    return {name,
            unsignedAt(json, 0),
            unsignedAt(json, 1),
            unsignedAt(json, 2),
            unsignedAt(json, 3),
            unsignedAt(json, 4),
            unsignedAt(json, 5),
            unsignedAt(json, 6),
            unsignedAt(json, 7)};
}

Json toJson(const counters::PeerTcp& p)
{
    return {p.sockets,         p.ackedBytes,      p.receivedBytes,      p.sentBytes,       p.retransmittedBytes,
            p.retransmissions, p.unackedSegments, p.minimumRtt.count(), p.meanRtt.count(), p.maximumRtt.count(),
            p.meanWindow,      p.deliveryRate,    p.congestionControl};
}

counters::PeerTcp readPeerTcp(const std::string& address, const Json& json)
{
    counters::PeerTcp peer;
    peer.address = address;
    peer.sockets = json.at(0).get<std::uint32_t>();
    peer.ackedBytes = unsignedAt(json, 1);
    peer.receivedBytes = unsignedAt(json, 2);
    peer.sentBytes = unsignedAt(json, 3);
    peer.retransmittedBytes = unsignedAt(json, 4);
    peer.retransmissions = unsignedAt(json, 5);
    peer.unackedSegments = unsignedAt(json, 6);
    peer.minimumRtt = timeOfItem(json, 7);
    peer.meanRtt = timeOfItem(json, 8);
    peer.maximumRtt = timeOfItem(json, 9);
    peer.meanWindow = json.at(10).get<double>();
    peer.deliveryRate = json.at(11).get<double>();
    peer.congestionControl = json.at(12).get<std::string>();
    return peer;
}

ProcessUsage readUsage(const std::string& process, const Json& json)
{
    const std::int64_t id = Json::parse(process).get<std::int64_t>();
    return {ProcessId{id},
            {timeOfItem(json, 0), unsignedAt(json, 1), json.at(2).get<std::uint32_t>(),
             json.size() > 3 ? timeOfItem(json, 3) : Nanoseconds(0),
             json.size() > 4 ? json.at(4).get<std::uint32_t>() : 0}};
}

Sample readSample(const Json& json)
{
    Sample sample;
    sample.monotonic = timeAt(json, "mono_ns");
    sample.wall = timeAt(json, "wall_ns");
    if (const auto it = json.find("interfaces"); it != json.end())
        for (const auto& [name, value] : it->items())
            sample.interfaces.push_back(readInterface(name, value));
    if (const auto it = json.find("tcp"); it != json.end())
        for (const auto& [address, value] : it->items())
            sample.peers.push_back(readPeerTcp(address, value));
    if (const auto it = json.find("processes"); it != json.end())
        for (const auto& [process, value] : it->items())
            sample.processes.push_back(readUsage(process, value));
    if (const auto it = json.find("machine"); it != json.end())
        sample.machine = counters::MachineCpu{timeOfItem(*it, 0), timeOfItem(*it, 1), timeOfItem(*it, 2),
                                              timeOfItem(*it, 3), it->size() > 4 ? timeOfItem(*it, 4) : Nanoseconds(0)};
    sample.availableMemory = json.value("memory", std::uint64_t(0));
    return sample;
}

} // namespace

Nanoseconds timeAt(const Json& json, const char* key)
{
    return Nanoseconds(json.at(key).get<std::int64_t>());
}

Json toJson(const Command& command)
{
    Json environment = Json::array();
    for (const auto& [name, value] : command.environment)
        environment.push_back({name, value});
    return {{"argv", command.argv}, {"environment", environment}, {"folder", command.folder.string()}};
}

Result<Command> parseCommand(const Json& json)
{
    return readJson<Command>("command", [&] {
        Command command;
        command.argv = json.at("argv").get<std::vector<std::string>>();
        for (const Json& pair : json.value("environment", Json::array()))
            command.environment.emplace_back(pair.at(0).get<std::string>(), pair.at(1).get<std::string>());
        command.folder = json.value("folder", std::string());
        return command;
    });
}

Json toJson(const StartedProcess& started)
{
    return {{"process", started.process.value}, {"pid", started.pid}};
}

Result<StartedProcess> parseStartedProcess(const Json& json)
{
    return readJson<StartedProcess>("started process", [&] {
        return StartedProcess{ProcessId{json.at("process").get<std::int64_t>()}, json.at("pid").get<std::int64_t>()};
    });
}

Json toJson(const ExitStatus& status)
{
    return {{"exit_code", status.exitCode}, {"signal", status.signal}};
}

Result<ExitStatus> parseExitStatus(const Json& json)
{
    return readJson<ExitStatus>("exit status", [&] {
        return ExitStatus{json.at("exit_code").get<int>(), json.at("signal").get<int>()};
    });
}

Json toJson(const ProcessLine& line)
{
    return {{"event", "process.line"},
            {"process", line.process.value},
            {"stream", line.stream == OutputStream::Output ? "out" : "err"},
            {"text", line.text},
            {"mono_ns", line.monotonic.count()},
            {"wall_ns", line.wall.count()}};
}

Result<ProcessLine> parseProcessLine(const Json& json)
{
    return readJson<ProcessLine>("line", [&] {
        const bool errors = json.at("stream").get<std::string>() == "err";
        return ProcessLine{ProcessId{json.at("process").get<std::int64_t>()},
                           errors ? OutputStream::Errors : OutputStream::Output, json.at("text").get<std::string>(),
                           timeAt(json, "mono_ns"), timeAt(json, "wall_ns")};
    });
}

Json toJson(const ProcessExit& exit)
{
    return {{"event", "process.exit"},           {"process", exit.process.value},
            {"exit_code", exit.status.exitCode}, {"signal", exit.status.signal},
            {"cpu_ns", exit.cpu.count()},        {"peak_resident_bytes", exit.peakResidentBytes},
            {"mono_ns", exit.monotonic.count()}, {"wall_ns", exit.wall.count()}};
}

Result<ProcessExit> parseProcessExit(const Json& json)
{
    MR_TRY(status, parseExitStatus(json));
    return readJson<ProcessExit>("exit of a process", [&] {
        return ProcessExit{ProcessId{json.at("process").get<std::int64_t>()},
                           status,
                           timeAt(json, "cpu_ns"),
                           json.at("peak_resident_bytes").get<std::uint64_t>(),
                           timeAt(json, "mono_ns"),
                           timeAt(json, "wall_ns")};
    });
}

Json toJson(const SamplingSpec& spec)
{
    return {{"interval_ns", spec.interval.count()},
            {"interfaces", spec.interfaces},
            {"tcp", spec.tcp},
            {"processes", spec.processes},
            {"machine", spec.machine},
            {"ports", {spec.ports.first, spec.ports.last}}};
}

Result<SamplingSpec> parseSamplingSpec(const Json& json)
{
    return readJson<SamplingSpec>("sampling", [&] {
        return SamplingSpec{timeAt(json, "interval_ns"),
                            json.at("interfaces").get<bool>(),
                            json.at("tcp").get<bool>(),
                            json.at("processes").get<bool>(),
                            json.at("machine").get<bool>(),
                            {json.at("ports").at(0).get<std::uint16_t>(), json.at("ports").at(1).get<std::uint16_t>()}};
    });
}

Json toJson(const Sample& sample)
{
    Json json{{"mono_ns", sample.monotonic.count()}, {"wall_ns", sample.wall.count()}};
    for (const auto& interface : sample.interfaces)
        json["interfaces"][interface.name] = toJson(interface);
    for (const auto& peer : sample.peers)
        json["tcp"][peer.address] = toJson(peer);
    for (const auto& [process, usage] : sample.processes)
        json["processes"][std::to_string(process.value)] = {usage.cpu.count(), usage.residentBytes, usage.processes,
                                                            usage.runDelay.count(), usage.stopped};
    if (sample.machine)
        json["machine"] = {sample.machine->user.count(), sample.machine->system.count(), sample.machine->idle.count(),
                           sample.machine->steal.count(), sample.machine->pressure.count()};
    if (sample.availableMemory != 0)
        json["memory"] = sample.availableMemory;
    return json;
}

Result<Sample> parseSample(const Json& json)
{
    return readJson<Sample>("sample", [&] { return readSample(json); });
}

Json toJson(const SampleBatch& batch)
{
    Json samples = Json::array();
    for (const Sample& sample : batch.samples)
        samples.push_back(toJson(sample));
    return {{"event", "sample"},
            {"sampling", batch.sampling.value},
            {"missed", batch.missed},
            {"samples", std::move(samples)}};
}

Result<SampleBatch> parseSampleBatch(const Json& json)
{
    return readJson<SampleBatch>("samples", [&] {
        SampleBatch batch{
            SamplingId{json.at("sampling").get<std::int64_t>()}, json.at("missed").get<std::int64_t>(), {}};
        for (const Json& sample : json.at("samples"))
            batch.samples.push_back(readSample(sample));
        return batch;
    });
}

Json toJson(const SamplingEnd& end)
{
    return {{"taken", end.taken}, {"missed", end.missed}, {"cpu_ns", end.cpu.count()}};
}

Result<SamplingEnd> parseSamplingEnd(const Json& json)
{
    return readJson<SamplingEnd>("end of a sampling", [&] {
        return SamplingEnd{json.at("taken").get<std::int64_t>(), json.at("missed").get<std::int64_t>(),
                           timeAt(json, "cpu_ns")};
    });
}

Json toJson(const AgentHealth& health)
{
    return {{"cpu_ns", health.cpu.count()},
            {"resident_bytes", health.residentBytes},
            {"processes", health.processes},
            {"samplings", health.samplings},
            {"waiting_bytes", health.waitingBytes}};
}

Result<AgentHealth> parseAgentHealth(const Json& json)
{
    return readJson<AgentHealth>("health", [&] {
        return AgentHealth{timeAt(json, "cpu_ns"), json.at("resident_bytes").get<std::uint64_t>(),
                           json.at("processes").get<std::int64_t>(), json.at("samplings").get<std::int64_t>(),
                           json.at("waiting_bytes").get<std::int64_t>()};
    });
}

} // namespace millrace::agent
