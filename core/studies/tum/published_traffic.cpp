// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/studies/tum/published_traffic.h"

#include "core/base/floor_divide.h"
#include "core/base/random.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace millrace::studies::tum {

namespace known = importers::known;

namespace {

void addToLane(FlowLane& lane, std::int64_t stretch, std::uint32_t bytes)
{
    if (lane.empty() || lane.back().first < stretch) {
        lane.emplace_back(stretch, bytes);
        return;
    }
    const auto place = std::ranges::lower_bound(lane, stretch, {}, &FlowLane::value_type::first);
    if (place->first == stretch)
        place->second += bytes;
    else
        lane.insert(place, {stretch, bytes});
}

} // namespace

std::size_t PublishedTraffic::studyFlows() const noexcept
{
    return static_cast<std::size_t>(std::ranges::count(flows, true, &PublishedFlow::inStudy));
}

const PairTotals* PublishedTraffic::pair(std::string_view source, std::string_view destination) const noexcept
{
    const auto found = std::ranges::find_if(
        pairs, [&](const PairTotals& each) { return each.source == source && each.destination == destination; });
    return found == pairs.end() ? nullptr : &*found;
}

std::vector<FlowSize> flowSizes(const PublishedTraffic& traffic, bool studyFlowsOnly)
{
    std::map<std::uint64_t, std::uint64_t> counts;
    std::uint64_t all = 0;
    for (const PublishedFlow& flow : traffic.flows) {
        if (studyFlowsOnly && !flow.inStudy)
            continue;
        ++counts[flow.wireBytes];
        ++all;
    }
    std::vector<FlowSize> sizes;
    double cumulative = 0;
    for (const auto& [bytes, flows] : counts) {
        const double share = static_cast<double>(flows) / static_cast<double>(all);
        cumulative += share;
        sizes.push_back({bytes, flows, share, cumulative});
    }
    return sizes;
}

std::size_t PublishedTrafficPass::KeyHash::operator()(const FlowKey& key) const noexcept
{
    const std::uint64_t hosts = (std::uint64_t(key.source) << 32) | key.destination;
    const std::uint64_t ports = (std::uint64_t(key.sourcePort) << 32) | key.destinationPort;
    return mixSeed(hosts ^ mixSeed(ports + key.protocol));
}

PublishedTrafficPass::PublishedTrafficPass(analysis::WallZone zone, const importers::NameBook& names,
                                           const PublishedTrafficLimits& limits)
    : m_names(names), m_limits(limits), m_budget{limits.binBlocks, 0}
{
    m_result.zone = std::move(zone);
}

void PublishedTrafficPass::add(std::span<const importers::PacketRecord> packets)
{
    for (const importers::PacketRecord& packet : packets)
        addOne(packet);
}

void PublishedTrafficPass::addOne(const importers::PacketRecord& packet)
{
    if (m_result.packets == 0)
        m_origin = m_before = m_result.first = m_result.last = packet.time;
    if (packet.time < m_before)
        count("time-backwards", "a packet is older than the one before it; the order of the study would differ");
    m_before = packet.time;
    m_result.first = std::min(m_result.first, packet.time);
    m_result.last = std::max(m_result.last, packet.time);
    m_result.wireBytes += packet.wireBytes;
    if (packet.protocol != 6 || !packet.has(known::ports))
        ++m_result.withoutTcpPorts;
    const std::int64_t millisecond = floorDivide(packet.time, 1'000'000);
    m_result.milliseconds.add(millisecond, packet.wireBytes, m_budget);
    if (packet.has(known::addresses)) {
        HostBytes& sent = m_sent[packet.source];
        sent.ipv4 = packet.has(known::ipv4);
        sent.wireBytes += packet.wireBytes;
        addToPair(packet, millisecond);
        if (packet.has(known::ports))
            addToFlow(packet);
    }
    ++m_result.packets;
}

