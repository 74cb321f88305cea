// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/monitor/link_blame.h"

#include "core/base/unknown.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <set>

namespace millrace::monitor {

namespace {

constexpr double segment = 1448; // B
constexpr double leastEvidence = 0.26; // round trips 30 % longer
constexpr double confirming = 0.1; // of round trips or losses, if the load itself is measured
constexpr double dominance = 2; // of the blamed one over the others
constexpr double fewestSights = 2; // before and since
constexpr double leastForeign = 0.15; // of the workload's own payload
constexpr double notableLoss = 5e-4; // of the bytes

double quotient(double sum, double count)
{
    return count > 0 ? sum / count : unknown;
}

template <typename Items, typename Value, typename Keep>
double meanWhere(const Items& items, Value value, Keep keep)
{
    double sum = 0, count = 0;
    for (const auto& item : items)
        if (keep(item) && std::isfinite(value(item))) {
            sum += value(item);
            count += 1;
        }
    return quotient(sum, count);
}

/// Mean round trips before the onset and since, over the links for which `keep` holds.
template <typename Evidence, typename Keep>
std::pair<double, double> roundTrips(const std::vector<Evidence>& all, Keep keep)
{
    return {meanWhere(
                all, [](const Evidence& each) { return each.before; }, keep),
            meanWhere(
                all, [](const Evidence& each) { return each.since; }, keep)};
}

std::string roundTripText(std::string_view what, const std::pair<double, double>& times)
{
    return fmt::format("round trips {} went from {:.3g} to {:.3g} ms", what, 1e3 * times.first, 1e3 * times.second);
}

/// "into rank 2", "out of rank 1", "from rank 0 to rank 3"
std::string linkText(const std::pair<int, int>& link)
{
    if (link.first < 0)
        return fmt::format("into rank {}", link.second);
    if (link.second < 0)
        return fmt::format("out of rank {}", link.first);
    return fmt::format("from rank {} to rank {}", link.first, link.second);
}

std::vector<int> endsOf(const std::pair<int, int>& link)
{
    std::vector<int> ends;
    for (const int rank : {link.first, link.second})
        if (rank >= 0)
            ends.push_back(rank);
    return ends;
}

bool touches(const std::pair<int, int>& link, int from, int to)
{
    return link.first == from || link.first == to || link.second == from || link.second == to;
}

} // namespace

void LinkBlame::PairSums::add(const LinkSample& sight, double seconds)
{
    retransmitted += sight.retransmissions * segment;
    bytes += sight.bytes;
    span += seconds;
    timedBytes += seconds > 0 ? sight.bytes : 0;
    if (sight.bytes <= 0 || !std::isfinite(sight.roundTrip) || sight.roundTrip <= 0)
        return;
    count += 1;
    roundTrip += sight.roundTrip;
}

void LinkBlame::PairSums::merge(const PairSums& other)
{
    for (double PairSums::*each : {&PairSums::count, &PairSums::roundTrip, &PairSums::retransmitted, &PairSums::bytes,
                                   &PairSums::span, &PairSums::timedBytes})
        this->*each += other.*each;
}

double LinkBlame::PairSums::lossShare() const
{
    return bytes > 0 ? retransmitted / (bytes + retransmitted) : 0;
}

double LinkBlame::PairSums::rate() const
{
    return span > 0 ? 8 * timedBytes / span : 0;
}

void LinkBlame::NodeSums::add(const NodeSight& sight, double)
{
    if (!(sight.span > 0))
        return;
    if (std::isfinite(sight.received) && std::isfinite(sight.sent)) {
        span += sight.span;
        received += sight.received * sight.span;
        sent += sight.sent * sight.span;
    }
    if (std::isfinite(sight.waiting)) {
        waitingSpan += sight.span;
        waiting += sight.waiting * sight.span;
    }
    if (std::isfinite(sight.stopped)) {
        stoppedSpan += sight.span;
        stopped += sight.stopped * sight.span;
    }
}

void LinkBlame::NodeSums::merge(const NodeSums& other)
{
    for (double NodeSums::*each : {&NodeSums::span, &NodeSums::received, &NodeSums::sent, &NodeSums::waitingSpan,
                                   &NodeSums::waiting, &NodeSums::stoppedSpan, &NodeSums::stopped})
        this->*each += other.*each;
}

void LinkBlame::take(const LinkSample& sight)
{
    const std::pair key{sight.from, sight.to};
    if (const auto it = m_pairs.find(key); it != m_pairs.end())
        it->second.take(sight);
    else if (m_pairs.size() < mostPairs)
        m_pairs[key].take(sight);
}

void LinkBlame::take(const NodeSight& sight)
{
    if (const auto it = m_nodes.find(sight.rank); it != m_nodes.end())
        it->second.take(sight);
    else if (m_nodes.size() < mostPairs)
        m_nodes[sight.rank].take(sight);
}

std::vector<LinkBlame::Evidence> LinkBlame::evidence(Nanoseconds onset) const
{
    std::vector<Evidence> all;
    for (const auto& [key, pair] : m_pairs) {
        const auto [before, since] = pair.split(onset);
        if (before.count < fewestSights || since.count < fewestSights)
            continue;
        Evidence evidence{key.first, key.second};
        evidence.before = before.roundTrip / before.count;
        evidence.since = since.roundTrip / since.count;
        evidence.lossBefore = before.lossShare();
        evidence.lossSince = since.lossShare();
        evidence.rateBefore = before.rate();
        evidence.rateSince = since.rate();
        evidence.score = std::max(0.0, std::log(evidence.since / evidence.before)) + std::log1p(1000 * evidence.loss());
        all.push_back(evidence);
    }
    return all;
}

std::vector<LinkBlame::WorkerState> LinkBlame::workers(Nanoseconds onset) const
{
    std::vector<WorkerState> all;
    for (const auto& [rank, node] : m_nodes) {
        const auto [before, since] = node.split(onset);
        all.push_back({rank, quotient(before.waiting, before.waitingSpan), quotient(since.waiting, since.waitingSpan),
                       quotient(before.stopped, before.stoppedSpan), quotient(since.stopped, since.stoppedSpan)});
    }
    return all;
}

std::vector<LinkBlame::Foreign> LinkBlame::foreign(const std::vector<Evidence>& all, Nanoseconds onset) const
{
    std::vector<Foreign> foreign;
    for (const auto& [rank, node] : m_nodes) {
        const auto [before, since] = node.split(onset);
        if (!(before.span > 0) || !(since.span > 0))
            continue;
        for (const bool isIn : {true, false}) {
            double ownBefore = 0, ownSince = 0;
            for (const Evidence& pair : all)
                if ((isIn ? pair.to : pair.from) == rank) {
                    ownBefore += pair.rateBefore;
                    ownSince += pair.rateSince;
                }
            const double allBefore = (isIn ? before.received : before.sent) / before.span;
            const double allSince = (isIn ? since.received : since.sent) / since.span;
            if (ownBefore > 0)
                foreign.push_back(
                    {rank, isIn, std::max(0.0, allBefore - ownBefore), std::max(0.0, allSince - ownSince), ownBefore});
        }
    }
    return foreign;
}

std::optional<Blame> LinkBlame::blameLoad(const std::vector<Evidence>& all, const std::vector<Foreign>& foreign)
{
    const auto most = std::ranges::max_element(foreign, {}, &Foreign::growth);
    if (most == foreign.end() || most->growth() < leastForeign * most->own)
        return std::nullopt;
    std::vector<Foreign> loaded;
    for (const Foreign& each : foreign)
        if (each.growth() > most->growth() / dominance)
            loaded.push_back(each);
    // One direction of one node, or out of one and in to another: anything more cannot be located.
    if (loaded.size() > 2 || (loaded.size() == 2 && loaded[0].isIn == loaded[1].isIn)
        || (loaded.size() == 2 && loaded[0].rank == loaded[1].rank))
        return std::nullopt;
    Blame blame;
    std::pair link{-1, -1};
    for (const Foreign& each : loaded)
        (each.isIn ? link.second : link.first) = each.rank;
    const auto near = [&](const Evidence& each) { return touches(link, each.from, each.to); };
    const double suffering = meanWhere(
        all, [](const Evidence& each) { return each.score; }, near);
    if (!(suffering > confirming))
        return std::nullopt;
    blame.cause = Cause::Load;
    blame.link = link;
    blame.workers = endsOf(link);
    blame.before = most->before;
    blame.since = most->since;
    blame.why = fmt::format("competing traffic {} went from {:.3g} to {:.3g} Mbit/s", linkText(link),
                            1e-6 * blame.before, 1e-6 * blame.since);
    if (const auto times = roundTrips(all, near); times.second > times.first)
        blame.why += fmt::format(", and {}", roundTripText("of its links", times));
    return blame;
}

std::optional<Blame> LinkBlame::blameLosses(const std::vector<Evidence>& all)
{
    const auto loss = [](const Evidence& each) { return each.loss(); };
    const auto worst = std::ranges::max_element(all, {}, loss);
    if (worst == all.end() || worst->loss() < notableLoss)
        return std::nullopt;
    std::optional<std::pair<int, int>> link;
    const auto standsOut = [&](const std::pair<int, int>& candidate) {
        const auto isOn = [&](const Evidence& each) {
            return (candidate.first < 0 || each.from == candidate.first)
                && (candidate.second < 0 || each.to == candidate.second);
        };
        double least = worst->loss(), others = 0;
        for (const Evidence& each : all)
            (isOn(each) ? least : others) = isOn(each) ? std::min(least, each.loss()) : std::max(others, each.loss());
        return least > dominance * others && least > worst->loss() / (2 * dominance);
    };
    for (const auto& candidate :
         {std::pair{-1, worst->to}, std::pair{worst->from, -1}, std::pair{worst->from, worst->to}})
        if (!link && standsOut(candidate))
            link = candidate;
    if (!link)
        return std::nullopt;
    const auto isOn = [&](const Evidence& each) {
        return (link->first < 0 || each.from == link->first) && (link->second < 0 || each.to == link->second);
    };
    if (std::ranges::count_if(all, isOn) == 1)
        link = std::pair{worst->from, worst->to};
    Blame blame{Cause::Losses, link, endsOf(*link), 0, 0, {}};
    blame.before = meanWhere(
        all, [](const Evidence& each) { return each.lossBefore; }, isOn);
    blame.since = meanWhere(
        all, [](const Evidence& each) { return each.lossSince; }, isOn);
    blame.why = fmt::format("losses {}: {:.2g} % of the bytes were retransmitted, {:.2g} % before", linkText(*link),
                            100 * blame.since, 100 * blame.before);
    return blame;
}

std::optional<Blame> LinkBlame::blameWay(const std::vector<Evidence>& all)
{
    const auto growth = [](const Evidence& each) { return std::log(each.since / each.before); };
    const auto worst = std::ranges::max_element(all, {}, growth);
    if (all.size() < 3)
        return std::nullopt;
    double others = leastEvidence / dominance;
    for (const Evidence& each : all)
        if (std::minmax(each.from, each.to) != std::minmax(worst->from, worst->to))
            others = std::max(others, growth(each));
    if (growth(*worst) < dominance * others)
        return std::nullopt;
    const std::pair link{worst->from, worst->to};
    return Blame{Cause::RoundTrips, link,         endsOf(link),
                 worst->before,     worst->since, roundTripText(linkText(link), {worst->before, worst->since})};
}

std::optional<Blame> LinkBlame::blameNode(const std::vector<Evidence>& all)
{
    std::set<int> ranks;
    for (const Evidence& each : all)
        ranks.insert({each.from, each.to});
    const auto growth = [](const Evidence& each) { return std::log(each.since / each.before); };
    int node = -1;
    double best = 0, second = 0;
    const auto at = [&node](const Evidence& each) { return each.from == node || each.to == node; };
    for (const int rank : ranks) {
        const double touching =
            meanWhere(all, growth, [rank](const Evidence& each) { return each.from == rank || each.to == rank; });
        second = std::max(second, std::min(touching, best));
        if (touching > best) {
            best = touching;
            node = rank;
        }
    }
    const double rest = meanWhere(all, growth, [&](const Evidence& each) { return !at(each); });
    constexpr double clearly = 0.9;
    if (best < leastEvidence || rest > best / dominance || second > clearly * best)
        return std::nullopt;
    const auto times = roundTrips(all, at);
    return Blame{Cause::RoundTrips,
                 std::nullopt,
                 {node},
                 times.first,
                 times.second,
                 roundTripText(fmt::format("with rank {}", node), times) + "; the direction is unknown"};
}

Blame LinkBlame::blame(Nanoseconds onset) const
{
    const std::vector<Evidence> all = evidence(onset);
    if (all.size() < 2)
        return {};
    if (auto load = blameLoad(all, foreign(all, onset)))
        return std::move(*load);
    for (const auto look : {&LinkBlame::blameLosses, &LinkBlame::blameWay, &LinkBlame::blameNode})
        if (auto found = look(all))
            return std::move(*found);
    return {};
}

} // namespace millrace::monitor
