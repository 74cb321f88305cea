// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/analysis/clock_alignment.h"

#include "core/base/statistics.h"
#include "core/base/unknown.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace millrace::analysis {

namespace {

constexpr std::size_t fewest = 10; ///< matched packets in each direction
constexpr double steepest = 1e-3; ///< upper bound of the drift of computer clocks

struct Point
{
    double x; ///< seconds since the reference, first clock
    double y; ///< second clock minus first, seconds, relative to the first difference
};

/// The corners of the lower (sign 1) or upper (sign -1) hull of points that are sorted by x.
std::vector<Point> hull(const std::vector<Point>& points, double sign)
{
    std::vector<Point> corners;
    for (const Point& point : points) {
        while (corners.size() >= 2) {
            const Point& a = corners[corners.size() - 2];
            const Point& b = corners.back();
            if (sign * ((b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x)) > 0)
                break;
            corners.pop_back();
        }
        corners.push_back(point);
    }
    return corners;
}

/// The room between the clouds along lines of one slope.
struct Room
{
    double low; ///< highest of the lower cloud
    double high; ///< lowest of the upper cloud

    [[nodiscard]] double width() const noexcept { return high - low; }
};

Room roomAt(double slope, const std::vector<Point>& above, const std::vector<Point>& below)
{
    Room room{-std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
    for (const Point& point : above)
        room.high = std::min(room.high, point.y - slope * point.x);
    for (const Point& point : below)
        room.low = std::max(room.low, point.y - slope * point.x);
    return room;
}

/// The room is a concave function of the slope.
double widestSlope(const std::vector<Point>& above, const std::vector<Point>& below)
{
    double low = -steepest, high = steepest;
    for (int i = 0; i < 200 && high - low > 1e-13; ++i) {
        const double one = low + (high - low) / 3, two = high - (high - low) / 3;
        if (roomAt(one, above, below).width() < roomAt(two, above, below).width())
            low = one;
        else
            high = two;
    }
    return (low + high) / 2;
}

/// The boundary of the room, between a slope with room and one without.
double edgeOf(double inside, double outside, const std::vector<Point>& above, const std::vector<Point>& below)
{
    if (roomAt(outside, above, below).width() >= 0)
        return outside;
    for (int i = 0; i < 100; ++i) {
        const double middle = (inside + outside) / 2;
        (roomAt(middle, above, below).width() >= 0 ? inside : outside) = middle;
    }
    return inside;
}

std::int64_t correctionOf(double offset, double drift, std::int64_t reference, std::int64_t time)
{
    const double since = static_cast<double>(time - reference) / 1e9 - offset;
    return -std::llround((offset + drift * since) * 1e9);
}

} // namespace

std::int64_t ClockComparison::correction(std::int64_t time) const noexcept
{
    return correctionOf(offset, drift, reference, time);
}

std::int64_t CaptureClock::correction(std::int64_t time) const noexcept
{
    return correctionOf(offset, drift, reference, time);
}

ClockCorrection CaptureClock::forAnalysis() const noexcept
{
    if (!known)
        return {};
    return {offset, drift, reference + std::llround(offset * 1e9)};
}

ClockComparison compareClocks(std::span<const MatchedPacket> packets)
{
    ClockComparison result;
    for (const MatchedPacket& packet : packets)
        ++(packet.forward ? result.forward : result.backward);
    if (result.forward < fewest || result.backward < fewest) {
        result.reason = packets.empty()
            ? "no packet was seen by both captures"
            : fmt::format("{} and {} packets of the two directions were seen by both captures, "
                          "and {} of each are needed",
                          result.forward, result.backward, fewest);
        return result;
    }
    std::vector<MatchedPacket> sorted(packets.begin(), packets.end());
    std::sort(sorted.begin(), sorted.end(),
              [](const MatchedPacket& a, const MatchedPacket& b) { return a.atOne < b.atOne; });
    result.reference = sorted[sorted.size() / 2].atOne;
    const std::int64_t base = sorted[sorted.size() / 2].atTwo - result.reference;
    std::vector<Point> above, below;
    for (const MatchedPacket& packet : sorted)
        (packet.forward ? above : below)
            .push_back({static_cast<double>(packet.atOne - result.reference) / 1e9,
                        static_cast<double>(packet.atTwo - packet.atOne - base) / 1e9});
    above = hull(above, 1);
    below = hull(below, -1);
    result.drift = widestSlope(above, below);
    const Room room = roomAt(result.drift, above, below);
    result.offset = static_cast<double>(base) / 1e9 + (room.low + room.high) / 2;
    result.bound = room.width() / 2;
    // Time stamps are integer microseconds or nanoseconds, so a tiny negative room counts as zero.
    result.known = room.width() > -2e-6;
    if (!result.known) {
        result.reason = "no steady clock explains the times at both ends; one of the clocks was set while recording";
        return result;
    }
    result.bound = std::max(result.bound, 1e-6);
    result.driftLow = edgeOf(result.drift, -steepest, above, below);
    result.driftHigh = edgeOf(result.drift, steepest, above, below);
    return result;
}

namespace {

struct Pair
{
    std::size_t one = 0, two = 0;
    std::vector<MatchedPacket> matched;
    ClockComparison clock;
};

bool sampled(std::uint64_t identity, unsigned sampling)
{
    return (identity & ((std::uint64_t{1} << sampling) - 1)) == 0;
}

/// Calls function(sight of one or null, sight of two or null) for every packet exchanged between the two nodes.
template <typename Function>
void forEachBetween(const CaptureSights& one, const capture::IpAddress& nodeOne, const CaptureSights& two,
                    const capture::IpAddress& nodeTwo, Function function)
{
    const unsigned sampling = std::max(one.sampling, two.sampling);
    const auto between = [&](const CaptureSights& capture, const PacketSight& sight) {
        const capture::IpAddress& from = capture.addresses[sight.source];
        const capture::IpAddress& to = capture.addresses[sight.destination];
        return sampled(sight.identity, sampling)
            && ((from == nodeOne && to == nodeTwo) || (from == nodeTwo && to == nodeOne));
    };
    auto a = one.sights.begin();
    auto b = two.sights.begin();
    while (a != one.sights.end() || b != two.sights.end()) {
        const bool takeA = b == two.sights.end() || (a != one.sights.end() && a->identity <= b->identity);
        const bool takeB = a == one.sights.end() || (b != two.sights.end() && b->identity <= a->identity);
        if (takeA ? between(one, *a) : between(two, *b)) {
            const bool forward = takeA ? one.addresses[a->source] == nodeOne : two.addresses[b->source] == nodeOne;
            function(takeA ? &*a : nullptr, takeB ? &*b : nullptr, forward);
        }
        if (takeA)
            ++a;
        if (takeB)
            ++b;
    }
}

Pair compare(std::span<const CaptureSights> captures, std::size_t one, std::size_t two,
             const std::vector<capture::IpAddress>& nodes)
{
    Pair pair{one, two, {}, {}};
    forEachBetween(captures[one], nodes[one], captures[two], nodes[two],
                   [&](const PacketSight* a, const PacketSight* b, bool forward) {
                       if (a && b)
                           pair.matched.push_back({a->time, b->time, forward});
                   });
    pair.clock = compareClocks(pair.matched);
    return pair;
}

/// Counts reordered packets, by their order at the receiver.
std::uint64_t overtaken(std::vector<std::pair<std::int64_t, std::int64_t>>& sentAndReceived)
{
    std::sort(sentAndReceived.begin(), sentAndReceived.end(),
              [](const auto& a, const auto& b) { return std::tie(a.second, a.first) < std::tie(b.second, b.first); });
    std::uint64_t count = 0;
    std::int64_t latest = std::numeric_limits<std::int64_t>::min();
    for (const auto& [sent, received] : sentAndReceived) {
        count += sent < latest ? 1 : 0;
        latest = std::max(latest, sent);
    }
    return count;
}

PathObservation observe(std::span<const CaptureSights> captures, const Pair& pair,
                        const std::vector<capture::IpAddress>& nodes, bool wantForward)
{
    const CaptureSights& one = captures[pair.one];
    const CaptureSights& two = captures[pair.two];
    PathObservation path;
    path.from = nodes[wantForward ? pair.one : pair.two].text();
    path.to = nodes[wantForward ? pair.two : pair.one].text();
    path.sampling = std::max(one.sampling, two.sampling);
    // The time covered by both captures, on the first clock; at its ends packets are still in flight.
    const auto toFirst = [&](std::int64_t time) { return time + (pair.clock.known ? pair.clock.correction(time) : 0); };
    const std::int64_t length = std::min(one.last, toFirst(two.last)) - std::max(one.first, toFirst(two.first));
    const auto share = static_cast<std::int64_t>(static_cast<double>(length) * PathObservation::edgeShare);
    const std::int64_t edge = std::clamp<std::int64_t>(share, 0, PathObservation::longestEdge);
    const std::int64_t begin = std::max(one.first, toFirst(two.first)) + edge;
    const std::int64_t end = std::min(one.last, toFirst(two.last)) - edge;
    std::vector<double> delays;
    std::vector<std::pair<std::int64_t, std::int64_t>> order;
    forEachBetween(one, nodes[pair.one], two, nodes[pair.two],
                   [&](const PacketSight* a, const PacketSight* b, bool forward) {
                       if (forward != wantForward)
                           return;
                       const std::int64_t time = a ? a->time : toFirst(b->time);
                       if (time < begin || time > end)
                           return;
                       const PacketSight* sender = wantForward ? a : b;
                       const PacketSight* receiver = wantForward ? b : a;
                       path.sent += sender ? 1 : 0;
                       path.received += sender && receiver ? 1 : 0;
                       path.unseen += sender ? 0 : 1;
                       if (!sender || !receiver)
                           return;
                       order.emplace_back(sender->time, receiver->time);
                       const double apart = static_cast<double>(toFirst(b->time) - a->time) / 1e9;
                       delays.push_back(wantForward ? apart : -apart);
                   });
    path.reordered = overtaken(order);
    if (pair.clock.known && !delays.empty()) {
        path.delayMinimum = *std::min_element(delays.begin(), delays.end());
        path.delayMean = mean(delays);
        path.delayMedian = quantile(delays, 0.5);
        path.delayP99 = quantile(delays, 0.99);
    }
    return path;
}

/// From the first capture outwards, always along the comparison with the smallest bound (Prim's tree).
void spreadOffsets(const std::vector<Pair>& pairs, std::vector<CaptureClock>& clocks)
{
    clocks.front().known = true;
    for (;;) {
        const Pair* best = nullptr;
        for (const Pair& pair : pairs) {
            if (!pair.clock.known || clocks[pair.one].known == clocks[pair.two].known)
                continue;
            if (!best || pair.clock.bound < best->clock.bound)
                best = &pair;
        }
        if (!best)
            return;
        const bool forward = clocks[best->one].known;
        const CaptureClock& from = clocks[forward ? best->one : best->two];
        CaptureClock& to = clocks[forward ? best->two : best->one];
        const double sign = forward ? 1 : -1;
        to.known = true;
        to.reference = best->clock.reference - std::llround(from.offset * 1e9);
        const double since = static_cast<double>(to.reference - from.reference) / 1e9;
        to.drift = from.drift + sign * best->clock.drift;
        to.offset = from.offset + (from.reference == 0 ? 0 : from.drift * since) + sign * best->clock.offset;
        to.bound = from.bound + best->clock.bound;
        to.reason.clear();
    }
}

double largestDisagreement(const std::vector<Pair>& pairs, std::size_t captures)
{
    const auto find = [&](std::size_t one, std::size_t two) -> const ClockComparison* {
        for (const Pair& pair : pairs)
            if (pair.one == one && pair.two == two && pair.clock.known)
                return &pair.clock;
        return nullptr;
    };
    double largest = unknown;
    for (std::size_t a = 0; a < captures; ++a) {
        for (std::size_t b = a + 1; b < captures; ++b) {
            for (std::size_t c = b + 1; c < captures; ++c) {
                const auto *ab = find(a, b), *bc = find(b, c), *ac = find(a, c);
                if (!ab || !bc || !ac)
                    continue;
                const double apart = std::abs(ab->offset + bc->offset - ac->offset);
                largest = std::isnan(largest) ? apart : std::max(largest, apart);
            }
        }
    }
    return largest;
}

} // namespace

namespace {

/// Where two nodes exchanged all packets only with each other, both are candidates for either capture: the assignment
/// with positive delays is the right one.
void tellTwoApart(std::span<const CaptureSights> captures, std::vector<capture::IpAddress>& places)
{
    const auto other = std::find_if(captures[1].addresses.begin(), captures[1].addresses.end(),
                                    [&](const capture::IpAddress& address) { return address != places[0]; });
    if (other == captures[1].addresses.end())
        return;
    places[1] = *other;
    if (compare(captures, 0, 1, places).clock.known)
        return;
    std::swap(places[0], places[1]);
    if (!compare(captures, 0, 1, places).clock.known)
        std::swap(places[0], places[1]);
}

std::vector<capture::IpAddress> placesOf(std::span<const CaptureSights> captures,
                                         std::span<const capture::IpAddress> nodes)
{
    std::vector<capture::IpAddress> places;
    bool given = true;
    for (std::size_t i = 0; i < captures.size(); ++i) {
        const bool known = i < nodes.size() && nodes[i].family != capture::IpAddress::Family::None;
        given = given && known;
        places.push_back(known ? nodes[i] : captures[i].busiest());
    }
    if (!given && captures.size() == 2 && places[0] == places[1])
        tellTwoApart(captures, places);
    return places;
}

} // namespace

ClockReport measureClocks(std::span<const CaptureSights> captures, std::span<const capture::IpAddress> nodes)
{
    ClockReport report;
    if (captures.empty())
        return report;
    const std::vector<capture::IpAddress> places = placesOf(captures, nodes);
    std::vector<Pair> pairs;
    for (std::size_t one = 0; one < captures.size(); ++one)
        for (std::size_t two = one + 1; two < captures.size(); ++two)
            pairs.push_back(compare(captures, one, two, places));
    for (std::size_t i = 0; i < captures.size(); ++i) {
        CaptureClock clock;
        clock.file = captures[i].file;
        clock.node = places[i];
        for (const Pair& pair : pairs)
            if (clock.reason.empty() && (pair.one == i || pair.two == i))
                clock.reason = pair.clock.reason;
        report.captures.push_back(std::move(clock));
    }
    spreadOffsets(pairs, report.captures);
    for (const Pair& pair : pairs) {
        if (pair.matched.empty())
            continue;
        report.paths.push_back(observe(captures, pair, places, true));
        report.paths.push_back(observe(captures, pair, places, false));
    }
    report.disagreement = largestDisagreement(pairs, captures.size());
    return report;
}

Result<ClockReport> measureClocks(std::span<const std::filesystem::path> files, const JobContext& job)
{
    std::vector<CaptureSights> captures;
    for (const std::filesystem::path& file : files) {
        MR_TRY(sights, sightsOf(file, job));
        captures.push_back(std::move(sights));
    }
    return measureClocks(captures);
}

} // namespace millrace::analysis
