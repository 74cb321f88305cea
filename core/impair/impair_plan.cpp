// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/impair/impair_plan.h"

#include "core/base/text.h"

#include <algorithm>
#include <arpa/inet.h>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <set>

namespace millrace::impair {

namespace {

constexpr std::size_t pieceBytes = 60'000;
constexpr double assumedRate = 10e9; // of a peer without a rate, for the packets that a delay must hold
constexpr double nanosecond = 1e-9;
constexpr std::uint64_t lossSteps = 1'000'000'000;
constexpr std::uint64_t smallestQueue = 256 << 10;
/// Data that drain in this time may be sent as one burst: timers are late by up to that.
constexpr double burstSeconds = 0.002;

std::string unlimitedClass(const std::string& interface, const std::string& id)
{
    return fmt::format("class add dev {} parent {} classid {} htb rate 100gbit burst 1mb cburst 1mb quantum 60000\n",
                       interface, rootHandle, id);
}

std::string netemQueue(const PeerImpairment& peer, int mtu)
{
    std::string text = fmt::format("netem limit {}", netemLimit(peer, mtu));
    if (peer.delay.count() > 0 || peer.jitter.count() > 0)
        text += fmt::format(" delay {}ns", peer.delay.count());
    if (peer.jitter.count() > 0)
        text += fmt::format(" {}ns", peer.jitter.count());
    if (peer.bitsPerSecond > 0)
        text += fmt::format(" rate {}bit", std::llround(peer.bitsPerSecond));
    return text;
}

std::string tbfQueue(const PeerImpairment& peer, int mtu)
{
    const auto burst = std::max<std::int64_t>(std::llround(peer.bitsPerSecond / 8 * burstSeconds), 4L * (mtu + 14));
    return fmt::format("tbf rate {}bit burst {}b limit {}b", std::llround(peer.bitsPerSecond), burst,
                       std::max<std::uint64_t>(peer.queueBytes, static_cast<std::uint64_t>(mtu) + 14));
}

/// A queue that segments anything longer than one packet of the wire, and passes everything at once.
std::string cuttingQueue(int mtu)
{
    constexpr int linkHeader = 64; // Ethernet's and tags of VLANs; less than a second packet
    return fmt::format("tbf rate 1tbit burst {}b limit 64mb", mtu + linkHeader);
}

std::string filter(const std::string& interface, bool v6, int priority, const std::string& match,
                   const std::string& flow)
{
    return fmt::format("filter add dev {} parent {} protocol {} prio {} u32 {} flowid {}\n", interface, rootHandle,
                       v6 ? "ipv6" : "ip", v6 ? priority + 10 : priority, match, flow);
}

std::string addressMatch(const std::string& address)
{
    return isV6(address) ? fmt::format("match ip6 dst {}/128", address) : fmt::format("match ip dst {}/32", address);
}

/// Matches initial fragments of TCP without IP options: with options the ports are at another offset.
std::string portMatch(bool v6, std::string_view side, std::uint16_t port)
{
    if (v6)
        return fmt::format("match ip6 protocol 6 0xff match ip6 {} {} 0xffff", side, port);
    return fmt::format("match u8 0x05 0x0f at 0 match ip protocol 6 0xff match u16 0 0x1fff at 6 match ip {} {} 0xffff",
                       side, port);
}

std::vector<std::string> pieces(const std::vector<std::string>& lines)
{
    std::vector<std::string> texts(1);
    for (const std::string& line : lines) {
        if (texts.back().size() + line.size() > pieceBytes)
            texts.emplace_back();
        texts.back() += line;
    }
    return texts;
}

std::string sets(const std::vector<std::string>& addresses, bool v6)
{
    std::vector<std::string> chosen;
    for (const std::string& address : addresses)
        if (isV6(address) == v6)
            chosen.push_back(address);
    return join(chosen, ", ");
}

Result<void> checkPeer(const PeerImpairment& peer)
{
    const auto bad = [&](std::string_view what) {
        return fail(ErrorCode::InvalidInput, fmt::format("the impairment of {}: {}", peer.address, what));
    };
    if (!(peer.loss >= 0 && peer.loss <= 1))
        return bad("a loss is from 0 to 1");
    if (!(peer.bitsPerSecond >= 0 && peer.bitsPerSecond <= 1e12)
        || (peer.bitsPerSecond > 0 && peer.bitsPerSecond < 1000))
        return bad("a rate is from 1 kbit/s to 1 Tbit/s, or 0");
    constexpr auto longest = std::chrono::seconds(100);
    if (peer.delay.count() < 0 || peer.delay > longest || peer.jitter.count() < 0 || peer.jitter > longest)
        return bad("delay and jitter are from 0 to 100 s");
    if (peer.queueBytes > (std::uint64_t(1) << 31))
        return bad("a queue has 2 GiB at most");
    return {};
}

} // namespace

bool isAddress(const std::string& address)
{
    std::array<std::uint8_t, 16> bytes{};
    return ::inet_pton(isV6(address) ? AF_INET6 : AF_INET, address.c_str(), bytes.data()) == 1;
}

bool isV6(std::string_view address) noexcept
{
    return address.find(':') != std::string_view::npos;
}

bool isInterfaceName(std::string_view name) noexcept
{
    const auto isPlain = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.'
            || c == '-' || c == '@';
    };
    return !name.empty() && name.size() <= 15 && name.front() != '-' && name.front() != '.'
        && std::ranges::all_of(name, isPlain);
}

