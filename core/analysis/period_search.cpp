// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/analysis/period_search.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace millrace::analysis {

namespace {

constexpr double shortest = 4; ///< bins between the teeth of a comb
constexpr double shortestCycle = 8; ///< bins in the period of a line
constexpr int mostTeeth = 16;
constexpr int combSizes = 5;
constexpr double blockLags = 4096;

/// Twice the sum of the squared correlations from lag 1 to the first valley.
double shortMemory(std::span<const double> correlation)
{
    constexpr double flat = 0.05;
    double sum = 0;
    double valley = 1;
    for (std::size_t k = 1; k < correlation.size(); ++k) {
        valley = std::min(valley, correlation[k]);
        if (correlation[k] <= flat || correlation[k] > valley + flat)
            break;
        sum += 2 * correlation[k] * correlation[k];
    }
    return sum;
}

/// The noise around each frequency: medians of blocks that grow with the frequency, joined by straight lines. The
/// median of an exponential distribution is ln 2 of its mean.
std::vector<double> noiseFloor(std::span<const double> power, std::size_t fineness)
{
    const std::size_t smallest = 8 * fineness;
    const std::size_t largest = std::clamp(power.size() / 40, 24 * fineness, 200 * fineness);
    std::vector<double> floor(power.size(), 0.0);
    std::vector<double> block;
    std::size_t from = 1;
    double lastPlace = 0;
    double last = 0;
    while (from < power.size()) {
        std::size_t size = std::clamp(from / 2, smallest, largest);
        if (from + 2 * size > power.size())
            size = power.size() - from;
        block.assign(power.begin() + static_cast<std::ptrdiff_t>(from),
                     power.begin() + static_cast<std::ptrdiff_t>(from + size));
        std::ranges::nth_element(block, block.begin() + static_cast<std::ptrdiff_t>(size / 2));
        const double median = block[size / 2] / std::log(2.0);
        const double place = static_cast<double>(from) + static_cast<double>(size) / 2;
        const bool isLast = from + size >= power.size();
        const double until = isLast ? static_cast<double>(power.size()) : place;
        for (auto i = static_cast<std::size_t>(lastPlace); static_cast<double>(i) < until; ++i) {
            const double way = (static_cast<double>(i) - lastPlace) / (place - lastPlace);
            floor[i] = lastPlace == 0 ? median : std::lerp(last, median, std::clamp(way, 0.0, 1.0));
        }
        last = median;
        lastPlace = std::floor(place);
        from += size;
    }
    return floor;
}

/// −ln of the upper tail of the gamma distribution with an integer shape.
double gammaSurprise(double sum, int shape)
{
    double term = 1;
    double series = 1;
    for (int k = 1; k < shape; ++k) {
        term *= sum / k;
        series += term;
    }
    return sum - std::log(series);
}

} // namespace

double Chance::error(double lags) const
{
    return std::sqrt(memory / (values * lags));
}

double Chance::surprise(double r, int lags, double leftOut) const
{
    if (!(r > 0) || !(coincidences > 0))
        return 0;
    const double u = r * events / coincidences;
    return (1 - leftOut) * lags * coincidences * ((1 + u) * std::log1p(u) - u);
}

Chance chanceOf(std::span<const double> values, std::span<const double> correlation)
{
    const double centre = std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
    double second = 0;
    double fourth = 0;
    double largest = 0;
    double nextLargest = 0;
    for (const double value : values) {
        const double square = (value - centre) * (value - centre);
        second += square;
        fourth += square * square;
        nextLargest = std::max(nextLargest, std::min(square, largest));
        largest = std::max(largest, square);
    }
    Chance chance;
    chance.values = static_cast<double>(values.size());
    chance.memory = 1 + shortMemory(correlation);
    const double kurtosis = chance.values * fourth / (second * second);
    const double largestProduct = std::sqrt(largest * nextLargest) / second;
    chance.events = std::min(chance.values / kurtosis, 1 / largestProduct) / chance.memory;
    chance.coincidences = chance.events * chance.events * chance.memory / chance.values;
    return chance;
}

CombSearch::CombSearch(std::span<const double> correlation, const Chance& chance, double longest)
    : m_correlation(correlation), m_chance(chance), m_lags(static_cast<double>(correlation.size()) - 1.5),
      m_longest(longest)
{
}

double CombSearch::trials() const
{
    return 4 * combSizes * static_cast<double>(m_correlation.size()) / m_chance.memory;
}

Comb CombSearch::best(const JobContext& job) const
{
    Comb best;
    std::vector<Blocks> ofSizes;
    for (int teeth = 1; teeth <= mostTeeth; teeth *= 2) {
        ofSizes.push_back(blocksOf(teeth, job));
        if (job.cancelled())
            return best;
        const Comb comb = ofSizes.back().best();
        best = comb.surprise > best.surprise ? comb : best;
    }
    return coarser(best, ofSizes);
}

