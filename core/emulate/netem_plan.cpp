// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/emulate/netem_plan.h"

#include "core/base/process.h"
#include "core/base/text.h"
#include "core/emulate/batch.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace millrace::emulate {

namespace {

constexpr double unlimited = 100e9;
constexpr double assumedRate = 10e9; // of a link without a rate, for the packets that a delay must hold
constexpr int topClass = 0xfff;
constexpr int firstLeaf = 2;

std::string rateBits(double bitsPerSecond)
{
    return fmt::format("{}bit", std::llround(bitsPerSecond));
}

/// Returns the queue limit: netem counts packets, including delayed ones.
std::uint64_t packetLimit(const cluster::PathSettings& path, int mtu)
{
    const double frame = mtu + 14;
    const double rate = path.bitsPerSecond > 0 ? path.bitsPerSecond : assumedRate;
    const double underWay = rate / 8 * static_cast<double>((path.delay + path.jitter).count()) * 1e-9;
    const auto queue =
        static_cast<double>(path.queueBytes > 0 ? path.queueBytes : cluster::defaultQueueBytes(path.bitsPerSecond));
    return static_cast<std::uint64_t>(std::ceil((underWay + queue) / frame)) + 1;
}

std::string netemArguments(const cluster::PathSettings& path, int mtu)
{
    std::string text = fmt::format("limit {}", packetLimit(path, mtu));
    if (path.delay.count() > 0)
        text += fmt::format(" delay {}ns", path.delay.count());
    if (path.jitter.count() > 0)
        text += fmt::format(" {}ns", path.jitter.count());
    if (path.loss > 0)
        text += fmt::format(" loss {}%", shortest(path.loss * 100));
    if (path.bitsPerSecond > 0)
        text += " rate " + rateBits(path.bitsPerSecond);
    return text;
}

bool isSet(const cluster::PathSettings& path)
{
    return path.bitsPerSecond > 0 || path.delay.count() > 0 || path.loss > 0;
}

} // namespace

Result<void> checkNetem(const EmulationSpec& spec)
{
    if (!spec.sharedPorts.empty())
        return fail(ErrorCode::Unsupported, "the netem backend has no bottleneck port; use the switch backend");
    const std::string unshare = findSystemProgram("unshare");
    const std::string tc = findSystemProgram("tc");
    if (unshare.empty() || tc.empty())
        return fail(ErrorCode::Unsupported,
                    "the netem backend needs the programs 'tc' and 'unshare'; install the "
                    "packages iproute2 and util-linux, or use the switch backend");
    Command command;
    command.argv = {unshare, "--net", tc, "qdisc", "add", "dev", "lo", "root", "netem", "delay", "1ms"};
    command.environment = {{"LC_ALL", "C"}};
    MR_TRY(output, runCommand(command, deadlineIn(std::chrono::seconds(10))));
    if (output.succeeded())
        return {};
    return fail(
        ErrorCode::Unsupported,
        fmt::format("this kernel does not support netem (tc: {}); load the module sch_netem or use the switch backend",
                    trim(split(output.err, '\n').front())));
}

std::string netemLinkPlan(const EmulationSpec& spec, const std::vector<pid_t>& nodes)
{
    std::string plan = "link set lo up\nlink add sw0 type bridge\nlink set sw0 up\n";
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        plan += fmt::format("link add port{} mtu {} type veth peer name eth0 netns {}\n", i, spec.mtu, nodes[i]);
        plan += fmt::format("link set port{} master sw0 up\n", i);
    }
    return plan;
}

std::string netemEgressPlan(const EmulationSpec& spec, int node)
{
    const NodeSpec& self = spec.nodes[static_cast<std::size_t>(node)];
    const double nic = self.nicBitsPerSecond > 0 ? self.nicBitsPerSecond : unlimited;
    const int others = std::max(1, static_cast<int>(spec.nodes.size()) - 1);
    std::string plan = fmt::format("qdisc add dev eth0 root handle 1: htb default {:x}\n", firstLeaf);
    plan += fmt::format("class add dev eth0 parent 1: classid 1:{:x} htb rate {} burst 128k cburst 128k\n", topClass,
                        rateBits(nic));
    for (int to = 0; to < static_cast<int>(spec.nodes.size()); ++to) {
        if (to == node)
            continue;
        const int leaf = firstLeaf + to;
        plan +=
            fmt::format("class add dev eth0 parent 1:{:x} classid 1:{:x} htb rate {} ceil {} burst 128k cburst 128k "
                        "quantum 60000\n",
                        topClass, leaf, rateBits(nic / others), rateBits(nic));
        if (isSet(spec.path(node, to)))
            plan += fmt::format("qdisc add dev eth0 parent 1:{:x} handle {:x}: netem {}\n", leaf, leaf,
                                netemArguments(spec.path(node, to), spec.mtu));
        plan += fmt::format("filter add dev eth0 parent 1: protocol ip prio 1 u32 match ip dst {}/32 flowid 1:{:x}\n",
                            spec.nodes[static_cast<std::size_t>(to)].address, leaf);
    }
    return plan;
}

std::string netemIngressPlan(const EmulationSpec& spec)
{
    std::string plan;
    for (std::size_t i = 0; i < spec.nodes.size(); ++i) {
        const NodeSpec& node = spec.nodes[i];
        if (node.nicBitsPerSecond > 0)
            plan += fmt::format("qdisc add dev port{} root tbf rate {} burst 128k limit {}\n", i,
                                rateBits(node.nicBitsPerSecond), node.nicQueueBytes);
    }
    return plan;
}

} // namespace millrace::emulate
