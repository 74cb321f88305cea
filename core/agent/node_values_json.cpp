// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/agent/node_values_json.h"

#include "core/base/wire.h"
namespace millrace {

using agent::ProcessId;
using agent::ProcessUsage;
using agent::Sample;

namespace {

std::uint64_t unsignedAt(const Json& array, std::size_t index)
{
    return wholeNumber<std::uint64_t>(array.at(index));
}

Nanoseconds timeOfItem(const Json& array, std::size_t index)
{
    return Nanoseconds(wholeNumber<std::int64_t>(array.at(index)));
}

Json interfaceJson(const counters::InterfaceCounters& c)
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

Json peerJson(const counters::PeerTcp& p)
{
    return {p.sockets,         p.ackedBytes,      p.receivedBytes,      p.sentBytes,       p.retransmittedBytes,
            p.retransmissions, p.unackedSegments, p.minimumRtt.count(), p.meanRtt.count(), p.maximumRtt.count(),
            p.meanWindow,      p.deliveryRate,    p.congestionControl};
}

counters::PeerTcp readPeerTcp(const std::string& address, const Json& json)
{
    counters::PeerTcp peer;
    peer.address = address;
    peer.sockets = wholeNumber<std::uint32_t>(json.at(0));
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
    const auto id = wholeNumber<std::int64_t>(Json::parse(process));
    return {ProcessId{id},
            {timeOfItem(json, 0), unsignedAt(json, 1), wholeNumber<std::uint32_t>(json.at(2)),
             json.size() > 3 ? timeOfItem(json, 3) : Nanoseconds(0),
             json.size() > 4 ? wholeNumber<std::uint32_t>(json.at(4)) : 0}};
}

} // namespace

Json WireForm<Sample>::write(const Sample& sample)
{
    Json json{{"mono_ns", sample.monotonic.count()}, {"wall_ns", sample.wall.count()}};
    for (const auto& interface : sample.interfaces)
        json["interfaces"][interface.name] = interfaceJson(interface);
    for (const auto& peer : sample.peers)
        json["tcp"][peer.address] = peerJson(peer);
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

Sample WireForm<Sample>::read(const Json& json)
{
    Sample sample;
    sample.monotonic = Nanoseconds(wholeNumber<std::int64_t>(json.at("mono_ns")));
    sample.wall = Nanoseconds(wholeNumber<std::int64_t>(json.at("wall_ns")));
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

} // namespace millrace
