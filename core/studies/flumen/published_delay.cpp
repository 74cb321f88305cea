// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/studies/flumen/published_delay.h"

#include "core/base/statistics.h"
#include "core/base/unknown.h"

#include <algorithm>
#include <array>
#include <map>
#include <unordered_map>

namespace millrace::studies::flumen {

namespace known = importers::known;

namespace {

using Key = std::array<std::uint32_t, 4>; ///< source, destination, source port, destination port

struct BothEnds
{
    std::vector<const importers::PacketRecord*> sent;
    std::vector<const importers::PacketRecord*> received;
};

struct Measured
{
    FlowDelay flow;
    std::vector<double> published; ///< seconds
    std::vector<double> right; ///< seconds, including the clock offset
};

Key keyOf(const importers::PacketRecord& packet)
{
    return {packet.source, packet.destination, packet.sourcePort, packet.destinationPort};
}

bool samePacket(const importers::PacketRecord& a, const importers::PacketRecord& b)
{
    return a.sequence == b.sequence && a.sequenceEnd == b.sequenceEnd;
}

double delayOf(const importers::PacketRecord& sent, const importers::PacketRecord& received)
{
    return static_cast<double>(received.time - sent.time) / 1e9;
}

std::map<Key, BothEnds> groupFlows(std::span<const HostLog> logs, std::size_t most)
{
    std::map<Key, BothEnds> flows;
    for (const HostLog& log : logs) {
        const std::size_t count = std::min(most, log.packets.size());
        for (const importers::PacketRecord& packet : std::span(log.packets).first(count)) {
            if (!packet.has(known::addresses | known::ports | known::sequence))
                continue;
            if (packet.source == log.host)
                flows[keyOf(packet)].sent.push_back(&packet);
            else if (packet.destination == log.host)
                flows[keyOf(packet)].received.push_back(&packet);
        }
    }
    return flows;
}

/// The script's search through the sender's log: when no match is found, the position does not advance.
void matchAsPublished(const BothEnds& ends, std::int64_t window, Measured& measured)
{
    FlowDelay& flow = measured.flow;
    std::size_t from = 0;
    for (const importers::PacketRecord* packet : ends.received) {
        for (std::size_t i = from; i < ends.sent.size(); ++i) {
            if (ends.sent[i]->time > packet->time + window) {
                ++(flow.pairs > 0 ? flow.unmatched : flow.beforeFirst);
                break;
            }
            if (!samePacket(*ends.sent[i], *packet))
                continue;
            flow.retransmits += i - from;
            from = i + 1;
            ++flow.pairs;
            measured.published.push_back(delayOf(*ends.sent[i], *packet));
            break;
        }
    }
}

/// Matches each received packet with the first unused sent packet with the same bytes.
void matchByHash(const BothEnds& ends, Measured& measured)
{
    std::unordered_map<std::uint64_t, std::vector<const importers::PacketRecord*>> sent;
    const auto hashed = [](const importers::PacketRecord& packet) {
        return (std::uint64_t(packet.sequence) << 32) | packet.sequenceEnd;
    };
    for (auto each = ends.sent.rbegin(); each != ends.sent.rend(); ++each)
        sent[hashed(**each)].push_back(*each);
    for (const importers::PacketRecord* packet : ends.received) {
        const auto found = sent.find(hashed(*packet));
        if (found == sent.end() || found->second.empty())
            continue;
        measured.right.push_back(delayOf(*found->second.back(), *packet));
        found->second.pop_back();
    }
    measured.flow.rightPairs = measured.right.size();
}

using HostPair = std::pair<std::uint32_t, std::uint32_t>;

/// The minimum delay between two hosts in each observed direction.
std::map<HostPair, double> leastDelays(const std::vector<Measured>& flows)
{
    std::map<HostPair, double> least;
    for (const Measured& each : flows)
        for (const double delay : each.right) {
            const auto [place, isNew] = least.try_emplace({each.flow.source, each.flow.destination}, delay);
            if (!isNew)
                place->second = std::min(place->second, delay);
        }
    return least;
}

void setDelays(Measured& each, const std::map<HostPair, double>& least)
{
    FlowDelay& flow = each.flow;
    if (!each.published.empty())
        flow.mean = mean(each.published);
    if (each.right.empty())
        return;
    const auto there = least.find({flow.source, flow.destination});
    const auto back = least.find({flow.destination, flow.source});
    if (back != least.end())
        flow.clockOffset = (there->second - back->second) / 2;
    const double offset = back == least.end() ? 0 : flow.clockOffset;
    flow.rightMean = mean(each.right) - offset;
    flow.rightMinimum = *std::ranges::min_element(each.right) - offset;
}

report::PublishedFigures figuresOf(const std::vector<Measured>& flows)
{
    std::vector<double> published;
    double rightSum = 0, rightCount = 0, pairs = 0, retransmits = 0, unmatched = 0, rightUnmatched = 0, lost = 0;
    bool offsetKnown = true;
    for (const Measured& each : flows) {
        published.insert(published.end(), each.published.begin(), each.published.end());
        const auto matched = static_cast<double>(each.right.size());
        if (matched > 0) {
            rightSum += each.flow.rightMean * matched;
            rightCount += matched;
            offsetKnown = offsetKnown && each.flow.clockOffset == each.flow.clockOffset;
        }
        pairs += static_cast<double>(each.flow.pairs);
        retransmits += static_cast<double>(each.flow.retransmits);
        unmatched += static_cast<double>(each.flow.unmatched + each.flow.beforeFirst);
        rightUnmatched += static_cast<double>(each.flow.received) - matched;
        lost += static_cast<double>(each.flow.sent) - matched;
    }
    const std::string clocks = offsetKnown
        ? "the clocks' offset, from the least delays of both directions, is taken out"
        : "only one direction was seen: the clocks' offset is in both numbers";
    return {
        {"delay.mean", "", "s", published.empty() ? unknown : mean(published),
         rightCount == 0 ? unknown : rightSum / rightCount,
         "received minus sent time of packets found by a single search of the sender's log; clocks assumed equal",
         "the same of all packets with the same sequence numbers in both logs, clocks' offset taken out", clocks},
        {"delay.pairs", "", "packets", pairs, rightCount, "packets found in both logs by a single search", "by hash",
         ""},
        {"delay.retransmits", "", "packets", retransmits, lost,
         "packets of the sender's log that were passed over before a match",
         "packets of the sender's log that have no partner: lost, or beyond the end of the other log", ""},
        {"delay.unmatched", "", "packets", unmatched, rightUnmatched,
         "received packets whose search ended 10 ms after their arrival",
         "received packets without a partner in the sender's log", ""},
    };
}

} // namespace

DelayResult packetDelays(std::span<const HostLog> logs, const DelayOptions& options)
{
    std::vector<Measured> flows;
    for (const auto& [key, ends] : groupFlows(logs, options.mostPerHost)) {
        Measured& each = flows.emplace_back();
        each.flow.source = key[0];
        each.flow.destination = key[1];
        each.flow.sourcePort = key[2];
        each.flow.destinationPort = key[3];
        each.flow.sent = ends.sent.size();
        each.flow.received = ends.received.size();
        matchAsPublished(ends, options.window, each);
        matchByHash(ends, each);
    }
    const std::map<HostPair, double> least = leastDelays(flows);
    DelayResult result;
    for (Measured& each : flows)
        setDelays(each, least);
    result.figures = figuresOf(flows);
    for (Measured& each : flows)
        result.flows.push_back(std::move(each.flow));
    return result;
}

} // namespace millrace::studies::flumen
