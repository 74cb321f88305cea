// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/analysis/phase_circle.h"

#include "core/base/time_distance.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace millrace::analysis {

namespace {

constexpr std::size_t mostParts = 100'000;
constexpr double shortestPeriod = 1e-9; ///< s, resolution of times

bool isPattern(const TrafficPattern& pattern)
{
    return pattern.period > 0 && std::isfinite(pattern.period) && !pattern.rates.empty()
        && pattern.rates.size() <= mostParts
        && std::ranges::all_of(pattern.rates, [](double rate) { return rate >= 0 && std::isfinite(rate); });
}

/// The mean of a pattern over the part from `begin` to `end` of its period, 0 to 1.
double meanOver(const std::vector<double>& rates, double begin, double end)
{
    const double parts = static_cast<double>(rates.size());
    double sum = 0;
    auto part = static_cast<std::size_t>(begin * parts);
    for (double at = begin * parts; at < end * parts && part < rates.size(); ++part) {
        const double next = std::min(end * parts, static_cast<double>(part + 1));
        sum += rates[part] * (next - at);
        at = next;
    }
    return sum / ((end - begin) * parts);
}

/// A pattern in `perTurn` parts, `turns` times.
std::vector<double> around(const TrafficPattern& pattern, int turns, std::size_t perTurn)
{
    std::vector<double> turn;
    const double parts = static_cast<double>(perTurn);
    for (std::size_t i = 0; i < perTurn; ++i)
        turn.push_back(meanOver(pattern.rates, static_cast<double>(i) / parts, static_cast<double>(i + 1) / parts));
    std::vector<double> circle;
    for (int i = 0; i < turns; ++i)
        circle.insert(circle.end(), turn.begin(), turn.end());
    return circle;
}

struct Turns
{
    int first = 1;
    int second = 1;
    double mismatch = std::numeric_limits<double>::infinity();
};
double toleranceOf(const TrafficPattern& first, const TrafficPattern& second, const PhaseCircleParameters& parameters)
{
    constexpr double most = 0.05; // of a period: 18° of its circle
    const double known = 2 * std::hypot(first.periodDeviation / first.period, second.periodDeviation / second.period);
    return std::max(parameters.mismatch, std::isfinite(known) ? std::min(known, most) : 0);
}

/// The fewest turns that fit; if none do, those that fit best.
Turns commonTurns(double first, double second, const PhaseCircleParameters& parameters)
{
    Turns best;
    for (int turns = 1; turns <= parameters.mostTurns; ++turns) {
        const double ratio = turns * first / second;
        if (ratio > parameters.mostTurns + 0.5)
            break;
        const int other = std::max(1, static_cast<int>(std::lround(ratio)));
        const double mismatch = std::abs(ratio - other);
        if (mismatch < best.mismatch)
            best = {turns, other, mismatch};
        if (best.mismatch <= parameters.mismatch)
            break;
    }
    return best;
}

double scoreAt(const PhaseCircle& circle, std::size_t shift, double capacity)
{
    const std::size_t parts = circle.first.size();
    double excess = 0;
    for (std::size_t i = 0; i < parts; ++i)
        excess += std::max(0.0, circle.first[i] + circle.second[(i + parts - shift) % parts] - capacity);
    return 1 - excess / (static_cast<double>(parts) * capacity);
}

} // namespace

TrafficPattern onOffPattern(double period, double share, double rate, std::size_t parts)
{
    TrafficPattern pattern{period, std::vector<double>(std::clamp<std::size_t>(parts, 1, mostParts), 0)};
    const double count = static_cast<double>(pattern.rates.size());
    const double off = (1 - std::clamp(share, 0.0, 1.0)) * count;
    for (std::size_t i = 0; i < pattern.rates.size(); ++i)
        pattern.rates[i] = rate * std::clamp(static_cast<double>(i + 1) - off, 0.0, 1.0);
    return pattern;
}

