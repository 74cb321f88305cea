// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/ui/trace/made_traffic.h"

#include <random>

namespace millrace::test {
namespace {

constexpr std::int64_t binWidth = 1'000'000;

/// The same numbers on every system.
class Numbers
{
public:
    explicit Numbers(std::uint32_t seed) : m_engine(seed) { }
    std::uint32_t below(std::uint32_t bound) { return static_cast<std::uint32_t>(m_engine() % bound); }

private:
    std::mt19937 m_engine;
};

analysis::Flow flowAt(std::uint32_t number, const MadeTraffic& sizes, Numbers& random)
{
    analysis::Flow flow;
    flow.source = number % sizes.nodes;
    flow.destination = (number + 1 + number / sizes.nodes % (sizes.nodes - 1)) % sizes.nodes;
    flow.sourcePort = static_cast<std::uint16_t>(30'000 + number % 30'000);
    flow.destinationPort = static_cast<std::uint16_t>(5000 + number % 7);
    flow.protocol = number % 5 == 4 ? 17 : 6;
    flow.flagsSeen = flow.protocol == 6 ? 0x12 : 0;
    flow.part = static_cast<std::uint16_t>(number / 30'000);
    flow.retransmissions = random.below(100);
    flow.outOfOrder = random.below(10);
    if (number % 3 != 0) {
        flow.rttCount = 1 + random.below(50);
        flow.rttMinimum = 1e-6 * (1 + random.below(1000));
        flow.rttMean = 2 * flow.rttMinimum;
        flow.rttP99 = 3 * flow.rttMinimum;
        flow.rttMaximum = 4 * flow.rttMinimum;
    }
    return flow;
}

void addBins(analysis::TrafficSummary& summary, analysis::Flow& flow, const MadeTraffic& sizes, Numbers& random)
{
    analysis::FlowBins& bins = summary.bins;
    bins.begin.push_back(bins.index.size());
    std::uint32_t bin = static_cast<std::uint32_t>(summary.flows.size()) % 100;
    for (std::uint32_t i = 0; i < sizes.bins; ++i) {
        const std::uint32_t packets = 1 + random.below(9);
        bins.index.push_back(bin);
        bins.packets.push_back(packets);
        bins.wireBytes.push_back(packets * 1000);
        flow.packets += packets;
        flow.wireBytes += packets * 1000;
        flow.last = bins.start + bin * binWidth + binWidth / 2;
        if (i == 0)
            flow.first = bins.start + bin * binWidth;
        bin += 1 + random.below(4);
    }
    flow.ipBytes = flow.wireBytes - 14 * flow.packets;
    flow.payloadBytes = flow.ipBytes - 40 * flow.packets;
}

void addBursts(analysis::TrafficSummary& summary, const MadeTraffic& sizes, Numbers& random)
{
    const std::uint32_t each = sizes.bursts / sizes.flows;
    for (std::uint32_t flow = 0; flow < sizes.flows; ++flow) {
        std::int64_t time = summary.flows[flow].first;
        const std::uint32_t count = flow + 1 == sizes.flows ? sizes.bursts - each * flow : each;
        for (std::uint32_t i = 0; i < count; ++i) {
            const std::uint32_t packets = 1 + random.below(20);
            const std::int64_t length = random.below(500'000);
            summary.bursts.push_back({flow, packets, time, time + length, packets * 1000});
            time += length + 1'500'000;
        }
        summary.flows[flow].bursts = count;
    }
}

} // namespace

analysis::TrafficSummary madeTraffic(const MadeTraffic& sizes)
{
    Numbers random(sizes.seed);
    analysis::TrafficSummary summary;
    for (std::uint32_t node = 0; node < sizes.nodes; ++node)
        summary.addresses.push_back(capture::IpAddress::v4(0x0a000001 + node));
    summary.bins.start = madeStart / binWidth * binWidth;
    summary.bins.width = binWidth;
    for (std::uint32_t number = 0; number < sizes.flows; ++number) {
        analysis::Flow flow = flowAt(number, sizes, random);
        addBins(summary, flow, sizes, random);
        summary.last = std::max(summary.last, flow.last);
        summary.packets.all += flow.packets;
        summary.wireBytes += flow.wireBytes;
        summary.flows.push_back(flow);
    }
    summary.bins.begin.push_back(summary.bins.index.size());
    summary.bins.begin.push_back(summary.bins.index.size());
    summary.first = summary.bins.start;
    addBursts(summary, sizes, random);
    analysis::TraceSource source;
    source.file = "made.pcap";
    summary.sources.push_back(source);
    return summary;
}

} // namespace millrace::test
