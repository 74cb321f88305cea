// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/analysis/duplicate_filter.h"

#include "core/capture/frame_decoder.h"

#include <algorithm>
#include <cstring>
#include <limits>

namespace millrace::analysis {

using namespace capture;

namespace {

constexpr std::size_t identityBytes = 72;
constexpr std::int64_t sightWindow = 2'000'000'000;

using Start = std::array<std::uint8_t, identityBytes>;

void blank(Start& start, std::size_t at, std::size_t count)
{
    for (std::size_t i = at; i < std::min(at + count, start.size()); ++i)
        start[i] = 0;
}

/// Masks fields that routers and checksum offload change.
void blankVariable(Start& start, const Packet& packet)
{
    std::size_t transport = 0;
    if (packet.network == Network::Ipv4) {
        blank(start, 1, 1);
        blank(start, 8, 1);
        blank(start, 10, 2);
        transport = (start[0] & 15u) * 4;
    } else {
        start[0] &= 0xf0;
        start[1] &= 0x0f;
        blank(start, 7, 1);
        transport = 40;
    }
    if (packet.has(packet_mark::fragment))
        return;
    if (packet.protocol == ip_protocol::tcp)
        blank(start, transport + 16, 2);
    else if (packet.protocol == ip_protocol::udp)
        blank(start, transport + 6, 2);
}

std::uint64_t startIdentity(const Packet& packet, std::span<const std::uint8_t> frame)
{
    Start start{};
    std::size_t size = std::min(frame.size() - std::min<std::size_t>(packet.linkBytes, frame.size()), start.size());
    // Only some interfaces pad short frames.
    if (packet.isIp())
        size = std::min<std::size_t>(size, packet.ipBytes);
    if (size > 0)
        std::memcpy(start.data(), frame.data() + packet.linkBytes, size);
    if (packet.isIp())
        blankVariable(start, packet);
    std::uint64_t hash = (std::uint64_t{packet.ipBytes} << 8) | static_cast<std::uint64_t>(packet.network);
    for (std::size_t at = 0; at < start.size(); at += 8) {
        std::uint64_t word = 0;
        std::memcpy(&word, start.data() + at, 8);
        hash = (hash ^ word) * 0x9E3779B97F4A7C15ull;
        hash ^= hash >> 32;
    }
    return hash;
}

} // namespace

std::uint32_t DuplicateFilter::pointOf(std::uint32_t file, std::uint16_t linkType, const Packet& packet,
                                       std::span<const std::uint8_t> frame)
{
    Point point{file, packet.interface, 0};
    if (linkType == link_type::linuxSll2 && frame.size() >= 8)
        std::memcpy(&point.index, frame.data() + 4, 4);
    const auto known = m_points.find(point);
    if (known != m_points.end())
        return known->second;
    const auto number = static_cast<std::uint32_t>(std::min(m_points.size(), mostPoints - 1));
    if (m_points.size() < mostPoints)
        m_points.emplace(point, number);
    return number;
}

DuplicateFilter::Sight& DuplicateFilter::sightOf(std::uint64_t identity, std::int64_t time)
{
    if (m_sights.empty())
        m_sights.resize(buckets * ways);
    Sight* const bucket = m_sights.data() + (identity >> 48) % buckets * ways;
    Sight* oldest = bucket;
    for (Sight* sight = bucket; sight != bucket + ways; ++sight) {
        if (sight->most > 0 && sight->identity == identity) {
            if (time - sight->time > sightWindow || sight->time - time > sightWindow
                || sight->most == std::numeric_limits<std::uint16_t>::max())
                *sight = {identity, time, 0, {}};
            return *sight;
        }
        if (sight->most == 0 || (oldest->most > 0 && sight->time < oldest->time))
            oldest = sight;
    }
    *oldest = {identity, time, 0, {}};
    return *oldest;
}

bool DuplicateFilter::isDuplicate(const Packet& packet, std::span<const std::uint8_t> frame, std::uint32_t point)
{
    Sight& sight = sightOf(startIdentity(packet, frame), packet.time);
    sight.time = packet.time;
    std::uint16_t& count = sight.counts[std::min<std::size_t>(point, mostPoints - 1)];
    if (++count <= sight.most)
        return true;
    sight.most = count;
    return false;
}

} // namespace millrace::analysis
