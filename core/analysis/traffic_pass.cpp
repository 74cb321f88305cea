// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/analysis/traffic_pass.h"

#include "core/analysis/traffic_collect.h"

namespace millrace::analysis {

class TrafficPass::Impl
{
public:
    Impl(const TrafficOptions& chosen, const capture::AddressBook& book) : options(chosen), addresses(book)
    {
        shards.reserve(shardCount);
        for (std::size_t i = 0; i < shardCount; ++i)
            shards.emplace_back(options, shardCount);
    }

    TrafficOptions options;
    const capture::AddressBook& addresses;
    OrderDependentStats front;
    std::vector<FlowShard> shards;
};

TrafficPass::TrafficPass(const TrafficOptions& options, const capture::AddressBook& addresses)
    : m_impl(std::make_unique<Impl>(options, addresses))
{
}

TrafficPass::~TrafficPass() = default;
TrafficPass::TrafficPass(TrafficPass&&) noexcept = default;

void TrafficPass::add(std::span<const capture::Packet> packets)
{
    Impl& impl = *m_impl;
    for (const capture::Packet& packet : packets) {
        impl.front.add(packet);
        if (!packet.isIp()) [[unlikely]] {
            impl.shards.front().addOther(packet);
            continue;
        }
        impl.shards[shardOf(packet)].add(packet, KeyedPacket::of(packet));
    }
}

TrafficSummary TrafficPass::snapshot() const
{
    return collectTraffic(m_impl->options, m_impl->front, m_impl->shards, m_impl->addresses, false);
}

TrafficSummary TrafficPass::finish()
{
    TrafficSummary summary = collectTraffic(m_impl->options, m_impl->front, m_impl->shards, m_impl->addresses, true);
    m_impl = std::make_unique<Impl>(m_impl->options, m_impl->addresses);
    return summary;
}

} // namespace millrace::analysis