bool isImpaired(const PeerImpairment& peer) noexcept
{
    return isShaped(peer) || peer.loss > 0 || peer.cut;
}

bool isShaped(const PeerImpairment& peer) noexcept
{
    return peer.bitsPerSecond > 0 || peer.delay.count() > 0 || peer.jitter.count() > 0;
}

Result<void> checkSpec(const ImpairSpec& spec)
{
    if (!spec.interface.empty() && !isInterfaceName(spec.interface))
        return fail(ErrorCode::InvalidInput, fmt::format("'{}' is not a name of an interface", spec.interface));
    if (spec.peers.size() > mostPeers)
        return fail(ErrorCode::InvalidInput, fmt::format("{} peers can be impaired at most", mostPeers));
    std::set<std::string> seen;
    for (const PeerImpairment& peer : spec.peers) {
        if (!isAddress(peer.address))
            return fail(ErrorCode::InvalidInput, fmt::format("'{}' is not an IP address of a peer", peer.address));
        if (!seen.insert(peer.address).second)
            return fail(ErrorCode::InvalidInput, fmt::format("the peer {} is there twice", peer.address));
        MR_CHECK(checkPeer(peer));
    }
    for (const std::string& address : spec.protectedAddresses)
        if (!isAddress(address))
            return fail(ErrorCode::InvalidInput, fmt::format("'{}' is not an IP address to protect", address));
    if (spec.protectedAddresses.size() > mostPeers || spec.protectedPorts.size() > 64)
        return fail(ErrorCode::InvalidInput, "too many addresses or ports to protect");
    return {};
}

std::vector<PeerImpairment> impairedPeers(const ImpairSpec& spec)
{
    std::vector<PeerImpairment> peers;
    for (PeerImpairment peer : spec.peers) {
        if (!isImpaired(peer))
            continue;
        if (peer.queueBytes == 0)
            peer.queueBytes = std::max(smallestQueue, static_cast<std::uint64_t>(peer.bitsPerSecond / 8 * 0.05));
        peers.push_back(std::move(peer));
    }
    return peers;
}

std::vector<std::string> protectedAddresses(const ImpairSpec& spec)
{
    std::vector<std::string> addresses;
    for (const std::string& address : spec.protectedAddresses) {
        const auto isIt = [&](const PeerImpairment& peer) { return peer.address == address; };
        if (std::ranges::none_of(spec.peers, isIt) && std::ranges::find(addresses, address) == addresses.end())
            addresses.push_back(address);
    }
    return addresses;
}

std::uint64_t netemLimit(const PeerImpairment& peer, int mtu)
{
    const double rate = peer.bitsPerSecond > 0 ? peer.bitsPerSecond : assumedRate;
    const double underWay = rate / 8 * static_cast<double>((peer.delay + peer.jitter).count()) * nanosecond;
    const auto packets = std::ceil((underWay + static_cast<double>(peer.queueBytes)) / (mtu + 14));
    return static_cast<std::uint64_t>(std::clamp(packets, 1000.0, 4e9));
}

std::string classOf(std::size_t impairedPeer)
{
    return fmt::format("{}{:x}", rootHandle, 0x10 + impairedPeer);
}

std::string queueOf(std::size_t impairedPeer)
{
    return fmt::format("{:x}:", 0x4e00 + impairedPeer);
}

std::string innerPlaceOf(std::size_t impairedPeer)
{
    return queueOf(impairedPeer) + "1";
}

