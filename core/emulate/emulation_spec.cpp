// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/emulate/emulation_spec.h"

#include "core/base/socket.h"
#include "core/base/text.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <fmt/format.h>
#include <set>

namespace millrace::emulate {

namespace {

constexpr std::uint64_t minimumMemory = std::uint64_t(1) << 20;
constexpr double largestOwnMemory = 1024.0 * 1024 * 1024;
constexpr double bufferOverhead = 1.5; // an MTU frame of 1514 bytes takes a buffer of 2 KiB

std::size_t cell(const EmulationSpec& spec, int from, int to)
{
    return static_cast<std::size_t>(from) * spec.nodes.size() + static_cast<std::size_t>(to);
}

/// Returns a locally administered address with the node's number in the last two bytes.
MacAddress macOfNode(std::size_t index)
{
    const std::size_t number = index + 1;
    return {0x02, 0x4d, 0x52, 0, static_cast<std::uint8_t>(number >> 8), static_cast<std::uint8_t>(number)};
}

std::string idFromName(const std::string& name)
{
    std::string id;
    for (const char c : name)
        id += std::isalnum(static_cast<unsigned char>(c)) ? c : '-';
    return id.empty() ? "cluster" : id.substr(0, 40);
}

/// Returns one port for the pairs of a rule as written and, for a symmetric rule, one for the opposite pairs.
std::vector<SharedPortSpec> portsOf(const cluster::Cluster& cluster)
{
    const cluster::Bottleneck& rule = *cluster.bottleneck;
    const std::uint64_t queue = rule.queueBytes > 0 ? rule.queueBytes : cluster::defaultQueueBytes(rule.bitsPerSecond);
    SharedPortSpec forward{rule.bitsPerSecond, queue, {}};
    SharedPortSpec backward = forward;
    const int count = static_cast<int>(cluster.nodes.size());
    for (int i = 0; i < count; ++i) {
        for (int j = 0; j < count; ++j) {
            const cluster::Node& from = cluster.nodes[static_cast<std::size_t>(i)];
            const cluster::Node& to = cluster.nodes[static_cast<std::size_t>(j)];
            const int port = i == j ? -1 : cluster::bottleneckPort(rule, from, to);
            if (port >= 0)
                (port == 0 ? forward : backward).pairs.emplace_back(i, j);
        }
    }
    std::vector<SharedPortSpec> ports;
    for (SharedPortSpec* port : {&forward, &backward}) {
        if (!port->pairs.empty())
            ports.push_back(std::move(*port));
    }
    return ports;
}

/// Returns enough for all queues full and all links full of frames in flight, with an upper bound.
std::uint64_t memoryFor(const EmulationSpec& spec)
{
    double bytes = 0;
    for (const cluster::PathSettings& path : spec.paths) {
        const double seconds = static_cast<double>((path.delay + path.jitter).count()) * 1e-9;
        bytes += static_cast<double>(path.queueBytes) + path.bitsPerSecond / 8 * seconds;
    }
    const double least = static_cast<double>(spec.memoryLimitBytes);
    return static_cast<std::uint64_t>(std::clamp(bytes * bufferOverhead, least, largestOwnMemory));
}

Error refusal(const std::string& where, const std::string& what)
{
    return fail(ErrorCode::InvalidInput, where + " " + what);
}

Result<void> checkPort(double bitsPerSecond, std::uint64_t queueBytes, int mtu, const std::string& where)
{
    if (!std::isfinite(bitsPerSecond) || bitsPerSecond < 0 || (bitsPerSecond > 0 && bitsPerSecond < 1000))
        return refusal(where, "needs a rate of 0 (no limit) or at least 1000 bits per second");
    const auto frame = static_cast<std::uint64_t>(mtu) + 14;
    if (bitsPerSecond > 0 && queueBytes < frame)
        return refusal(where, fmt::format("needs a queue of at least one frame, {} bytes", frame));
    return {};
}

/// Accepts "a.b.c.d/8" to "/30".
bool isNetwork(const std::string& text)
{
    const auto slash = text.find('/');
    if (slash == std::string::npos || !parseEndpoint(text.substr(0, slash) + ":1"))
        return false;
    const auto prefix = parseInteger(text.substr(slash + 1));
    return prefix && *prefix >= 8 && *prefix <= 30;
}

bool isAlgorithmName(const std::string& name)
{
    return !name.empty() && name.size() < 16 && std::ranges::all_of(name, [](unsigned char c) {
        return std::islower(c) || std::isdigit(c) || c == '-' || c == '_';
    });
}

Result<void> checkNodes(const EmulationSpec& spec)
{
    if (spec.nodes.empty() || spec.nodes.size() > static_cast<std::size_t>(maximumNodes))
        return refusal("nodes", fmt::format("must be 1 to {}, not {}", maximumNodes, spec.nodes.size()));
    std::set<std::string> names;
    std::set<std::string> addresses;
    std::set<MacAddress> macs;
    for (std::size_t i = 0; i < spec.nodes.size(); ++i) {
        const NodeSpec& node = spec.nodes[i];
        const std::string where = fmt::format("nodes[{}]", i);
        const bool plain = std::ranges::all_of(
            node.name, [](unsigned char c) { return std::isalnum(c) || c == '-' || c == '.' || c == '_'; });
        if (node.name.empty() || node.name.size() > 63 || !plain)
            return refusal(where + ".name", "must be a host name of 1 to 63 letters, digits, '-', '.' or '_'");
        if (!parseEndpoint(node.address + ":1"))
            return refusal(where + ".address", "must be an IPv4 address");
        if ((node.mac[0] & 1) != 0)
            return refusal(where + ".mac", "must not be a multicast address");
        if (!names.insert(node.name).second || !addresses.insert(node.address).second || !macs.insert(node.mac).second)
            return refusal(where, "has the name, address or MAC of another node");
        MR_CHECK(checkPort(node.nicBitsPerSecond, node.nicQueueBytes, spec.mtu, where));
    }
    return {};
}

Result<void> checkPath(const cluster::PathSettings& path, int mtu, const std::string& where)
{
    MR_CHECK(checkPort(path.bitsPerSecond, path.queueBytes, mtu, where));
    if (!(path.loss >= 0 && path.loss <= 1))
        return refusal(where + ".loss", "must be 0 to 1");
    if (path.delay.count() < 0 || path.delay > std::chrono::seconds(60))
        return refusal(where + ".delay_ns", "must be 0 to 60 s");
    if (path.jitter.count() < 0 || path.jitter > path.delay)
        return refusal(where + ".jitter_ns", "must be between 0 and the delay");
    return {};
}

Result<void> checkSharedPorts(const EmulationSpec& spec)
{
    std::set<std::pair<int, int>> seen;
    const int count = static_cast<int>(spec.nodes.size());
    for (std::size_t i = 0; i < spec.sharedPorts.size(); ++i) {
        const std::string where = fmt::format("shared_ports[{}]", i);
        const SharedPortSpec& port = spec.sharedPorts[i];
        MR_CHECK(checkPort(port.bitsPerSecond, port.queueBytes, spec.mtu, where));
        for (const auto& [from, to] : port.pairs) {
            if (from < 0 || to < 0 || from >= count || to >= count || from == to)
                return refusal(where + ".pairs", fmt::format("names {} → {}, which is not a pair of nodes", from, to));
            if (!seen.insert({from, to}).second)
                return refusal(where + ".pairs",
                               fmt::format("has {} → {} twice; a pair passes one shared port at most", from, to));
        }
    }
    return {};
}

} // namespace

const cluster::PathSettings& EmulationSpec::path(int from, int to) const
{
    return paths[cell(*this, from, to)];
}

cluster::PathSettings& EmulationSpec::path(int from, int to)
{
    return paths[cell(*this, from, to)];
}

EmulationSpec makeEmulationSpec(const cluster::Cluster& cluster, std::uint64_t seed, bool capture)
{
    EmulationSpec spec;
    spec.id = idFromName(cluster.name);
    spec.seed = seed;
    spec.mtu = cluster.mtu;
    spec.congestionControl = cluster.congestionControl;
    for (std::size_t i = 0; i < cluster.nodes.size(); ++i) {
        const cluster::Nic nic = cluster.nodes[i].nics.empty() ? cluster::Nic{} : cluster.nodes[i].nics.front();
        const std::uint64_t queue = nic.queueBytes > 0 ? nic.queueBytes : cluster::defaultQueueBytes(nic.bitsPerSecond);
        spec.nodes.push_back(
            {cluster.nodes[i].name, fmt::format("10.77.0.{}", i + 1), macOfNode(i), nic.bitsPerSecond, queue});
    }
    bool anyLoss = false;
    for (const cluster::Node& from : cluster.nodes) {
        for (const cluster::Node& to : cluster.nodes) {
            cluster::PathSettings path;
            if (&from != &to)
                path = cluster::pathBetween(cluster, from, to);
            if (path.bitsPerSecond == 0)
                path.queueBytes = 0;
            anyLoss = anyLoss || path.loss > 0;
            spec.paths.push_back(path);
        }
    }
    spec.memoryLimitBytes = memoryFor(spec);
    if (cluster.bottleneck)
        spec.sharedPorts = portsOf(cluster);
    spec.mode = cluster.mode;
    if (spec.mode == cluster::SwitchMode::Automatic)
        spec.mode = anyLoss || capture ? cluster::SwitchMode::Packet : cluster::SwitchMode::Fast;
    spec.backend = cluster.backend == cluster::EmulationBackend::Netem ? cluster::EmulationBackend::Netem
                                                                       : cluster::EmulationBackend::Switch;
    // Packet mode on request shows packets inside the nodes as well.
    spec.segmentationOffload = cluster.mode == cluster::SwitchMode::Automatic && !capture
        && spec.mode == cluster::SwitchMode::Packet && spec.backend == cluster::EmulationBackend::Switch;
    return spec;
}

Result<void> checkEmulationSpec(const EmulationSpec& spec)
{
    const bool plainId = std::ranges::all_of(spec.id, [](unsigned char c) { return std::isalnum(c) || c == '-'; });
    if (spec.id.empty() || spec.id.size() > 64 || !plainId)
        return refusal("id", "must be 1 to 64 letters, digits or '-'");
    if (spec.mtu < 576 || spec.mtu > 9000)
        return refusal("mtu", "must be 576 to 9000");
    if (!isNetwork(spec.network))
        return refusal("network", "must be an IPv4 network like 10.77.0.0/24");
    if (!isAlgorithmName(spec.congestionControl))
        return refusal("congestion_control", "must be the name of an algorithm, like cubic or bbr");
    if (spec.mode == cluster::SwitchMode::Automatic || spec.backend == cluster::EmulationBackend::Automatic)
        return refusal("mode and backend", "must be chosen before the start");
    if (spec.memoryLimitBytes < minimumMemory)
        return refusal("memory_limit_bytes", fmt::format("must be at least {}", minimumMemory));
    MR_CHECK(checkNodes(spec));
    if (spec.paths.size() != spec.nodes.size() * spec.nodes.size())
        return refusal("paths", "expected one entry for each ordered pair of nodes");
    const int count = static_cast<int>(spec.nodes.size());
    for (int from = 0; from < count; ++from) {
        for (int to = 0; to < count; ++to)
            MR_CHECK(checkPath(spec.path(from, to), spec.mtu, fmt::format("path {} → {}", from, to)));
    }
    for (const std::string& folder : spec.sharedFolders) {
        if (folder.empty() || folder.front() != '/' || folder.find("/..") != std::string::npos)
            return refusal("shared_folders", fmt::format("has '{}', which is not an absolute plain path", folder));
    }
    return checkSharedPorts(spec);
}

std::string macText(const MacAddress& mac)
{
    return fmt::format("{:02x}:{:02x}:{:02x}:{:02x}:{:02x}:{:02x}", mac[0], mac[1], mac[2], mac[3], mac[4], mac[5]);
}

} // namespace millrace::emulate
