// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/analysis/traffic_collect.h"
#include "core/analysis/traffic_pass.h"
#include "core/analysis/traffic_views.h"
#include "core/base/unknown.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>

namespace millrace::analysis {

namespace {

using Ends =
    std::tuple<capture::IpAddress, capture::IpAddress, std::uint16_t, std::uint16_t, std::uint8_t, std::uint16_t>;

Ends endsOf(const TrafficSummary& summary, const Flow& flow)
{
    return {summary.addresses[flow.source],
            summary.addresses[flow.destination],
            flow.sourcePort,
            flow.destinationPort,
            flow.protocol,
            flow.part};
}

/// Origin of a merged flow.
struct Origin
{
    std::size_t summary = 0;
    std::uint32_t flow = 0;
};

/// The node involved in most packets: where the capture was made. noRow for a tie.
std::uint32_t placeOf(const TrafficSummary& summary)
{
    std::uint64_t most = 0;
    std::uint32_t place = noRow;
    for (const NodeTraffic& node : nodesOf(summary)) {
        const std::uint64_t packets = node.packetsSent + node.packetsReceived;
        if (packets == most)
            place = noRow;
        if (packets > most) {
            most = packets;
            place = node.address;
        }
    }
    return place;
}

/// One origin for each flow: the capture at its sender, else the one that saw most packets of it.
std::map<Ends, Origin> originsOf(const std::vector<TrafficSummary>& summaries, std::int64_t& seenTwice)
{
    std::map<Ends, Origin> origins;
    std::vector<std::uint32_t> places;
    for (const TrafficSummary& summary : summaries)
        places.push_back(placeOf(summary));
    const auto flowAt = [&](const Origin& origin) -> const Flow& {
        return summaries[origin.summary].flows[origin.flow];
    };
    const auto atSender = [&](const Origin& origin) { return flowAt(origin).source == places[origin.summary]; };
    for (std::size_t s = 0; s < summaries.size(); ++s) {
        for (std::uint32_t f = 0; f < summaries[s].flows.size(); ++f) {
            const Origin here{s, f};
            const auto [place, added] = origins.try_emplace(endsOf(summaries[s], flowAt(here)), here);
            if (added)
                continue;
            ++seenTwice;
            Origin& there = place->second;
            const bool better =
                atSender(here) != atSender(there) ? atSender(here) : flowAt(here).packets > flowAt(there).packets;
            if (better)
                there = here;
        }
    }
    return origins;
}

/// Widens the bins of a summary to `width`, a multiple of theirs, and numbers them from `start`.
struct Raster
{
    std::int64_t start = 0;
    std::int64_t width = 1;

    [[nodiscard]] std::uint32_t numberOf(const FlowBins& bins, std::uint64_t row) const noexcept
    {
        const std::int64_t time = bins.start + std::int64_t{bins.index[row]} * bins.width;
        return static_cast<std::uint32_t>((time - start) / width);
    }
};

Raster rasterOf(const std::vector<TrafficSummary>& summaries)
{
    Raster raster{std::numeric_limits<std::int64_t>::max(), 1};
    std::int64_t last = std::numeric_limits<std::int64_t>::min();
    for (const TrafficSummary& summary : summaries) {
        if (summary.packets.all == 0)
            continue;
        raster.start = std::min(raster.start, summary.bins.start);
        raster.width = std::max(raster.width, summary.bins.width);
        last = std::max(last, summary.last);
    }
    if (last < raster.start)
        return {0, raster.width};
    while ((last - raster.start) / raster.width >= std::numeric_limits<std::uint32_t>::max())
        raster.width *= 2;
    const std::int64_t rest = raster.start % raster.width;
    raster.start -= rest < 0 ? rest + raster.width : rest;
    return raster;
}

void appendBins(const FlowBins& from, std::size_t row, const Raster& raster, FlowBins& to)
{
    const std::size_t begin = to.index.size();
    for (std::uint64_t r = from.begin[row]; r < from.begin[row + 1]; ++r) {
        const std::uint32_t number = raster.numberOf(from, r);
        const bool joins = to.index.size() > begin && to.index.back() == number
            && std::uint64_t{to.wireBytes.back()} + from.wireBytes[r] <= noRow;
        if (joins) {
            to.packets.back() += from.packets[r];
            to.wireBytes.back() += from.wireBytes[r];
        } else {
            to.index.push_back(number);
            to.packets.push_back(from.packets[r]);
            to.wireBytes.push_back(from.wireBytes[r]);
        }
    }
}

class Merger
{
public:
    explicit Merger(std::vector<TrafficSummary> summaries) : m_from(std::move(summaries)) { }