std::vector<std::string> queuePlan(const ImpairSpec& spec, const ImpairRecord& record, int mtu)
{
    const std::string& dev = record.interface;
    const std::string others = fmt::format("{}{:x}", rootHandle, record.token);
    const auto peers = impairedPeers(spec);
    std::vector<std::string> lines;
    lines.push_back(fmt::format("qdisc add dev {} root handle {} htb default 0x{:x}\n", dev, rootHandle, record.token));
    lines.push_back(unlimitedClass(dev, others));
    lines.push_back(fmt::format("qdisc add dev {} parent {} handle 4d53: pfifo limit 10000\n", dev, others));
    for (const bool v6 : {false, true})
        for (const std::uint16_t port : spec.protectedPorts)
            for (const char* side : {"sport", "dport"})
                lines.push_back(filter(dev, v6, 1, portMatch(v6, side, port), others));
    for (const std::string& address : protectedAddresses(spec))
        lines.push_back(filter(dev, isV6(address), 2, addressMatch(address), others));
    for (std::size_t i = 0; i < peers.size(); ++i) {
        lines.push_back(unlimitedClass(dev, classOf(i)));
        lines.push_back(
            fmt::format("qdisc add dev {} parent {} handle {} {}\n", dev, classOf(i), queueOf(i), cuttingQueue(mtu)));
        if (isShaped(peers[i]))
            lines.push_back(
                fmt::format("qdisc add dev {} parent {} handle {:x}: {}\n", dev, innerPlaceOf(i), 0x5000 + i,
                            record.backend == Backend::Netem ? netemQueue(peers[i], mtu) : tbfQueue(peers[i], mtu)));
        lines.push_back(filter(dev, isV6(peers[i].address), 3, addressMatch(peers[i].address), classOf(i)));
    }
    return pieces(lines);
}

std::string lossTable(const ImpairRecord& record)
{
    return fmt::format("millrace_{:x}", record.token);
}

std::vector<std::string> lossFamilies(const ImpairRecord& record)
{
    if (!record.lossRules)
        return {};
    return record.cutsArriving ? std::vector<std::string>{"netdev", "inet"} : std::vector<std::string>{"netdev"};
}

std::string arrivalInterface(const ImpairRecord& record)
{
    return fmt::format("millrace{:x}", record.token);
}

std::string arrivalPlan(const ImpairRecord& record)
{
    const std::string dev = arrivalInterface(record);
    return fmt::format("link add {0} numrxqueues 1 numtxqueues 1 txqueuelen 1000 type ifb\nlink set dev {0} up\n", dev);
}

std::string arrivalQueuePlan(const ImpairRecord& record, int mtu)
{
    return fmt::format("qdisc add dev {} root handle 4d54: {}\n", arrivalInterface(record), cuttingQueue(mtu));
}

namespace {

/// Rules for packets that are never lost, at the beginning of a chain.
std::string untouchedRules(const ImpairSpec& spec)
{
    std::string text;
    std::vector<std::string> ports;
    for (const std::uint16_t port : spec.protectedPorts)
        ports.push_back(std::to_string(port));
    for (const char* side : {"sport", "dport"})
        if (!ports.empty())
            text += fmt::format("  tcp {} {{ {} }} accept\n", side, join(ports, ", "));
    const auto untouched = protectedAddresses(spec);
    for (const bool v6 : {false, true})
        if (const std::string set = sets(untouched, v6); !set.empty())
            text += fmt::format("  {} saddr {{ {} }} accept\n", v6 ? "ip6" : "ip", set);
    return text;
}

std::string lossRule(const PeerImpairment& peer)
{
    const auto steps = std::clamp<std::uint64_t>(
        static_cast<std::uint64_t>(std::llround(peer.loss * static_cast<double>(lossSteps))), 1, lossSteps);
    const std::string choice =
        steps < lossSteps ? fmt::format("numgen random mod {} < {} ", lossSteps, steps) : std::string();
    return fmt::format("  {} saddr {} {}counter drop comment \"loss\"\n", isV6(peer.address) ? "ip6" : "ip",
                       peer.address, choice);
}

} // namespace

std::string lossPlan(const ImpairSpec& spec, const ImpairRecord& record)
{
    std::string ways;
    std::string losses;
    for (const PeerImpairment& peer : impairedPeers(spec)) {
        if (peer.loss <= 0)
            continue;
        ways += fmt::format("  {} saddr {} fwd to \"{}\"\n", isV6(peer.address) ? "ip6" : "ip", peer.address,
                            arrivalInterface(record));
        losses += lossRule(peer);
    }
    const std::string untouched = untouchedRules(spec);
    std::string text = fmt::format(
        "table netdev {} {{\n chain arrive {{\n  type filter hook ingress device \"{}\" priority 0; policy accept;\n",
        lossTable(record), record.interface);
    text += untouched + (record.cutsArriving ? ways : losses) + " }\n}\n";
    if (record.cutsArriving)
        text += fmt::format("table inet {} {{\n chain lose {{\n  type filter hook prerouting priority -450; policy "
                            "accept;\n  iifname != \"{}\" accept\n{}{} }}\n}}\n",
                            lossTable(record), record.interface, untouched, losses);
    return text;
}

} // namespace millrace::impair
