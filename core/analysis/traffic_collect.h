// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/analysis/flow_shard.h"
#include "core/analysis/order_dependent_stats.h"

#include <array>
#include <span>

namespace millrace::analysis {

/// Fixed, so that the result does not depend on the number of threads.
constexpr std::size_t shardCount = 4;

/// The shard that the packet's connection belongs to: the same for both directions.
[[nodiscard]] inline std::size_t shardOf(const capture::Packet& packet) noexcept
{
    const std::uint32_t ends = (packet.source ^ packet.destination) * 0x9E3779B1u;
    const std::uint32_t ports = static_cast<std::uint32_t>(packet.sourcePort ^ packet.destinationPort) * 0x85EBCA77u;
    const std::uint32_t mixed = ends ^ ports;
    return static_cast<std::size_t>(((mixed ^ (mixed >> 15)) * 0x2C1B3C6Du) >> 30);
}

/// Merges the data of the front and the shards. With `consume` the bins of the shards are freed on the way.
[[nodiscard]] TrafficSummary collectTraffic(const TrafficOptions& options, const OrderDependentStats& front,
                                            std::span<FlowShard> shards, const capture::AddressBook& addresses,
                                            bool consume);

/// Sorts the rows of flows whose bins are not in order of time.
void orderBins(FlowBins& bins);

} // namespace millrace::analysis
