// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/analysis/traffic_collect.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>

namespace millrace::analysis {

using namespace capture;

namespace {

/// Maps shard and row to flow numbers, and back.
struct FlowNumbers
{
    std::array<std::vector<std::uint32_t>, shardCount> of; ///< row of the shard to flow; row 0 to the last, "no flow"
};

struct Place
{
    std::int64_t first;
    std::uint32_t shard;
    std::uint32_t connection;
    bool forward;
};

std::vector<Place> placesInOrder(std::span<FlowShard> shards)
{
    std::vector<Place> places;
    for (std::uint32_t s = 0; s < shards.size(); ++s) {
        for (std::uint32_t c = 0; c < shards[s].connections(); ++c) {
            const FlowShard::Connection& connection = shards[s].connection(c);
            for (const bool forward : {true, false}) {
                const FlowShard::Direction& direction = connection.directions[forward ? 0 : 1];
                if (direction.packets > 0)
                    places.push_back({direction.first, s, c, forward});
            }
        }
    }
    std::sort(places.begin(), places.end(), [](const Place& a, const Place& b) {
        return std::tie(a.first, a.shard, a.connection, b.forward)
            < std::tie(b.first, b.shard, b.connection, a.forward);
    });
    return places;
}

class Addresses
{
public:
    Addresses(const AddressBook& book, std::vector<IpAddress>& all) : m_book(book), m_all(all) { }

