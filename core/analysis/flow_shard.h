// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/analysis/bin_log.h"
#include "core/analysis/tcp_order.h"
#include "core/analysis/traffic.h"
#include "core/capture/packet.h"

#include <memory>
#include <vector>

namespace millrace::analysis {

/// The two ends and the protocol of a connection, the same for both directions.
struct ConnectionKey
{
    std::uint64_t low = 0; ///< lower end: address, port; protocol and network above
    std::uint64_t high = 0; ///< upper end: address, port

    bool operator==(const ConnectionKey&) const = default;
};

struct KeyedPacket
{
    ConnectionKey key;
    std::uint64_t hash = 0;
    bool forward = true; ///< from the lower end to the upper

    static KeyedPacket of(const capture::Packet& packet) noexcept
    {
        const std::uint64_t source = (std::uint64_t{packet.source} << 16) | packet.sourcePort;
        const std::uint64_t destination = (std::uint64_t{packet.destination} << 16) | packet.destinationPort;
        KeyedPacket keyed;
        keyed.forward = source <= destination;
        const std::uint64_t kind =
            (std::uint64_t{packet.protocol} << 48) | (std::uint64_t{static_cast<std::uint8_t>(packet.network)} << 56);
        keyed.key.low = (keyed.forward ? source : destination) | kind;
        keyed.key.high = keyed.forward ? destination : source;
        std::uint64_t mixed = (keyed.key.low * 0x9E3779B97F4A7C15ull) ^ (keyed.key.high * 0xC2B2AE3D27D4EB4Full);
        mixed ^= mixed >> 32;
        keyed.hash = mixed * 0xBF58476D1CE4E5B9ull;
        return keyed;
    }
};

/// The connections whose key falls into one part of the hash, with all data kept for each: flows, bins, bursts. For one
/// thread at a time.
class FlowShard
{
public:
    /// Data kept for one direction.
    struct Direction
    {
        std::int64_t first = 0;
        std::int64_t last = 0;
        std::uint64_t packets = 0;
        std::uint64_t wireBytes = 0;
        std::uint64_t ipBytes = 0;
        std::uint64_t payloadBytes = 0;
        std::uint32_t binIndex = 0; ///< of the open bin
        std::uint32_t binPackets = 0;
        std::uint32_t binBytes = 0;
        std::uint32_t bursts = 0;
        std::int64_t burstFirst = 0;
        std::uint64_t burstBytes = 0;
        std::uint32_t burstPackets = 0;
        std::uint32_t row = 0; ///< of this direction among all of the shard
        std::uint32_t syns = 0, fins = 0, resets = 0;
        std::uint32_t initialSequence = 0;
        std::unique_ptr<TcpOrder> order;
        std::uint64_t dscps = 0; ///< of the packets with a traffic class
        std::uint64_t classed = 0; ///< packets whose traffic class is not 0
        std::uint64_t ecn[4] = {}; ///< of those, by their ECN bits
        std::uint32_t echoes = 0, reductions = 0; ///< ECE and CWR without SYN
        std::uint8_t flagsSeen = 0;
    };
    struct Connection
    {
        ConnectionKey key;
        std::uint16_t part = 0;
        Direction directions[2]; ///< from the lower end, from the upper end
    };

    FlowShard(const TrafficOptions& options, std::size_t shards);

    void add(const capture::Packet& packet, const KeyedPacket& keyed);
    /// A packet that is not IP: counts in row 0.
    void addOther(const capture::Packet& packet);

    [[nodiscard]] std::size_t connections() const noexcept { return m_count; }
    [[nodiscard]] const Connection& connection(std::size_t number) const noexcept
    {
        return m_pieces[number / pieceConnections][number % pieceConnections];
    }
    /// Row 0 is for packets that belong to no flow.
    [[nodiscard]] std::size_t rows() const noexcept { return m_rows; }
    [[nodiscard]] const Direction& other() const noexcept { return m_other; }
    [[nodiscard]] const std::vector<Burst>& bursts() const noexcept { return m_bursts; } ///< finished; flow is the row
    [[nodiscard]] std::uint64_t burstsBeyond() const noexcept { return m_burstsBeyond; }
    [[nodiscard]] std::uint64_t beyondMaxFlows() const noexcept { return m_beyondMaxFlows; }
    [[nodiscard]] BinLog& bins() noexcept { return m_bins; }
    [[nodiscard]] const BinLog& bins() const noexcept { return m_bins; }
    [[nodiscard]] std::int64_t binWidth() const noexcept { return m_width; }
    /// The number, counted from 1970, of the bin with index 0.
    [[nodiscard]] std::int64_t binBase() const noexcept { return m_binBase; }
    /// Makes bins at least this wide: binWidth() times a power of two.
    void widenTo(std::int64_t width);

private:
    Connection* find(const capture::Packet& packet, const KeyedPacket& keyed);
    Connection* make(const KeyedPacket& keyed, std::size_t slot, std::uint16_t part);
    [[nodiscard]] bool beginsAnew(const Connection& connection, const Direction& direction,
                                  const capture::Packet& packet) const;
    void rehash();
    void count(Direction& direction, const capture::Packet& packet);
    static void countFlags(Direction& direction, std::uint8_t flags);
    void begin(Direction& direction, const capture::Packet& packet);
    void followOrder(Connection& connection, Direction& direction, bool forward, const capture::Packet& packet);
    void closeBurst(Direction& direction);
    void closeBin(Direction& direction);
    [[nodiscard]] std::uint32_t binOf(std::int64_t time)
    {
        if (time < m_binBegin || time >= m_binEnd)
            moveBin(time);
        return m_binIndex;
    }
    void moveBin(std::int64_t time);
    void widen();

    TrafficOptions m_options;
    std::size_t m_mostConnections;
    std::size_t m_mostBins;
    std::size_t m_mostBursts;
    OrderBudget m_budget;
    static constexpr std::size_t pieceConnections = 64;
    [[nodiscard]] Connection& at(std::size_t number) noexcept
    {
        return m_pieces[number / pieceConnections][number % pieceConnections];
    }

    std::vector<std::unique_ptr<Connection[]>> m_pieces;
    std::size_t m_count = 0;
    std::vector<std::uint32_t> m_slots; ///< numbers of connections; open addressing
    std::size_t m_mask;
    std::uint32_t m_rows = 1;
    Direction m_other;
    BinLog m_bins;
    std::int64_t m_width;
    std::int64_t m_binBase = 0;
    bool m_binBaseKnown = false;
    std::int64_t m_binBegin = 0; ///< of the bin that was last looked up
    std::int64_t m_binEnd = 0;
    std::uint32_t m_binIndex = 0;
    std::vector<Burst> m_bursts;
    std::uint64_t m_burstsBeyond = 0;
    std::uint64_t m_beyondMaxFlows = 0;
};

} // namespace millrace::analysis