    TrafficSummary merge()
    {
        m_merged.options = m_from.front().options;
        m_merged.filter = m_from.front().filter;
        std::int64_t seenTwice = 0;
        const std::map<Ends, Origin> origins = originsOf(m_from, seenTwice);
        std::vector<Origin> order;
        for (const auto& [ends, origin] : origins)
            order.push_back(origin);
        std::stable_sort(order.begin(), order.end(),
                         [this](const Origin& a, const Origin& b) { return flow(a).first < flow(b).first; });
        addFlows(order);
        addRest();
        if (seenTwice > 0)
            m_merged.issues.push_back(
                {"seen-twice", Severity::Note, seenTwice,
                 "flows that several captures saw are taken from the one at their sender; packet counts, sizes and "
                 "distances count all",
                 ""});
        return std::move(m_merged);
    }

private:
    [[nodiscard]] const Flow& flow(const Origin& origin) const { return m_from[origin.summary].flows[origin.flow]; }

    std::uint32_t addressRow(const capture::IpAddress& address)
    {
        const auto [place, added] =
            m_addresses.try_emplace(address, static_cast<std::uint32_t>(m_merged.addresses.size()));
        if (added)
            m_merged.addresses.push_back(address);
        return place->second;
    }

    void addFlows(const std::vector<Origin>& order)
    {
        const Raster raster = rasterOf(m_from);
        m_merged.bins.start = raster.start;
        m_merged.bins.width = raster.width;
        m_merged.bins.begin.push_back(0);
        std::map<Ends, std::uint32_t> numbers;
        for (const Origin& origin : order) {
            const TrafficSummary& from = m_from[origin.summary];
            Flow merged = flow(origin);
            const auto number = static_cast<std::uint32_t>(m_merged.flows.size());
            const Ends ends = endsOf(from, merged);
            const Ends back{std::get<1>(ends), std::get<0>(ends), std::get<3>(ends),
                            std::get<2>(ends), std::get<4>(ends), std::get<5>(ends)};
            merged.source = addressRow(from.addresses[merged.source]);
            merged.destination = addressRow(from.addresses[merged.destination]);
            merged.reverse = noRow;
            if (const auto reverse = numbers.find(back); reverse != numbers.end()) {
                merged.reverse = reverse->second;
                m_merged.flows[reverse->second].reverse = number;
            }
            numbers.emplace(ends, number);
            appendBins(from.bins, origin.flow, raster, m_merged.bins);
            m_merged.bins.begin.push_back(m_merged.bins.index.size());
            appendBursts(from, origin.flow, number);
            m_merged.wireBytes += merged.wireBytes;
            m_merged.ipBytes += merged.ipBytes;
            m_merged.payloadBytes += merged.payloadBytes;
            m_merged.flows.push_back(merged);
        }
        for (const TrafficSummary& from : m_from)
            if (!from.bins.begin.empty())
                appendBins(from.bins, from.flows.size(), raster, m_merged.bins);
        m_merged.bins.begin.push_back(m_merged.bins.index.size());
        orderBins(m_merged.bins);
    }

    void appendBursts(const TrafficSummary& from, std::uint32_t flowRow, std::uint32_t number)
    {
        const auto [begin, end] = std::equal_range(from.bursts.begin(), from.bursts.end(), Burst{flowRow, 0, 0, 0, 0},
                                                   [](const Burst& a, const Burst& b) { return a.flow < b.flow; });
        for (auto burst = begin; burst != end; ++burst) {
            m_merged.bursts.push_back(*burst);
            m_merged.bursts.back().flow = number;
        }
    }

    /// Data not kept by flow: counted over all captures.
    void addRest()
    {
        bool any = false;
        for (const TrafficSummary& from : m_from) {
            m_merged.sources.insert(m_merged.sources.end(), from.sources.begin(), from.sources.end());
            for (const Issue& issue : from.issues)
                countIssue(m_merged.issues, issue);
            if (from.packets.all == 0)
                continue;
            m_merged.first = any ? std::min(m_merged.first, from.first) : from.first;
            m_merged.last = any ? std::max(m_merged.last, from.last) : from.last;
            any = true;
            addCounts(from);
            m_merged.burstsBeyondList += from.burstsBeyondList;
            m_merged.frameSizes.merge(from.frameSizes);
            m_merged.payloadSizes.merge(from.payloadSizes);
            m_merged.interArrivals.merge(from.interArrivals);
            m_merged.largestFrame = std::max(m_merged.largestFrame, from.largestFrame);
            addNoFlow(from);
            addProtocols(from.protocols);
            addQueuePairs(from);
        }
        mergePeaks();
    }

