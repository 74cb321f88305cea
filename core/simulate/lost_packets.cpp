// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/simulate/lost_packets.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace millrace::simulate {

namespace {

constexpr double leastTimeout = 0.2; // s, TCP_RTO_MIN
constexpr double shortestTimer = 10e-3; // s, two ticks of 250 Hz and half a one until the next

} // namespace

LostPackets::LostPackets(double probability, double segmentBytes, std::uint64_t seed)
    : m_probability(probability), m_segmentBytes(segmentBytes), m_random(seed)
{
    draw();
}

void LostPackets::draw()
{
    if (m_probability <= 0) {
        m_toNext = std::numeric_limits<double>::infinity();
        return;
    }
    const double between = std::floor(std::log(1 - m_random.uniform()) / std::log1p(-m_probability));
    m_toNext = (between + 1) * m_segmentBytes;
}

double LostPackets::room(double bytes) const noexcept
{
    return std::ceil(bytes / m_segmentBytes) * m_segmentBytes - bytes;
}

LostPackets::Again LostPackets::again(double bytesAfter, double window, double rate, double roundTrip)
{
    const double follow = std::ceil(bytesAfter / m_segmentBytes);
    Again again;
    again.isLate = follow < fewFollow;
    if (!again.isLate)
        again.seconds = std::max(roundTrip + fewFollow * m_segmentBytes / rate, std::min(window, bytesAfter) / rate);
    else if (follow >= 1)
        again.seconds = 1.25 * roundTrip + shortestTimer;
    else
        again.seconds = roundTrip + leastTimeout;
    while (m_random.uniform() < m_probability)
        again.seconds += roundTrip + (again.isLate ? leastTimeout : 0);
    return again;
}

} // namespace millrace::simulate