Comb CombSearch::Blocks::best(std::size_t from) const
{
    Comb best;
    for (std::size_t i = from; i < combs.size(); ++i)
        best = combs[i].surprise > best.surprise ? combs[i] : best;
    return best;
}

/// The last tooth moves by one lag from comb to comb.
Comb CombSearch::bestOf(int teeth, double from, double to) const
{
    Comb comb;
    for (double last = from; last <= to; ++last)
        consider(last / teeth, teeth, comb);
    return comb;
}

CombSearch::Blocks CombSearch::blocksOf(int teeth, const JobContext& job) const
{
    Blocks blocks{teeth, std::ceil(shortest * teeth), std::min(m_lags, m_longest * teeth), {}};
    for (double first = blocks.first; first <= blocks.last && !job.cancelled(); first += blockLags)
        blocks.combs.push_back(bestOf(teeth, first, std::min(blocks.last, first + blockLags - 1)));
    return blocks;
}

Comb CombSearch::bestFrom(double leastLag, const Blocks& blocks) const
{
    const double first = std::max(blocks.first, std::ceil(leastLag * blocks.teeth));
    const auto cut = static_cast<std::size_t>((first - blocks.first) / blockLags);
    const double end = blocks.first + blockLags * static_cast<double>(cut + 1);
    const Comb comb = bestOf(blocks.teeth, first, std::min(blocks.last, end - 1));
    const Comb later = blocks.best(cut + 1);
    return later.surprise > comb.surprise ? later : comb;
}

/// A fine rhythm within the bursts (ticks of a shaper, chunks of a buffer) can be more significant than that of the
/// bursts, since it repeats more often. The longer one is chosen where it is clearly stronger and significant, too.
Comb CombSearch::coarser(const Comb& best, std::span<const Blocks> ofSizes) const
{
    constexpr int fewestTeeth = 4;
    constexpr double longer = 3;
    constexpr double stronger = 1.5;
    constexpr double nearlyAsStrong = 0.75;
    const double sure = 14 + std::log(trials());
    Comb chosen = best;
    for (const Blocks& blocks : ofSizes) {
        if (best.teeth == 0 || blocks.teeth < fewestTeeth)
            continue;
        const Comb comb = bestFrom(longer * best.lag, blocks);
        if (comb.surprise >= sure && comb.standing >= stronger * best.standing && comb.standing > chosen.standing)
            chosen = comb;
    }
    if (chosen.lag <= best.lag)
        return chosen;
    // Of the few long combs, one is by chance higher than the period of which it is a multiple.
    for (int part = 8; part >= 2; --part) {
        const Comb shorter = bestNear(chosen.lag / part, 0.02);
        if (shorter.lag >= longer * best.lag && shorter.standing >= nearlyAsStrong * chosen.standing)
            return withoutSlip(shorter, best.lag);
    }
    return withoutSlip(chosen, best.lag);
}

/// A comb of bursts that is a beat of the fine rhythm too long or too short fits nearly as well. Over as many teeth as
/// there are the slip adds up, so that the right one is the highest of all.
Comb CombSearch::withoutSlip(const Comb& comb, double fine) const
{
    constexpr int mostBeats = 2;
    const int teeth = teethFor(comb.lag + mostBeats * fine);
    if (teeth < comb.teeth)
        return comb;
    Comb highest = combAt(comb.lag, teeth);
    for (int beats = -mostBeats; beats <= mostBeats; ++beats)
        for (double away = -fine / 4; away <= fine / 4; away += 0.5 / teeth) {
            const double lag = comb.lag + beats * fine + away;
            if (lag < shortest || mean(lag, teeth, 0) <= highest.height)
                continue;
            highest = combAt(lag, teeth);
        }
    highest.surprise = std::max(highest.surprise, comb.surprise);
    return highest;
}

Comb CombSearch::bestNear(double lag, double share) const
{
    Comb best;
    for (int teeth = 1; teeth <= std::min(mostTeeth, teethFor(lag)); teeth *= 2) {
        for (double near = lag * (1 - share); near <= lag * (1 + share); near += 0.5 / teeth)
            consider(near, teeth, best);
    }
    return best;
}

Comb CombSearch::fundamental(Comb comb, double samePeak) const
{
    for (int factor = 2; factor <= 4; ++factor) {
        const double lag = comb.lag * factor;
        const int teeth = teethFor(lag);
        if (lag > m_longest || teeth == 0)
            break;
        const Split parts = split(lag, factor, teeth);
        if (parts.others < samePeak * parts.own - 4 * parts.error)
            return fundamental(combAt(lag, teeth), samePeak);
    }
    for (int factor = static_cast<int>(comb.lag / shortest); factor >= 2; --factor) {
        const Split parts = split(comb.lag, factor, comb.teeth);
        if (parts.others >= samePeak * parts.own - parts.error)
            return combAt(comb.lag / factor, comb.teeth);
    }
    return comb;
}

