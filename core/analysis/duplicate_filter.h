// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/capture/packet.h"

#include <array>
#include <map>
#include <span>
#include <vector>

namespace millrace::analysis {

/// Finds packets that another capture point saw already: another interface of the same file, as of a bridge and its
/// ports, or another file on the same clock.
///
/// A packet is known by what does not change from point to point: the first 72 bytes of its IP packet without traffic
/// class, hop limit and checksums. Each point counts its sights of an identity; a sight is new when no other point has
/// seen the identity as often within the last two seconds. So the first sight counts, a segment that was sent again
/// counts again, and a packet that was lost between two points counts once. Memory is bounded (16 MiB); packets of
/// which 250 000 others separate two sights are not found.
class DuplicateFilter
{
public:
    /// A number for a place of capture, from 0: a file, its interface, and the interface index of SLL2 frames.
    [[nodiscard]] std::uint32_t pointOf(std::uint32_t file, std::uint16_t linkType, const capture::Packet& packet,
                                        std::span<const std::uint8_t> frame);
    /// Whether another point saw this packet before. To be asked once for each packet, in order of time.
    [[nodiscard]] bool isDuplicate(const capture::Packet& packet, std::span<const std::uint8_t> frame,
                                   std::uint32_t point);

private:
    static constexpr std::size_t mostPoints = 16; ///< later ones count as the last
    static constexpr std::size_t buckets = std::size_t{1} << 16, ways = 4;
    struct Sight
    {
        std::uint64_t identity = 0;
        std::int64_t time = 0; ///< of the last sight
        std::uint16_t most = 0; ///< sights of the point that has most; 0: unused
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
