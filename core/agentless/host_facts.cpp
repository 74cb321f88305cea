// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/agentless/host_facts.h"

#include "core/agent/nic_queue.h"
#include "core/agent/node_values_json.h"
#include "core/agent/probe_json.h"
#include "core/base/text.h"
#include "core/cluster/preflight_json.h"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <map>

namespace millrace::agentless {

namespace {

using namespace std::chrono_literals;

constexpr auto askTime = 15s;

/// Lines "key value"; $1 the folder, $2 and $3 ports.
constexpr const char* factsText = R"sh(PATH=$PATH:/usr/sbin:/sbin; LC_ALL=C; export PATH LC_ALL
say() { printf '%s %s\n' "$1" "$2"; }
file() { [ -r "$2" ] && say "$1" "$(head -n 1 "$2")"; }
say hostname "$(uname -n)"; say kernel "$(uname -r)"; say architecture "$(uname -m)"
say user "$(id -un)"; say uid "$(id -u)"
file machine /etc/machine-id; file load /proc/loadavg
say memory "$(sed -n 's/^MemTotal: *\([0-9]*\).*/\1/p' /proc/meminfo)"
say available "$(sed -n 's/^MemAvailable: *\([0-9]*\).*/\1/p' /proc/meminfo)"
say capabilities "$(sed -n 's/^CapEff:[[:space:]]*//p' /proc/self/status)"
say processors "$(grep -c '^processor' /proc/cpuinfo)"
say cpu "$(sed -n 's/^model name[[:space:]]*: //p' /proc/cpuinfo | head -n 1)"
say distribution "$(sed -n 's/^PRETTY_NAME=//p' /etc/os-release 2>/dev/null | tr -d '"')"
file clocksource /sys/devices/system/clocksource/clocksource0/current_clocksource
for n in congestion_control available_congestion_control allowed_congestion_control; do
  file $n /proc/sys/net/ipv4/tcp_$n; done
for n in net.ipv4.tcp_rmem net.ipv4.tcp_wmem net.core.rmem_max net.core.wmem_max net.core.default_qdisc \
  net.ipv4.tcp_sack net.ipv4.tcp_timestamps net.ipv4.tcp_window_scaling net.ipv4.tcp_slow_start_after_idle \
  net.ipv4.tcp_no_metrics_save net.ipv4.tcp_ecn net.ipv4.tcp_mtu_probing; do
  f=/proc/sys/$(echo $n | tr . /); [ -r $f ] && say "sysctl" "$n $(tr '\t' ' ' <$f)"; done
say disk "$(df -Pk "$1" 2>/dev/null | tail -n 1 | awk '{print $4}')"
[ -w "$1" ] && say writable 1
for t in ip tc nft ethtool tcpdump ss ping python3 iperf3 rsync; do
  command -v $t >/dev/null 2>&1 && say tool $t; done
say addresses "$(ip -j address show 2>/dev/null | tr -d '\n')"
for i in /sys/class/net/*; do
  n=${i##*/}; say speed "$n $(cat $i/speed 2>/dev/null)"
  say queues "$n $(tc -s -r -j qdisc show dev $n 2>/dev/null | tr -d '\n')"; done
[ "$2" -gt 0 ] && ss -Htln 2>/dev/null | awk '{n=split($4,a,":"); print "port " a[n]}'
exit 0
)sh";

/// Facts by key, in the order of the lines.
using Facts = std::multimap<std::string, std::string, std::less<>>;

std::string one(const Facts& facts, std::string_view key)
{
    const auto found = facts.find(key);
    return found == facts.end() ? std::string() : found->second;
}

std::int64_t numberFact(const Facts& facts, std::string_view key)
{
    return std::max<std::int64_t>(0, parseInteger(one(facts, key)).value_or(0));
}

Json orNull(const std::string& text)
{
    return text.empty() ? Json() : Json(text);
}

Result<Facts> ask(NodeLine& line, const std::string& folder, int firstPort, int lastPort, const JobContext& job)
{
    MR_TRY(
        output,
        line.run(factsText, {folder, std::to_string(firstPort), std::to_string(lastPort)}, deadlineIn(askTime), job));
    Facts facts;
    for (const std::string_view each : split(output.out, '\n'))
        if (const std::size_t space = each.find(' '); space != std::string_view::npos)
            facts.emplace(each.substr(0, space), trim(each.substr(space + 1)));
    return facts;
}

/// Returns the value for an interface from lines "key <interface> <value>".
std::string ofInterface(const Facts& facts, std::string_view key, const std::string& name)
{
    const auto [from, to] = facts.equal_range(key);
    for (auto it = from; it != to; ++it)
        if (it->second.starts_with(name + " "))
            return it->second.substr(name.size() + 1);
    return {};
}

