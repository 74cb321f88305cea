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
constexpr double forgetting = 0.99;
constexpr double leastEvidence = 0.26; // round trips 30 % longer
constexpr double dominance = 2; // of the one that is named over the others
constexpr double fewestSights = 2; // before and since

struct Sums
{
    double count = 0, roundTrip = 0, retransmissions = 0, bytes = 0;

    void add(const LinkSight& sight)
    {
        retransmissions += sight.retransmissions;
        bytes += sight.bytes;
        if (sight.bytes <= 0 || !std::isfinite(sight.roundTrip) || sight.roundTrip <= 0)
            return;
        count += 1;
        roundTrip += sight.roundTrip;
    }
    [[nodiscard]] double lossShare() const { return bytes > 0 ? retransmissions * segment / bytes : 0; }
};

double meanOf(double sum, double count)
{
    return count > 0 ? sum / count : unknown;
}

} // namespace

void LinkBlame::take(const LinkSight& sight)
{
    const std::pair key{sight.from, sight.to};
    auto it = m_pairs.find(key);
    if (it == m_pairs.end()) {
        if (m_pairs.size() >= mostPairs)
            return;
        it = m_pairs.emplace(key, Pair{}).first;
    }
    Pair& pair = it->second;
    if (pair.ring.size() < window) {
        pair.ring.push_back(sight);
        return;
    }
    Sums old;
    old.add(pair.ring[pair.next]);
    pair.roundTripSum = forgetting * pair.roundTripSum + old.roundTrip;
    pair.weight = forgetting * pair.weight + old.count;
    pair.retransmissionSum = forgetting * pair.retransmissionSum + old.retransmissions;
    pair.byteSum = forgetting * pair.byteSum + old.bytes;
    pair.ring[pair.next] = sight;
    pair.next = (pair.next + 1) % window;
}

std::optional<LinkBlame::Evidence> LinkBlame::evidenceOf(const Pair& pair, Nanoseconds onset)
{
    Sums before{pair.weight, pair.roundTripSum, pair.retransmissionSum, pair.byteSum};
    Sums since;
    for (const LinkSight& sight : pair.ring)
        (sight.wall < onset ? before : since).add(sight);
    if (before.count < fewestSights || since.count < fewestSights)
        return std::nullopt;
    Evidence evidence;
    evidence.from = pair.ring.front().from;
    evidence.to = pair.ring.front().to;
    evidence.before = meanOf(before.roundTrip, before.count);
    evidence.since = meanOf(since.roundTrip, since.count);
    evidence.loss = std::max(0.0, since.lossShare() - before.lossShare());
    evidence.score = std::max(0.0, std::log(evidence.since / evidence.before)) + std::log1p(1000 * evidence.loss);
    return evidence;
}

Blame LinkBlame::blame(Nanoseconds onset) const
{
    std::vector<Evidence> all;
    for (const auto& [key, pair] : m_pairs)
        if (auto evidence = evidenceOf(pair, onset))
            all.push_back(*evidence);
    return all.size() < 2 ? Blame{} : blameFor(all);
}

namespace {

template <typename Items, typename Value, typename Keep>
double meanWhere(const Items& items, Value value, Keep keep)
{
    double sum = 0, count = 0;
    for (const auto& item : items)
        if (keep(item) && std::isfinite(value(item))) {
            sum += value(item);
            count += 1;
        }
    return meanOf(sum, count);
}

template <typename Evidence>
std::string roundTripsGrew(std::string_view what, const std::vector<Evidence>& all, auto keep)
{
    return fmt::format("round trips {} went from {:.3g} to {:.3g} ms", what,
                       1e3
                           * meanWhere(
                               all, [](const auto& e) { return e.before; }, keep),
                       1e3
                           * meanWhere(
                               all, [](const auto& e) { return e.since; }, keep));
}

bool losesMore(double loss, double otherLoss)
{
    constexpr double notable = 2e-4;
    return loss > notable && loss > dominance * otherLoss;
}

} // namespace

std::optional<Blame> LinkBlame::blameWay(const std::vector<Evidence>& all)
{
    const auto& worst = *std::ranges::max_element(all, {}, &Evidence::score);
    double others = leastEvidence / dominance;
    for (const Evidence& each : all)
        if (std::minmax(each.from, each.to) != std::minmax(worst.from, worst.to))
            others = std::max(others, each.score);
    if (all.size() < 3 || worst.score < dominance * others)
        return std::nullopt;
    return Blame{std::pair{worst.from, worst.to},
                 {worst.from, worst.to},
                 roundTripsGrew(fmt::format("from rank {} to rank {}", worst.from, worst.to), all,
                                [&](const Evidence& each) { return &each == &worst; })};
}

int LinkBlame::sufferingNode(const std::vector<Evidence>& all)
{
    std::set<int> ranks;
    for (const Evidence& each : all)
        ranks.insert({each.from, each.to});
    const auto score = [](const Evidence& each) { return each.score; };
    int node = -1;
    double best = 0, second = 0;
    for (const int rank : ranks) {
        const double touching =
            meanWhere(all, score, [rank](const Evidence& each) { return each.from == rank || each.to == rank; });
        second = std::max(second, std::min(touching, best));
        if (touching > best) {
            best = touching;
            node = rank;
        }
    }
    const double rest =
        meanWhere(all, score, [node](const Evidence& each) { return each.from != node && each.to != node; });
    constexpr double clearly = 0.9;
    return best < leastEvidence || rest > best / dominance || second > clearly * best ? -1 : node;
}

Blame LinkBlame::blameFor(const std::vector<Evidence>& all)
{
    if (std::ranges::max_element(all, {}, &Evidence::score)->score < leastEvidence)
        return {};
    if (auto way = blameWay(all))
        return std::move(*way);
    const int node = sufferingNode(all);
    if (node < 0)
        return {};
    const auto in = [node](const Evidence& each) { return each.to == node; };
    const auto out = [node](const Evidence& each) { return each.from == node; };
    const auto loss = [](const Evidence& each) { return each.loss; };
    Blame blame{std::nullopt, {node}, roundTripsGrew(fmt::format("with rank {}", node), all, [&](const Evidence& each) {
                    return in(each) || out(each);
                })};
    const double lossIn = meanWhere(all, loss, in), lossOut = meanWhere(all, loss, out);
    if (!std::isfinite(lossIn) || !std::isfinite(lossOut))
        return blame;
    if (losesMore(lossIn, lossOut))
        blame.link = std::pair{std::ranges::count_if(all, in) == 1 ? std::ranges::find_if(all, in)->from : -1, node};
    else if (losesMore(lossOut, lossIn))
        blame.link = std::pair{node, std::ranges::count_if(all, out) == 1 ? std::ranges::find_if(all, out)->to : -1};
    return blame;
}

} // namespace millrace::monitor