    /// A queue pair seen by several captures is taken from the one with most of its packets.
    void addQueuePairs(const TrafficSummary& from)
    {
        for (QueuePair pair : from.queuePairs) {
            pair.source = addressRow(from.addresses[pair.source]);
            pair.destination = addressRow(from.addresses[pair.destination]);
            const auto ends = [](const QueuePair& one) { return std::tuple(one.source, one.destination, one.number); };
            const auto known = m_queuePairs.try_emplace(ends(pair), m_merged.queuePairs.size());
            if (known.second)
                m_merged.queuePairs.push_back(pair);
            else if (m_merged.queuePairs[known.first->second].packets < pair.packets)
                m_merged.queuePairs[known.first->second] = pair;
        }
    }

    void addProtocols(const std::vector<ProtocolTraffic>& more)
    {
        const auto order = [](const ProtocolTraffic& one) { return std::tuple(one.kind, one.protocol, one.roce); };
        for (const ProtocolTraffic& one : more) {
            auto& all = m_merged.protocols;
            const auto place = std::ranges::lower_bound(all, order(one), {}, order);
            if (place != all.end() && order(*place) == order(one)) {
                place->packets += one.packets;
                place->wireBytes += one.wireBytes;
            } else {
                all.insert(place, one);
            }
        }
    }

    void addCounts(const TrafficSummary& from)
    {
        PacketCounts& to = m_merged.packets;
        to.all += from.packets.all;
        to.ipv4 += from.packets.ipv4;
        to.ipv6 += from.packets.ipv6;
        to.arp += from.packets.arp;
        to.otherNetwork += from.packets.otherNetwork;
        to.tcp += from.packets.tcp;
        to.udp += from.packets.udp;
        to.roce += from.packets.roce;
        to.otherProtocol += from.packets.otherProtocol;
        to.fragments += from.packets.fragments;
        to.headersCut += from.packets.headersCut;
        to.tunnelled += from.packets.tunnelled;
        to.beyondMaxFlows += from.packets.beyondMaxFlows;
    }

    void addNoFlow(const TrafficSummary& from)
    {
        std::uint64_t inFlows = 0;
        for (const Flow& one : from.flows)
            inFlows += one.wireBytes;
        m_merged.wireBytes += from.wireBytes - inFlows;
    }

    /// Peaks of the merged traffic are known only from the bins, for windows that are multiples of them.
    void mergePeaks()
    {
        const BinnedSeries all = seriesOf(m_merged);
        for (std::size_t i = 0; i < m_merged.peaks.size(); ++i) {
            PeakToMean& peak = m_merged.peaks[i];
            peak.window = m_from.front().peaks[i].window;
            const std::int64_t width = m_merged.bins.width;
            if (peak.window % width != 0 || m_merged.packets.all == 0) {
                peak.peakBytes = 0;
                peak.meanBytes = unknown;
                continue;
            }
            std::int64_t window = std::numeric_limits<std::int64_t>::min();
            double bytes = 0;
            for (std::size_t row = 0; row < all.size(); ++row) {
                const std::int64_t number = all.beginOf(all.index[row]) / peak.window;
                bytes = number == window ? bytes + all.bytes[row] : all.bytes[row];
                window = number;
                peak.peakBytes = std::max(peak.peakBytes, static_cast<std::uint64_t>(bytes));
            }
            const double count = static_cast<double>(m_merged.last / peak.window - m_merged.first / peak.window) + 1;
            peak.meanBytes = static_cast<double>(m_merged.wireBytes) / count;
        }
    }

    std::vector<TrafficSummary> m_from;
    TrafficSummary m_merged;
    std::map<capture::IpAddress, std::uint32_t> m_addresses;
    std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>, std::size_t> m_queuePairs;
};

} // namespace

TrafficSummary mergeTraffic(std::vector<TrafficSummary> summaries)
{
    if (summaries.empty())
        return {};
    if (summaries.size() == 1)
        return std::move(summaries.front());
    return Merger(std::move(summaries)).merge();
}

} // namespace millrace::analysis