Result<TrafficPattern> foldPattern(std::span<const std::int64_t> times, std::span<const double> rates, double period,
                                   std::size_t parts)
{
    if (times.size() != rates.size() || times.size() < 2 || !(period >= shortestPeriod) || parts == 0
        || parts > mostParts)
        return fail(ErrorCode::InvalidInput, "a rate cannot be folded without samples, a period and parts of it");
    std::vector<double> sums(parts, 0);
    std::vector<double> weights(parts, 0);
    const double width = period / static_cast<double>(parts);
    for (std::size_t i = 1; i < times.size(); ++i) {
        double begin = secondsBetween(times[0], times[i - 1]);
        const double end = secondsBetween(times[0], times[i]);
        if (std::isnan(rates[i]) || !(end > begin))
            continue;
        // Longer gaps carry no information on parts; samples before the first one are out of order.
        begin = std::max({begin, end - 2 * period, 0.0});
        for (int step = 0; begin < end && step < static_cast<int>(4 * parts) + 4; ++step) {
            const double turn = std::floor(begin / width + 1e-9);
            const auto part = static_cast<std::size_t>(std::fmod(turn, static_cast<double>(parts)));
            const double next = std::min(end, (turn + 1) * width);
            sums[part] += rates[i] * (next - begin);
            weights[part] += next - begin;
            begin = next > begin ? next : end;
        }
    }
    TrafficPattern pattern{period, std::vector<double>(parts, 0)};
    const auto known = std::ranges::find_if(weights, [](double weight) { return weight > 0; });
    if (known == weights.end())
        return fail(ErrorCode::InvalidInput, "the series has no rate; choose another node or run");
    const auto begin = static_cast<std::size_t>(known - weights.begin());
    double last = 0;
    for (std::size_t i = 0; i < parts; ++i) {
        const std::size_t part = (begin + i) % parts;
        last = weights[part] > 0 ? sums[part] / weights[part] : last;
        pattern.rates[part] = std::max(0.0, last);
    }
    return pattern;
}

Result<PhaseCircle> phaseCircle(const TrafficPattern& first, const TrafficPattern& second, double capacity,
                                const PhaseCircleParameters& parameters)
{
    if (!isPattern(first) || !isPattern(second))
        return fail(ErrorCode::InvalidInput,
                    "a phase circle needs two patterns with a period above 0 and rates of at least 0");
    if (!(capacity > 0) || !std::isfinite(capacity))
        return fail(ErrorCode::InvalidInput, "a phase circle needs the capacity of the shared link; give it in bit/s");
    PhaseCircleParameters limits = parameters;
    limits.mostTurns = std::clamp(limits.mostTurns, 1, 100);
    limits.partsPerTurn = std::clamp(limits.partsPerTurn, 4, 1000);
    limits.mismatch = toleranceOf(first, second, limits);
    const Turns turns = commonTurns(first.period, second.period, limits);
    PhaseCircle circle;
    circle.perimeter = turns.first * first.period;
    circle.firstTurns = turns.first;
    circle.secondTurns = turns.second;
    circle.mismatch = turns.mismatch;
    circle.tolerance = limits.mismatch;
    circle.common = turns.mismatch <= limits.mismatch;
    // Both jobs' turns consist of an integer number of parts.
    const auto product = static_cast<std::size_t>(turns.first) * static_cast<std::size_t>(turns.second);
    const auto wanted =
        static_cast<std::size_t>(limits.partsPerTurn) * static_cast<std::size_t>(std::max(turns.first, turns.second));
    const std::size_t parts = product * ((wanted + product - 1) / product);
    circle.first = around(first, turns.first, parts / static_cast<std::size_t>(turns.first));
    const std::size_t perTurn = parts / static_cast<std::size_t>(turns.second);
    circle.second = around(second, turns.second, perTurn);
    circle.shiftStep = circle.perimeter / static_cast<double>(parts);
    for (std::size_t shift = 0; shift < perTurn; ++shift)
        circle.scores.push_back(scoreAt(circle, shift, capacity));
    // Of equal scores, rounding aside, the smallest shift.
    circle.bestScore = std::ranges::max(circle.scores);
    circle.worstScore = std::ranges::min(circle.scores);
    const auto best =
        std::ranges::find_if(circle.scores, [&](double score) { return score >= circle.bestScore - 1e-12; });
    circle.bestShift = static_cast<double>(best - circle.scores.begin()) * circle.shiftStep;
    circle.meanScore =
        std::accumulate(circle.scores.begin(), circle.scores.end(), 0.0) / static_cast<double>(circle.scores.size());
    return circle;
}

} // namespace millrace::analysis