    std::uint32_t rowOf(Network network, AddressId id)
    {
        const auto [place, added] = m_rows.try_emplace({network, id}, static_cast<std::uint32_t>(m_all.size()));
        if (added)
            m_all.push_back(m_book.address(network, id));
        return place->second;
    }

private:
    const AddressBook& m_book;
    std::vector<IpAddress>& m_all;
    std::map<std::pair<Network, AddressId>, std::uint32_t> m_rows;
};

void setOrder(Flow& flow, const TcpOrder& order)
{
    constexpr double second = 1e9;
    flow.retransmissions = order.retransmissions;
    flow.retransmittedBytes = order.retransmittedBytes;
    flow.outOfOrder = order.outOfOrder;
    flow.duplicateAcks = order.duplicateAcks;
    flow.zeroWindows = order.zeroWindows;
    flow.rttCount = order.roundTrips.count();
    if (flow.rttCount == 0)
        return;
    flow.rttMinimum = order.roundTrips.minimum() / second;
    flow.rttMean = order.roundTrips.mean() / second;
    flow.rttMaximum = order.roundTrips.maximum() / second;
    flow.rttP99 = order.roundTrips.p99() / second;
}

Flow flowOf(const FlowShard::Connection& connection, bool forward, Addresses& addresses)
{
    const auto network = static_cast<Network>(connection.key.low >> 56);
    const std::uint64_t lowEnd = connection.key.low & 0xffff'ffff'ffff;
    const std::uint64_t from = forward ? lowEnd : connection.key.high;
    const std::uint64_t to = forward ? connection.key.high : lowEnd;
    const FlowShard::Direction& direction = connection.directions[forward ? 0 : 1];
    Flow flow;
    flow.source = addresses.rowOf(network, static_cast<AddressId>(from >> 16));
    flow.destination = addresses.rowOf(network, static_cast<AddressId>(to >> 16));
    flow.sourcePort = static_cast<std::uint16_t>(from);
    flow.destinationPort = static_cast<std::uint16_t>(to);
    flow.protocol = static_cast<std::uint8_t>(connection.key.low >> 48);
    flow.flagsSeen = direction.flagsSeen;
    flow.part = connection.part;
    flow.first = direction.first;
    flow.last = direction.last;
    flow.packets = direction.packets;
    flow.wireBytes = direction.wireBytes;
    flow.ipBytes = direction.ipBytes;
    flow.payloadBytes = direction.payloadBytes;
    flow.syns = direction.syns;
    flow.fins = direction.fins;
    flow.resets = direction.resets;
    flow.dscps = direction.dscps | (direction.packets > direction.classed ? 1u : 0u);
    flow.ect0 = direction.ecn[ecn::capable0];
    flow.ect1 = direction.ecn[ecn::capable1];
    flow.ce = direction.ecn[ecn::congestionExperienced];
    flow.congestionEchoes = direction.echoes;
    flow.windowReductions = direction.reductions;
    flow.bursts = direction.bursts + (direction.burstPackets > 0 ? 1 : 0);
    if (direction.order)
        setOrder(flow, *direction.order);
    return flow;
}

FlowNumbers collectFlows(std::span<FlowShard> shards, const AddressBook& book, TrafficSummary& summary)
{
    const std::vector<Place> places = placesInOrder(shards);
    FlowNumbers numbers;
    for (std::size_t s = 0; s < shards.size(); ++s)
        numbers.of[s].assign(shards[s].rows(), static_cast<std::uint32_t>(places.size()));
    Addresses addresses(book, summary.addresses);
    summary.flows.reserve(places.size());
    for (const Place& place : places) {
        const FlowShard::Connection& connection = shards[place.shard].connection(place.connection);
        const FlowShard::Direction& reverse = connection.directions[place.forward ? 1 : 0];
        const auto number = static_cast<std::uint32_t>(summary.flows.size());
        numbers.of[place.shard][connection.directions[place.forward ? 0 : 1].row] = number;
        Flow flow = flowOf(connection, place.forward, addresses);
        if (reverse.packets > 0 && numbers.of[place.shard][reverse.row] < number) {
            flow.reverse = numbers.of[place.shard][reverse.row];
            summary.flows[flow.reverse].reverse = number;
        }
        summary.wireBytes += flow.wireBytes;
        summary.ipBytes += flow.ipBytes;
        summary.payloadBytes += flow.payloadBytes;
        summary.flows.push_back(flow);
    }
    return numbers;
}

void collectBursts(std::span<FlowShard> shards, const FlowNumbers& numbers, TrafficSummary& summary)
{
    for (std::size_t s = 0; s < shards.size(); ++s) {
        summary.burstsBeyondList += shards[s].burstsBeyond();
        for (Burst burst : shards[s].bursts()) {
            burst.flow = numbers.of[s][burst.flow];
            summary.bursts.push_back(burst);
        }
        for (std::size_t c = 0; c < shards[s].connections(); ++c) {
            for (const FlowShard::Direction& direction : shards[s].connection(c).directions) {
                if (direction.burstPackets > 0)
                    summary.bursts.push_back({numbers.of[s][direction.row], direction.burstPackets,
                                              direction.burstFirst, direction.last, direction.burstBytes});
            }
        }
    }
    std::sort(summary.bursts.begin(), summary.bursts.end(),
              [](const Burst& a, const Burst& b) { return std::tie(a.flow, a.first) < std::tie(b.flow, b.first); });
}

template <typename Function>
void forEachOpenBin(const FlowShard& shard, Function function)
{
    const auto give = [&function](const FlowShard::Direction& direction) {
        if (direction.binPackets > 0)
            function(BinLog::Entry{direction.row, direction.binIndex, direction.binPackets, direction.binBytes});
    };
    give(shard.other());
    for (std::size_t c = 0; c < shard.connections(); ++c)
        for (const FlowShard::Direction& direction : shard.connection(c).directions)
            give(direction);
}

struct BinExtent
{
    std::int64_t first = std::numeric_limits<std::int64_t>::max();
    std::int64_t last = std::numeric_limits<std::int64_t>::min();
};

BinExtent binExtent(std::span<FlowShard> shards)
{
    BinExtent extent;
    for (const FlowShard& shard : shards) {
        const auto look = [&](const BinLog::Entry& entry) {
            extent.first = std::min(extent.first, shard.binBase() + entry.index);
            extent.last = std::max(extent.last, shard.binBase() + entry.index);
        };
        shard.bins().forEach(look);
        forEachOpenBin(shard, look);
    }
    return extent.first > extent.last ? BinExtent{0, 0} : extent;
}

/// Sets the bins of all shards to one width, such that 32-bit numbers suffice; returns the number of the first one.
std::int64_t alignBins(std::span<FlowShard> shards)
{
    std::int64_t width = 0;
    for (const FlowShard& shard : shards)
        width = std::max(width, shard.binWidth());
    for (;; width *= 2) {
        for (FlowShard& shard : shards)
            shard.widenTo(width);
        const BinExtent extent = binExtent(shards);
        if (extent.last - extent.first <= std::numeric_limits<std::uint32_t>::max())
            return extent.first;
    }
}

void collectBins(std::span<FlowShard> shards, const FlowNumbers& numbers, bool consume, TrafficSummary& summary)
{
    FlowBins& bins = summary.bins;
    const std::int64_t first = alignBins(shards);
    bins.width = shards.front().binWidth();
    bins.start = first * bins.width;
    bins.begin.assign(summary.flows.size() + 2, 0);
    for (std::size_t s = 0; s < shards.size(); ++s) {
        const auto tally = [&](const BinLog::Entry& entry) { ++bins.begin[numbers.of[s][entry.row] + 1]; };
        shards[s].bins().forEach(tally);
        forEachOpenBin(shards[s], tally);
    }
    std::partial_sum(bins.begin.begin(), bins.begin.end(), bins.begin.begin());
    std::vector<std::uint64_t> place(bins.begin.begin(), bins.begin.end() - 1);
    bins.index.resize(bins.begin.back());
    bins.packets.resize(bins.begin.back());
    bins.wireBytes.resize(bins.begin.back());
    for (std::size_t s = 0; s < shards.size(); ++s) {
        const auto put = [&](const BinLog::Entry& entry) {
            const std::uint64_t row = place[numbers.of[s][entry.row]]++;
            bins.index[row] = static_cast<std::uint32_t>(shards[s].binBase() + entry.index - first);
            bins.packets[row] = entry.packets;
            bins.wireBytes[row] = entry.wireBytes;
        };
        if (consume)
            shards[s].bins().consume(put);
        else
            shards[s].bins().forEach(put);
        forEachOpenBin(shards[s], put);
    }
    orderBins(bins);
}

void noteLimits(const TrafficOptions& options, TrafficSummary& summary)
{
    if (summary.bins.width > std::max<std::int64_t>(options.binWidth, 1000))
        summary.issues.push_back({"bins-widened", Severity::Warning, 1,
                                  fmt::format("bins of {} ns would have been too many; they are {} ns wide",
                                              options.binWidth, summary.bins.width),
                                  ""});
    if (summary.packets.beyondMaxFlows > 0)
        summary.issues.push_back(
            {"too-many-flows", Severity::Warning, static_cast<std::int64_t>(summary.packets.beyondMaxFlows),
             fmt::format("packets of flows beyond the first {} are in the totals only", options.maxFlows), ""});
    if (summary.burstsBeyondList > 0)
        summary.issues.push_back({"too-many-bursts", Severity::Note,
                                  static_cast<std::int64_t>(summary.burstsBeyondList),
                                  "bursts beyond the list are counted, but not listed", ""});
}

} // namespace

void orderBins(FlowBins& bins)
{
    for (std::size_t f = 0; f + 1 < bins.begin.size(); ++f) {
        const auto from = static_cast<std::ptrdiff_t>(bins.begin[f]);
        const auto to = static_cast<std::ptrdiff_t>(bins.begin[f + 1]);
        if (std::is_sorted(bins.index.begin() + from, bins.index.begin() + to))
            continue;
        struct Row
        {
            std::uint32_t index, packets, bytes;
        };
        std::vector<Row> rows;
        for (auto row = static_cast<std::size_t>(from); row < static_cast<std::size_t>(to); ++row)
            rows.push_back({bins.index[row], bins.packets[row], bins.wireBytes[row]});
        std::stable_sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) { return a.index < b.index; });
        auto row = static_cast<std::size_t>(from);
        for (const Row& sorted : rows) {
            bins.index[row] = sorted.index;
            bins.packets[row] = sorted.packets;
            bins.wireBytes[row++] = sorted.bytes;
        }
    }
}

TrafficSummary collectTraffic(const TrafficOptions& options, const OrderDependentStats& front,
                              std::span<FlowShard> shards, const AddressBook& addresses, bool consume)
{
    TrafficSummary summary;
    summary.options = options;
    const FlowNumbers numbers = collectFlows(shards, addresses, summary);
    collectBursts(shards, numbers, summary);
    collectBins(shards, numbers, consume, summary);
    for (const FlowShard& shard : shards) {
        summary.wireBytes += shard.other().wireBytes;
        summary.ipBytes += shard.other().ipBytes;
        summary.payloadBytes += shard.other().payloadBytes;
        summary.packets.beyondMaxFlows += shard.beyondMaxFlows();
    }
    const std::uint64_t beyond = summary.packets.beyondMaxFlows;
    front.fill(summary, addresses);
    summary.packets.beyondMaxFlows = beyond;
    noteLimits(options, summary);
    return summary;
}

} // namespace millrace::analysis