Comb CombSearch::refine(Comb comb) const
{
    for (int teeth = comb.teeth; teeth > 0 && teeth <= teethFor(comb.lag); teeth *= 2) {
        const double reach = std::max(1.0, m_chance.memory) / comb.teeth;
        const double step = 0.5 / teeth;
        Comb finer = combAt(comb.lag, teeth);
        for (double lag = comb.lag - reach; lag <= comb.lag + reach; lag += step)
            consider(lag, teeth, finer);
        if (finer.surprise < comb.surprise)
            break;
        comb = finer;
    }
    const double step = std::max(1.0, m_chance.memory / 4) / comb.teeth;
    const double below = mean(comb.lag - step, comb.teeth, 0);
    const double above = mean(comb.lag + step, comb.teeth, 0);
    const double bend = below - 2 * comb.height + above;
    if (bend < 0)
        comb.lag += std::clamp(0.5 * (below - above) / bend, -0.5, 0.5) * step;
    return comb;
}

int CombSearch::teethFor(double lag) const
{
    return static_cast<int>(m_lags / lag);
}

/// Mean correlation at (j − phase) · lag for j = 1 … teeth.
double CombSearch::mean(double lag, int teeth, double phase) const
{
    double sum = 0;
    for (int j = 1; j <= teeth; ++j) {
        const double rounded = (j - phase) * lag + 0.5;
        sum += m_correlation[std::min(static_cast<std::size_t>(rounded), m_correlation.size() - 1)];
    }
    return sum / teeth;
}

double CombSearch::surprise(double height, double lag, int teeth) const
{
    return m_chance.surprise(height, teeth, 0.5 * lag * (teeth + 1) / m_chance.values);
}

Comb CombSearch::combAt(double lag, int teeth) const
{
    Comb comb{lag, teeth, mean(lag, teeth, 0), 0, 0};
    const double between = (mean(lag, teeth, 0.25) + mean(lag, teeth, 0.5) + mean(lag, teeth, 0.75)) / 3;
    // The difference of a mean of `teeth` lags and one of three times as many varies by 4/3 of the former.
    comb.standing = std::min(comb.height, (comb.height - between) / std::sqrt(4.0 / 3));
    comb.surprise = surprise(comb.standing, lag, teeth);
    return comb;
}

void CombSearch::consider(double lag, int teeth, Comb& best) const
{
    if (surprise(mean(lag, teeth, 0), lag, teeth) <= best.surprise)
        return;
    const Comb comb = combAt(lag, teeth);
    if (comb.surprise > best.surprise)
        best = comb;
}

/// Both means include nearby lags, so that neither a fine rhythm within the bursts nor the edges of bins decide.
CombSearch::Split CombSearch::split(double lag, int factor, int teeth) const
{
    const double distance = lag / factor;
    const int near = std::max(static_cast<int>(distance / 64), distance < 2 * shortest ? 0 : 1);
    Split result;
    for (int away = -near; away <= near; ++away) {
        result.own += mean(lag + static_cast<double>(away) / teeth, teeth, 0);
        for (int part = 1; part < factor; ++part)
            result.others += mean(lag + static_cast<double>(away) / teeth, teeth, static_cast<double>(part) / factor);
    }
    const double lags = 2 * near + 1;
    result.own /= lags;
    result.others /= lags * (factor - 1);
    result.error = m_chance.error(teeth * std::max(1.0, lags / m_chance.memory));
    return result;
}

double lineTrials(std::size_t frequencies)
{
    return combSizes * 2 / shortestCycle * static_cast<double>(frequencies);
}

Line strongestLine(std::span<const double> power, int fineness, const JobContext& job)
{
    constexpr int fewestCycles = 8;
    std::vector<double> ratio = noiseFloor(power, static_cast<std::size_t>(fineness));
    for (std::size_t i = 0; i < power.size(); ++i)
        ratio[i] = ratio[i] > 0 ? power[i] / ratio[i] : 0;
    Line best;
    const auto highest = static_cast<int>(power.size()) - 1 - 2 * fineness;
    for (int harmonics = 1; harmonics <= mostTeeth; harmonics *= 2) {
        // The last harmonic moves by one step of the spectrum. Those at and above the upper end, where the spectrum
        // meets its mirror image, count as plain noise.
        const int lastHarmonic = static_cast<int>(2 * (highest - 1) / shortestCycle) * harmonics;
        for (int last = fewestCycles * fineness * harmonics; last <= lastHarmonic; ++last) {
            double sum = 0;
            for (int h = 1; h <= harmonics; ++h) {
                const int place = (last * h + harmonics / 2) / harmonics;
                sum += place < highest ? ratio[static_cast<std::size_t>(place)] : 1;
            }
            if (sum > best.surprise && gammaSurprise(sum, harmonics) > best.surprise)
                best = {static_cast<double>(last) / harmonics, harmonics, gammaSurprise(sum, harmonics)};
            if ((last & 4095) == 0 && job.cancelled())
                return best;
        }
    }
    return best;
}

} // namespace millrace::analysis
