// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/network_plan.h"

#include "core/impair/ssh_peer.h"

#include <algorithm>
#include <fmt/format.h>

namespace millrace::run {

namespace {

/// The default NIC carries no information about a remote node.
cluster::Nic nicOf(const cluster::Node& node)
{
    cluster::Nic nic = node.nics.empty() ? cluster::Nic() : node.nics.front();
    if (nic.name == cluster::Nic().name && nic.address.empty())
        nic.name.clear();
    return nic;
}

/// Interfaces with their IPv4 addresses, as `ip -j -4 address show` lists them.
std::vector<std::pair<std::string, std::string>> addressesOf(const Json& links)
{
    std::vector<std::pair<std::string, std::string>> all;
    if (!links.is_array())
        return all;
    for (const Json& link : links) {
        if (!link.is_object() || !link.contains("addr_info") || !link["addr_info"].is_array())
            continue;
        for (const Json& address : link["addr_info"])
            if (address.is_object() && address.value("family", "") == "inet" && address.value("scope", "") != "host")
                all.emplace_back(link.value("ifname", ""), address.value("local", ""));
    }
    return all;
}

} // namespace

bool isImposed(const cluster::PathSettings& path) noexcept
{
    return path.bitsPerSecond > 0 || path.delay.count() > 0 || path.jitter.count() > 0 || path.loss > 0;
}

const cluster::PathSettings& NetworkPlan::path(int from, int to) const
{
    return paths[static_cast<std::size_t>(from) * nodes.size() + static_cast<std::size_t>(to)];
}

std::optional<int> NetworkPlan::find(const std::string& name) const
{
    const auto it = std::ranges::find(nodes, name, &RunNode::name);
    if (it == nodes.end())
        return std::nullopt;
    return static_cast<int>(it - nodes.begin());
}

double lowerLimit(double one, double other) noexcept
{
    return one > 0 && other > 0 ? std::min(one, other) : std::max({one, other, 0.0});
}

double NetworkPlan::rateLimit(int from, int to) const
{
    double limit = path(from, to).bitsPerSecond;
    limit = lowerLimit(limit, node(from).nicBitsPerSecond);
    limit = lowerLimit(limit, node(to).nicBitsPerSecond);
    for (const SharedLimit& shared : sharedLimits)
        if (std::ranges::find(shared.pairs, std::pair(from, to)) != shared.pairs.end())
            limit = lowerLimit(limit, shared.bitsPerSecond);
    return limit;
}

int NetworkPlan::firstRank(int position) const
{
    int rank = 0;
    for (int before = 0; before < position; ++before)
        rank += node(before).slots;
    return rank;
}

int NetworkPlan::workers() const
{
    return firstRank(static_cast<int>(nodes.size()));
}

bool NetworkPlan::hasConditions() const
{
    return std::ranges::any_of(paths, isImposed);
}

NetworkPlan remoteNetwork(const cluster::Cluster& cluster, const FoundNetworks& found)
{
    NetworkPlan network;
    for (const cluster::Node& node : cluster.nodes) {
        const cluster::Nic nic = nicOf(node);
        RunNode& planned = network.nodes.emplace_back();
        planned.name = node.name;
        planned.address = nic.address.empty() ? hostPart(node.host) : nic.address;
        planned.interface = nic.name;
        planned.host = node.host;
        planned.slots = node.slots;
        planned.nicBitsPerSecond = nic.bitsPerSecond;
        if (const auto known = found.find(node.name); known != found.end()) {
            planned.address = known->second.address;
            planned.interface = known->second.interface;
            planned.controller = known->second.controller;
            planned.sshPort = known->second.sshPort;
        }
    }
    for (const cluster::Node& from : cluster.nodes)
        for (const cluster::Node& to : cluster.nodes)
            network.paths.push_back(&from == &to ? cluster::PathSettings{} : cluster::pathBetween(cluster, from, to));
    return network;
}

Result<FoundNetwork> findNetwork(const cluster::Node& node, std::string_view ipJson, std::string_view sshConnection)
{
    FoundNetwork found;
    const auto ends = impair::parseSshConnection(sshConnection);
    if (ends) {
        found.controller = ends->client;
        found.sshPort = ends->serverPort;
    }
    const cluster::Nic nic = nicOf(node);
    const std::string reached = ends ? ends->server : std::string();
    std::string seen;
    const Json links = Json::parse(ipJson, nullptr, false);
    for (const auto& [name, address] : addressesOf(links)) {
        const bool fits = !nic.address.empty() ? address == nic.address
            : !nic.name.empty()                ? name == nic.name
                                               : address == reached;
        if (fits) {
            found.interface = name;
            found.address = address;
            return found;
        }
        seen += fmt::format("{}{} {}", seen.empty() ? "" : ", ", name, address);
    }
    return fail(ErrorCode::NotFound,
                fmt::format("{} has no interface {}; it has {}; correct its NIC in the cluster", node.name,
                            !nic.address.empty()    ? "with the address " + nic.address
                                : !nic.name.empty() ? "\"" + nic.name + "\" with an IPv4 address"
                                                    : "with the address " + reached,
                            seen.empty() ? "none with an IPv4 address" : seen));
}

Json toJson(const NetworkPlan& network)
{
    Json nodes = Json::array();
    for (const RunNode& node : network.nodes)
        nodes.push_back({{"name", node.name},
                         {"address", node.address},
                         {"interface", node.interface},
                         {"host", node.host},
                         {"slots", node.slots}});
    Json paths = Json::array();
    const int count = static_cast<int>(network.nodes.size());
    for (int from = 0; from < count; ++from)
        for (int to = 0; to < count; ++to) {
            const cluster::PathSettings& path = network.path(from, to);
            if (from == to || !isImposed(path))
                continue;
            paths.push_back({{"from", network.node(from).name},
                             {"to", network.node(to).name},
                             {"rate", path.bitsPerSecond},
                             {"delay", path.delay.count()},
                             {"jitter", path.jitter.count()},
                             {"loss", path.loss},
                             {"queue", path.queueBytes}});
        }
    return {{"nodes", nodes}, {"paths", paths}, {"congestion_control", network.congestionControl}};
}

std::string hostPart(std::string_view destination)
{
    if (destination.starts_with("ssh://"))
        destination.remove_prefix(6);
    if (const auto at = destination.rfind('@'); at != std::string_view::npos)
        destination.remove_prefix(at + 1);
    if (destination.starts_with('['))
        return std::string(destination.substr(1, destination.find(']') - 1));
    if (const auto colon = destination.find(':'); colon != std::string_view::npos)
        destination = destination.substr(0, colon);
    return std::string(destination);
}

} // namespace millrace::run