std::vector<cluster::NicFacts> nicsOf(const Facts& facts)
{
    std::vector<cluster::NicFacts> nics;
    const Json links = Json::parse(one(facts, "addresses"), nullptr, false);
    if (!links.is_array())
        return nics;
    for (const Json& link : links) {
        if (!link.is_object() || !link.value("ifname", Json()).is_string())
            continue;
        cluster::NicFacts nic;
        nic.name = link["ifname"].get<std::string>();
        nic.mtu = link.value("mtu", Json()).is_number_integer() ? link["mtu"].get<int>() : 0;
        nic.up = std::ranges::count(link.value("flags", Json::array()), Json("UP")) > 0;
        for (const Json& address : link.value("addr_info", Json::array()))
            if (address.is_object() && address.value("family", Json()) == Json("inet"))
                nic.addresses.push_back(
                    fmt::format("{}/{}", address.value("local", std::string()), address.value("prefixlen", 0)));
        const auto speed = parseInteger(ofInterface(facts, "speed", nic.name));
        nic.bitsPerSecond = speed && *speed > 0 ? static_cast<double>(*speed) * 1e6 : 0;
        agent::addQueue(nic, ofInterface(facts, "queues", nic.name));
        nics.push_back(std::move(nic));
    }
    return nics;
}

Result<Json> snapshot(NodeLine& line, const JobContext& job)
{
    MR_TRY(facts, ask(line, line.folder(), 0, 0, job));
    Json load = Json::array();
    const std::string averages = one(facts, "load");
    for (const std::string_view value : split(averages, ' '))
        if (const auto each = parseDouble(value); each && load.size() < 3)
            load.push_back(*each);
    Json sysctls = Json::object();
    const auto [from, to] = facts.equal_range("sysctl");
    for (auto it = from; it != to; ++it)
        if (const std::size_t space = it->second.find(' '); space != std::string::npos)
            sysctls[it->second.substr(0, space)] = it->second.substr(space + 1);
    Json interfaces = Json::array();
    for (const cluster::NicFacts& nic : nicsOf(facts))
        interfaces.push_back({{"name", nic.name},
                              {"addresses", nic.addresses},
                              {"mtu", nic.mtu},
                              {"up", nic.up},
                              {"speed_mbit", nic.bitsPerSecond > 0 ? Json(nic.bitsPerSecond / 1e6) : Json()}});
    return Json{{"hostname", orNull(one(facts, "hostname"))},
                {"kernel", orNull(one(facts, "kernel"))},
                {"architecture", orNull(one(facts, "architecture"))},
                {"distribution", orNull(one(facts, "distribution"))},
                {"cpu", {{"model", orNull(one(facts, "cpu"))}, {"count", numberFact(facts, "processors")}}},
                {"memory_bytes", numberFact(facts, "memory") * 1024},
                {"load", load},
                {"clock_source", orNull(one(facts, "clocksource"))},
                {"congestion_control",
                 {{"default", orNull(one(facts, "congestion_control"))},
                  {"available", orNull(one(facts, "available_congestion_control"))},
                  {"allowed", orNull(one(facts, "allowed_congestion_control"))}}},
                {"sysctls", sysctls},
                {"interfaces", interfaces},
                {"tools", nullptr},
                {"agent", "none"},
                {"wall_ns", (wallNow() + line.clockOffset()).count()}};
}

void addMachine(cluster::NodeFacts& facts, const Facts& said)
{
    constexpr std::uint64_t netAdmin = 1U << 12;
    constexpr std::uint64_t netRaw = 1U << 13;
    facts.hostname = one(said, "hostname");
    facts.machineId = one(said, "machine");
    facts.kernel = one(said, "kernel");
    facts.architecture = one(said, "architecture");
    facts.user = one(said, "user");
    facts.root = one(said, "uid") == "0";
    const std::uint64_t capabilities = std::strtoull(one(said, "capabilities").c_str(), nullptr, 16);
    facts.netAdmin = (capabilities & netAdmin) != 0;
    facts.netRaw = (capabilities & netRaw) != 0;
    facts.processors = static_cast<int>(std::min<std::int64_t>(numberFact(said, "processors"), 1 << 20));
    facts.load = parseDouble(split(one(said, "load"), ' ')[0]).value_or(0);
    facts.memoryBytes = static_cast<std::uint64_t>(numberFact(said, "memory")) * 1024;
    facts.availableMemory = static_cast<std::uint64_t>(numberFact(said, "available")) * 1024;
    facts.congestionControl = one(said, "congestion_control");
    const std::string available = one(said, "available_congestion_control");
    for (const std::string_view name : split(available, ' '))
        if (!name.empty())
            facts.congestionControls.emplace_back(name);
    facts.featureReason = "not tried without the agent on the node";
}

