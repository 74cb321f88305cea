// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/analysis/flow_finder.h"

#include <algorithm>

namespace millrace::analysis {

FlowFinder::FlowFinder(const TrafficSummary& summary)
{
    for (std::uint32_t row = 0; row < summary.addresses.size(); ++row)
        m_addresses.emplace(summary.addresses[row], row);
    for (std::uint32_t row = 0; row < summary.flows.size(); ++row) {
        const Flow& flow = summary.flows[row];
        std::int64_t begin = flow.first;
        if (flow.reverse != noRow)
            begin = std::min(begin, summary.flows[flow.reverse].first);
        const Ends ends{flow.source, flow.destination, flow.sourcePort, flow.destinationPort, flow.protocol};
        m_parts[ends].rows.emplace_back(begin, row);
    }
    for (auto& [ends, parts] : m_parts)
        std::sort(parts.rows.begin(), parts.rows.end());
}

const FlowFinder::Parts* FlowFinder::partsOf(const capture::Packet& packet, const capture::AddressBook& book)
{
    const auto source = m_addresses.find(book.address(packet.network, packet.source));
    const auto destination = m_addresses.find(book.address(packet.network, packet.destination));
    if (source == m_addresses.end() || destination == m_addresses.end())
        return nullptr;
    const auto parts =
        m_parts.find({source->second, destination->second, packet.sourcePort, packet.destinationPort, packet.protocol});
    return parts == m_parts.end() ? nullptr : &parts->second;
}

std::uint32_t FlowFinder::flowOf(const capture::Packet& packet, std::int64_t time, const capture::AddressBook& book)
{
    if (!packet.isIp())
        return noRow;
    const KeyedPacket keyed = KeyedPacket::of(packet);
    if (!m_lastKnown || keyed.forward != m_lastForward || !(keyed.key == m_lastKey)) {
        const auto [place, added] = m_known[keyed.forward ? 0 : 1].try_emplace(keyed.key, nullptr);
        if (added)
            place->second = partsOf(packet, book);
        m_last = place->second;
        m_lastKey = keyed.key;
        m_lastForward = keyed.forward;
        m_lastKnown = true;
    }
    if (!m_last)
        return noRow;
    const auto& rows = m_last->rows;
    const auto later = std::upper_bound(rows.begin(), rows.end(), time,
                                        [](std::int64_t t, const auto& part) { return t < part.first; });
    return later == rows.begin() ? rows.front().second : std::prev(later)->second;
}

} // namespace millrace::analysis