void PublishedTrafficPass::addToPair(const importers::PacketRecord& packet, std::int64_t millisecond)
{
    const std::uint64_t key = (std::uint64_t(packet.source) << 32) | packet.destination;
    const auto [row, isNew] = m_pairRows.try_emplace(key, m_result.pairs.size());
    if (isNew) {
        if (m_result.pairs.size() >= m_limits.flows) {
            m_pairRows.erase(row);
            count("flows-beyond", "more pairs of hosts than are kept apart; they count in the totals only");
            return;
        }
        PairTotals& made = m_result.pairs.emplace_back();
        made.source = m_names.name(packet.source);
        made.destination = m_names.name(packet.destination);
        made.ipv4 = packet.has(known::ipv4);
    }
    PairTotals& pair = m_result.pairs[row->second];
    ++pair.packets;
    pair.wireBytes += packet.wireBytes;
    pair.milliseconds.add(millisecond, packet.wireBytes, m_budget);
}

void PublishedTrafficPass::addToFlow(const importers::PacketRecord& packet)
{
    const FlowKey key{packet.source, packet.destination, packet.sourcePort, packet.destinationPort, packet.protocol};
    const auto [row, isNew] = m_flowRows.try_emplace(key, m_result.flows.size());
    if (isNew) {
        if (m_result.flows.size() >= m_limits.flows) {
            m_flowRows.erase(row);
            count("flows-beyond", "more flows than are kept apart; they count in the totals only");
            return;
        }
        PublishedFlow& made = m_result.flows.emplace_back();
        m_flowKeys.push_back(key);
        m_flowOrigins.push_back(packet.time);
        made.sourcePortNumber = packet.sourcePort;
        made.destinationPortNumber = packet.destinationPort;
        made.protocol = packet.protocol;
        made.inStudy = packet.isTcpOverIpv4();
        made.first = made.last = packet.time;
        made.firstRank = m_result.packets;
    }
    PublishedFlow& flow = m_result.flows[row->second];
    ++flow.packets;
    flow.wireBytes += packet.wireBytes;
    addToLane(flow.studyLane, floorDivide(packet.time - m_flowOrigins[row->second], laneWidth), packet.wireBytes);
    addToLane(flow.lane, floorDivide(packet.time - m_origin, laneWidth), packet.wireBytes);
    flow.first = std::min(flow.first, packet.time);
    flow.last = std::max(flow.last, packet.time);
    flow.lastRank = m_result.packets;
}

void PublishedTrafficPass::nameFlows()
{
    for (std::size_t i = 0; i < m_flowKeys.size(); ++i) {
        PublishedFlow& flow = m_result.flows[i];
        flow.source = m_names.name(m_flowKeys[i].source);
        flow.destination = m_names.name(m_flowKeys[i].destination);
        flow.sourcePort = portText(m_flowKeys[i].sourcePort, m_names);
        flow.destinationPort = portText(m_flowKeys[i].destinationPort, m_names);
    }
    std::ranges::sort(m_result.flows, {}, [](const PublishedFlow& each) {
        return std::tie(each.source, each.destination, each.sourcePortNumber, each.destinationPortNumber,
                        each.protocol);
    });
}

PublishedTraffic PublishedTrafficPass::finish()
{
    nameFlows();
    std::ranges::sort(m_result.pairs, {},
                      [](const PairTotals& each) { return std::tie(each.source, each.destination); });
    for (auto& [id, sent] : m_sent) {
        sent.host = m_names.name(id);
        m_result.sent.push_back(std::move(sent));
    }
    std::ranges::sort(m_result.sent, {}, &HostBytes::host);
    if (m_budget.refused > 0)
        count("bins-beyond",
              "traffic is spread over more milliseconds than are kept; series lack " + std::to_string(m_budget.refused)
                  + " bytes, sums are whole");
    return std::move(m_result);
}

void PublishedTrafficPass::count(const char* kind, std::string example)
{
    countIssue(m_result.issues, {kind, Severity::Warning, 1, std::move(example), {}});
}

} // namespace millrace::studies::tum
