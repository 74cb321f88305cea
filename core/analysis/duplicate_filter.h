// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/capture/packet.h"

#include <array>
#include <map>
#include <span>
#include <vector>

namespace millrace::analysis {

/// Finds packets that another capture point has already seen: another interface of the same file, as of a bridge and
/// its ports, or another file on the same clock.
///
/// A packet is identified by what is the same at all points: the first 72 bytes of its IP packet without traffic class,
/// hop limit and checksums. Each point counts its sightings of an identity; a sighting is new when no other point has
/// seen the identity as often within the last two seconds. So the first sighting counts, a retransmitted segment counts
/// again, and a packet lost between two points counts once. Memory is bounded (16 MiB); sightings separated by more
/// than 250 000 other packets are not matched.
class DuplicateFilter
{
public:
    /// Number of a capture point, from 0: a file, its interface, and the interface index of SLL2 frames.
    [[nodiscard]] std::uint32_t pointOf(std::uint32_t file, std::uint16_t linkType, const capture::Packet& packet,
                                        std::span<const std::uint8_t> frame);
    /// Whether another point saw this packet before. Call once per packet, in order of time.
    [[nodiscard]] bool isDuplicate(const capture::Packet& packet, std::span<const std::uint8_t> frame,
                                   std::uint32_t point);

private:
    static constexpr std::size_t mostPoints = 16; ///< later ones share the last number
    static constexpr std::size_t buckets = std::size_t{1} << 16, ways = 4;
    struct Sight
    {
        std::uint64_t identity = 0;
        std::int64_t time = 0; ///< of the last sighting
        std::uint16_t most = 0; ///< sightings at the point with most; 0: unused
        std::array<std::uint16_t, mostPoints> counts{};
    };
    struct Point
    {
        std::uint32_t file = 0;
        std::uint32_t interface = 0;
        std::uint32_t index = 0;

        auto operator<=>(const Point&) const = default;
    };

    [[nodiscard]] Sight& sightOf(std::uint64_t identity, std::int64_t time);

    std::map<Point, std::uint32_t> m_points;
    std::vector<Sight> m_sights;
};

} // namespace millrace::analysis