Result<Json> preflight(NodeLine& line, const Json& params, const JobContext& job)
{
    MR_TRY(question, fromJson<cluster::PreflightQuestion>(params));
    cluster::NodeFacts facts;
    facts.folder = question.folder.empty() ? line.folder() : question.folder;
    MR_TRY(said, ask(line, facts.folder, question.firstPort, question.lastPort, job));
    addMachine(facts, said);
    facts.sudo = line.sudo();
    facts.folderWritable = one(said, "writable") == "1";
    facts.freeBytes = static_cast<std::uint64_t>(numberFact(said, "disk")) * 1024;
    facts.nics = nicsOf(said);
    for (const cluster::NicFacts& nic : facts.nics)
        if (nic.name
                == question
                       .interface || (question.interface.empty() && std::ranges::any_of(nic.addresses, [&](const std::string& address) {
                                          return !question.address.empty()
                                              && address.substr(0, address.find('/')) == question.address;
                                      })))
            facts.interface = nic.name;
    const auto [from, to] = said.equal_range("tool");
    for (auto it = from; it != to; ++it)
        facts.tools.push_back({it->second, true, {}});
    const auto [first, last] = said.equal_range("port");
    for (auto it = first; it != last && facts.usedPorts.size() < 64; ++it)
        if (const auto port = parseInteger(it->second);
            port && *port >= question.firstPort && *port <= question.lastPort)
            facts.usedPorts.push_back(static_cast<int>(*port));
    return cluster::toJson(facts);
}

/// "64 bytes from 10.0.0.1: icmp_seq=1 ttl=64 time=0.045 ms"
std::vector<Nanoseconds> roundTripsOf(std::string_view text)
{
    std::vector<Nanoseconds> all;
    for (const std::string_view each : split(text, '\n')) {
        const std::size_t at = each.find("time=");
        if (at == std::string_view::npos)
            continue;
        const std::string_view value = each.substr(at + 5);
        if (const auto ms = parseDouble(value.substr(0, value.find(' '))); ms && *ms >= 0 && *ms < 1e6)
            all.emplace_back(static_cast<std::int64_t>(*ms * 1e6));
    }
    return all;
}

/// Older versions allow intervals below 200 ms to root only and exit at once with 2.
constexpr const char* pingText = R"sh(PATH=$PATH:/usr/sbin:/sbin; LC_ALL=C; export LC_ALL
ping -n -c "$1" -i 0.02 -W "$2" "$3" 2>/dev/null; s=$?
[ $s -le 1 ] && exit $s
exec ping -n -c "$1" -i 0.2 -W "$2" "$3"
)sh";

Result<Json> probeDelay(NodeLine& line, const Json& params, const JobContext& job)
{
    MR_TRY(spec, agent::fromJson<probe::DelaySpec>(params));
    const int packets = std::clamp(spec.packets, 1, 20);
    const auto patience = std::chrono::ceil<std::chrono::seconds>(spec.patience);
    MR_TRY(output,
           line.run(pingText, {std::to_string(packets), std::to_string(patience.count()), spec.responder.address},
                    deadlineIn(2 * patience + packets * 300ms + 5s), job));
    probe::DelayReport report;
    report.sent = packets;
    report.roundTrips = roundTripsOf(output.out);
    if (report.roundTrips.empty() && output.exitCode != 1)
        return fail(ErrorCode::Unsupported, fmt::format("ping does not work on this node: {}", trim(output.err)));
    if (report.roundTrips.empty())
        return fail(ErrorCode::Unreachable, spec.responder.address + " does not answer ping");
    report.lost = std::max(0, packets - static_cast<int>(report.roundTrips.size()));
    auto sorted = report.roundTrips;
    std::ranges::sort(sorted);
    report.roundTrip = {sorted.front(), sorted[sorted.size() / 2], sorted.back()};
    return agent::toJson(report);
}

Result<Json> notWithoutAgent(const Json&, const JobContext&)
{
    return fail(ErrorCode::Unsupported, "not measured: no agent on the node");
}

} // namespace

void registerHostFacts(agent::AgentServer& server, const std::shared_ptr<NodeLine>& line)
{
    server.handle("host.snapshot", [line](const Json&, const JobContext& job) { return snapshot(*line, job); });
    server.handle("host.preflight",
                  [line](const Json& params, const JobContext& job) { return preflight(*line, params, job); });
    server.handle("host.clock", [line](const Json&, const JobContext&) -> Result<Json> {
        MR_CHECK(line->askClock(deadlineIn(5s)));
        return Json{{"wall_ns", (wallNow() + line->clockOffset()).count()}};
    });
    server.handle("host.reach", [](const Json&, const JobContext&) -> Result<Json> {
        return Json{{"peers", Json::array()}};
    });
    server.handle("probe.delay",
                  [line](const Json& params, const JobContext& job) { return probeDelay(*line, params, job); });
    for (const char* method : {"probe.responder.start", "probe.responder.stop", "probe.loss", "probe.rate",
                               "probe.drain.start", "probe.drain.stop", "probe.tcp_rate"})
        server.handle(method, notWithoutAgent);
}

} // namespace millrace::agentless
