// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/analysis/flow_shard.h"
#include "core/analysis/traffic.h"

#include <map>
#include <unordered_map>

namespace millrace::analysis {

/// Finds the flow of a summary that a packet belongs to, also for packets from another reading of the file. Keeps
/// nothing of the summary but copies.
class FlowFinder
{
public:
    explicit FlowFinder(const TrafficSummary& summary);

    /// Row in TrafficSummary::flows, or noRow. `time` on the summary's clock.
    [[nodiscard]] std::uint32_t flowOf(const capture::Packet& packet, std::int64_t time,
                                       const capture::AddressBook& book);

private:
    struct Parts
    {
        std::vector<std::pair<std::int64_t, std::uint32_t>> rows; ///< start of the connection, row of the flow
    };
    struct KeyHash
    {
        std::size_t operator()(const ConnectionKey& key) const noexcept
        {
            std::uint64_t mixed = (key.low * 0x9E3779B97F4A7C15ull) ^ (key.high * 0xC2B2AE3D27D4EB4Full);
            return static_cast<std::size_t>(mixed ^ (mixed >> 32));
        }
    };
    using Ends = std::tuple<std::uint32_t, std::uint32_t, std::uint16_t, std::uint16_t, std::uint8_t>;

    const Parts* partsOf(const capture::Packet& packet, const capture::AddressBook& book);

    std::map<capture::IpAddress, std::uint32_t> m_addresses;
    std::map<Ends, Parts> m_parts;
    std::unordered_map<ConnectionKey, const Parts*, KeyHash> m_known[2]; ///< by direction
    ConnectionKey m_lastKey;
    bool m_lastForward = false;
    const Parts* m_last = nullptr;
    bool m_lastKnown = false;
};

} // namespace millrace::analysis
