// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/analysis/flow_shard.h"

#include "core/base/floor_divide.h"

#include <algorithm>

namespace millrace::analysis {

using namespace capture;

namespace {

constexpr std::size_t firstSlots = 256;
constexpr std::int64_t binBias = std::int64_t{1} << 31;

} // namespace

FlowShard::FlowShard(const TrafficOptions& options, std::size_t shards)
    : m_options(options), m_mostConnections(std::max<std::size_t>(options.maxFlows / (2 * shards), 16)),
      m_mostBins(std::max<std::size_t>(options.maxBins / shards, 1024)), m_mostBursts(options.maxBursts / shards),
      m_slots(firstSlots, noRow), m_mask(firstSlots - 1), m_width(std::max<std::int64_t>(options.binWidth, 1000))
{
    m_budget.outstanding /= shards;
    m_budget.histograms /= shards;
}

void FlowShard::add(const Packet& packet, const KeyedPacket& keyed)
{
    Connection* connection = find(packet, keyed);
    if (connection == nullptr) {
        ++m_beyondMaxFlows;
        addOther(packet);
        return;
    }
    Direction& direction = connection->directions[keyed.forward ? 0 : 1];
    if (direction.packets == 0)
        begin(direction, packet);
    count(direction, packet);
    if (!packet.isTcp())
        return;
    direction.flagsSeen |= packet.tcpFlags;
    constexpr std::uint8_t counted = tcp_flag::syn | tcp_flag::fin | tcp_flag::rst | tcp_flag::ece | tcp_flag::cwr;
    if ((packet.tcpFlags & counted) != 0)
        countFlags(direction, packet.tcpFlags);
    if (m_options.order)
        followOrder(*connection, direction, keyed.forward, packet);
}

void FlowShard::countFlags(Direction& direction, std::uint8_t flags)
{
    const auto has = [flags](std::uint8_t flag) { return (flags & flag) != 0 ? 1u : 0u; };
    direction.syns += has(tcp_flag::syn);
    direction.fins += has(tcp_flag::fin);
    direction.resets += has(tcp_flag::rst);
    // With SYN, both only request ECN.
    if ((flags & tcp_flag::syn) != 0)
        return;
    direction.echoes += has(tcp_flag::ece);
    direction.reductions += has(tcp_flag::cwr);
}

void FlowShard::addOther(const Packet& packet)
{
    if (m_other.packets == 0) {
        m_other.first = m_other.last = packet.time;
        m_other.binIndex = binOf(packet.time);
    }
    m_other.first = std::min(m_other.first, packet.time);
    m_other.last = std::max(m_other.last, packet.time);
    ++m_other.packets;
    m_other.wireBytes += packet.wireBytes;
    m_other.ipBytes += packet.ipBytes;
    m_other.payloadBytes += packet.payloadBytes;
    const std::uint32_t bin = binOf(packet.time);
    if (bin != m_other.binIndex || m_other.binBytes > noRow - packet.wireBytes) {
        closeBin(m_other);
        m_other.binIndex = binOf(packet.time);
    }
    ++m_other.binPackets;
    m_other.binBytes += packet.wireBytes;
}

FlowShard::Connection* FlowShard::find(const Packet& packet, const KeyedPacket& keyed)
{
    std::size_t slot = static_cast<std::size_t>(keyed.hash) & m_mask;
    while (m_slots[slot] != noRow) {
        Connection& connection = at(m_slots[slot]);
        if (connection.key == keyed.key) {
            const bool mayBegin = m_options.idleTimeout > 0
                || (packet.protocol == ip_protocol::tcp
                    && (packet.tcpFlags & (tcp_flag::syn | tcp_flag::ack)) == tcp_flag::syn);
            if (mayBegin && beginsAnew(connection, connection.directions[keyed.forward ? 0 : 1], packet)) {
                for (Direction& direction : connection.directions)
                    if (direction.order)
                        direction.order->forget(m_budget);
                if (m_count >= m_mostConnections)
                    return nullptr;
                return make(keyed, slot, static_cast<std::uint16_t>(connection.part + 1));
            }
            return &connection;
        }
        slot = (slot + 1) & m_mask;
    }
    if (m_count >= m_mostConnections)
        return nullptr;
    return make(keyed, slot, 0);
}

FlowShard::Connection* FlowShard::make(const KeyedPacket& keyed, std::size_t slot, std::uint16_t part)
{
    if (m_count % pieceConnections == 0)
        m_pieces.push_back(std::make_unique<Connection[]>(pieceConnections));
    m_slots[slot] = static_cast<std::uint32_t>(m_count);
    Connection& connection = at(m_count++);
    connection.key = keyed.key;
    connection.part = part;
    if (m_count * 2 > m_mask)
        rehash();
    return &connection;
}

bool FlowShard::beginsAnew(const Connection& connection, const Direction& direction, const Packet& packet) const
{
    const auto& [one, two] = connection.directions;
    if (m_options.idleTimeout > 0) {
        const std::int64_t last = one.packets == 0 ? two.last
            : two.packets == 0                     ? one.last
                                                   : std::max(one.last, two.last);
        if (packet.time - last > m_options.idleTimeout)
            return true;
    }
    const bool opens = packet.isTcp() && (packet.tcpFlags & (tcp_flag::syn | tcp_flag::ack)) == tcp_flag::syn;
    const bool known = ((one.flagsSeen | two.flagsSeen) & (tcp_flag::ack | tcp_flag::rst)) != 0;
    return m_options.splitConnections && opens && known
        && (direction.packets == 0 || direction.initialSequence != packet.sequence);
}

void FlowShard::rehash()
{
    m_mask = m_mask * 2 + 1;
    std::vector<std::uint32_t> slots(m_mask + 1, noRow);
    const std::vector<std::uint32_t> old = std::exchange(m_slots, std::move(slots));
    for (const std::uint32_t row : old) {
        if (row == noRow)
            continue;
        const ConnectionKey& key = at(row).key;
        std::uint64_t mixed = (key.low * 0x9E3779B97F4A7C15ull) ^ (key.high * 0xC2B2AE3D27D4EB4Full);
        mixed ^= mixed >> 32;
        std::size_t slot = static_cast<std::size_t>(mixed * 0xBF58476D1CE4E5B9ull) & m_mask;
        while (m_slots[slot] != noRow)
            slot = (slot + 1) & m_mask;
        m_slots[slot] = row;
    }
}

void FlowShard::begin(Direction& direction, const Packet& packet)
{
    direction.row = m_rows++;
    direction.first = direction.last = packet.time;
    direction.burstFirst = packet.time;
    direction.initialSequence = packet.sequence;
    direction.binIndex = binOf(packet.time);
    if (m_options.order && packet.isTcp())
        direction.order = std::make_unique<TcpOrder>();
}

void FlowShard::count(Direction& direction, const Packet& packet)
{
    ++direction.packets;
    direction.wireBytes += packet.wireBytes;
    direction.ipBytes += packet.ipBytes;
    direction.payloadBytes += packet.payloadBytes;
    if (packet.trafficClass != 0) {
        ++direction.classed;
        direction.dscps |= std::uint64_t{1} << packet.dscp();
        ++direction.ecn[packet.ecn()];
    }

    const std::uint32_t bin = binOf(packet.time);
    if (bin != direction.binIndex || direction.binBytes > noRow - packet.wireBytes) [[unlikely]] {
        closeBin(direction);
        direction.binIndex = binOf(packet.time);
    }
    ++direction.binPackets;
    direction.binBytes += packet.wireBytes;

    if (packet.time - direction.last > m_options.burstGap) [[unlikely]]
        closeBurst(direction);
    if (direction.burstPackets == 0)
        direction.burstFirst = packet.time;
    ++direction.burstPackets;
    direction.burstBytes += packet.wireBytes;
    if (packet.time > direction.last)
        direction.last = packet.time;
    else if (packet.time < direction.first)
        direction.first = packet.time;
}

void FlowShard::followOrder(Connection& connection, Direction& direction, bool forward, const Packet& packet)
{
    Direction& reverse = connection.directions[forward ? 1 : 0];
    if (!direction.order)
        return;
    std::uint32_t length = packet.payloadBytes;
    if ((packet.tcpFlags & (tcp_flag::syn | tcp_flag::fin)) != 0)
        length +=
            ((packet.tcpFlags & tcp_flag::syn) != 0 ? 1u : 0u) + ((packet.tcpFlags & tcp_flag::fin) != 0 ? 1u : 0u);
    const bool reverseSeen = reverse.packets != 0;
    if ((packet.tcpFlags & tcp_flag::ack) != 0) {
        static const TcpOrder unseen;
        direction.order->acknowledges(packet, length, reverse.order ? *reverse.order : unseen);
        if (reverse.order)
            reverse.order->acknowledged(packet.acknowledgement, packet.time, m_budget);
    }
    if (length > 0)
        direction.order->sent(packet, length, reverseSeen, m_budget);
}

void FlowShard::closeBurst(Direction& direction)
{
    ++direction.bursts;
    if (m_bursts.size() < m_mostBursts)
        m_bursts.push_back(
            {direction.row, direction.burstPackets, direction.burstFirst, direction.last, direction.burstBytes});
    else
        ++m_burstsBeyond;
    direction.burstPackets = 0;
    direction.burstBytes = 0;
}

void FlowShard::closeBin(Direction& direction)
{
    if (direction.binPackets > 0)
        m_bins.append({direction.row, direction.binIndex, direction.binPackets, direction.binBytes});
    direction.binPackets = 0;
    direction.binBytes = 0;
    constexpr std::int64_t widest = std::int64_t{1} << 60;
    if (m_bins.size() > std::max(m_mostBins, std::size_t{4} * m_rows) && m_width < widest)
        widen();
}

void FlowShard::moveBin(std::int64_t time)
{
    std::int64_t number = floorDivide(time, m_width);
    if (!m_binBaseKnown) {
        m_binBase = number - binBias;
        m_binBaseKnown = true;
    }
    while (number - m_binBase < 0 || number - m_binBase >= 2 * binBias) {
        widen();
        number = floorDivide(time, m_width);
    }
    m_binIndex = static_cast<std::uint32_t>(number - m_binBase);
    m_binBegin = number * m_width;
    m_binEnd = m_binBegin + m_width;
}

void FlowShard::widen()
{
    const auto odd = static_cast<std::uint32_t>(m_binBase & 1);
    const auto added = static_cast<std::uint32_t>(binBias / 2);
    m_bins.coarsen(odd, added, m_rows);
    const auto move = [&](Direction& direction) {
        direction.binIndex = static_cast<std::uint32_t>((std::uint64_t{direction.binIndex} + odd) / 2 + added);
    };
    move(m_other);
    for (std::size_t number = 0; number < m_count; ++number)
        for (Direction& direction : at(number).directions)
            move(direction);
    m_binBase = floorDivide(m_binBase, 2) - binBias / 2;
    m_width *= 2;
    m_binBegin = m_binEnd = 0;
}

void FlowShard::widenTo(std::int64_t width)
{
    while (m_width < width)
        widen();
}

} // namespace millrace::analysis
