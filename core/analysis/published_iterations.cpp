// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/analysis/published_iterations.h"

#include "core/base/unknown.h"

#include <algorithm>
#include <boost/math/distributions/binomial.hpp>
#include <cmath>
#include <map>

namespace millrace::analysis {

namespace {

constexpr std::size_t linesLeftOut = 3;

std::vector<double> pooledValues(std::span<const IterationLine> lines, const IterationOptions& options)
{
    std::vector<double> values;
    for (std::size_t i = linesLeftOut; i < lines.size(); ++i)
        values.push_back(lines[i].seconds);
    values.resize(values.size() - std::min(options.cutBack, values.size()));
    values.erase(values.begin(),
                 values.begin() + static_cast<std::ptrdiff_t>(std::min(options.cutFront, values.size())));
    return values;
}

/// One value for each iteration: by its number where the lines have one, else the how manieth line of its rank.
std::vector<double> slowestRanks(std::span<const IterationLine> lines)
{
    std::map<std::pair<std::int64_t, std::int64_t>, double> slowest;
    std::map<int, std::int64_t> counts;
    for (const IterationLine& line : lines) {
        const bool numbered = line.iteration >= 0;
        const std::int64_t number = numbered ? line.iteration : counts[line.rank]++;
        const auto [place, isNew] = slowest.try_emplace({numbered ? line.epoch : 0, number}, line.seconds);
        if (!isNew)
            place->second = std::max(place->second, line.seconds);
    }
    std::vector<double> values;
    for (const auto& [number, seconds] : slowest)
        values.push_back(seconds);
    if (!values.empty())
        values.erase(values.begin());
    return values;
}

double publishedTail(std::vector<double> values)
{
    if (values.empty())
        return unknown;
    std::ranges::sort(values);
    const auto place = static_cast<std::size_t>(std::ceil(0.99 * static_cast<double>(values.size())));
    return values[std::min(place, values.size() - 1)];
}

/// Order statistics around a quantile, by the binomial distribution (David and Nagaraja, "Order Statistics", 7.1).
Interval quantileInterval(std::vector<double> values, double fraction, double confidence)
{
    if (values.empty())
        return {unknown, unknown};
    std::ranges::sort(values);
    const boost::math::binomial_distribution<double> below(static_cast<double>(values.size()), fraction);
    const double tail = (1 - confidence) / 2;
    std::size_t low = 0, high = values.size();
    while (low < values.size() && boost::math::cdf(below, static_cast<double>(low)) <= tail)
        ++low;
    while (high > 0 && boost::math::cdf(complement(below, static_cast<double>(high - 1))) <= tail)
        --high;
    if (low == 0 || high >= values.size())
        return {unknown, unknown};
    return {values[low - 1], values[high]};
}

double countOf(const std::vector<double>& values)
{
    return static_cast<double>(values.size());
}

} // namespace

IterationStatistics iterationStatistics(std::span<const IterationLine> lines, const IterationOptions& options)
{
    IterationStatistics result;
    result.pooled = pooledValues(lines, options);
    result.right = slowestRanks(lines);
    result.p99Interval = quantileInterval(result.right, 0.99, 0.95);
    const auto& pooled = result.pooled;
    const auto& right = result.right;
    const std::string ranks = "lines of all ranks, the first 3 lines left out";
    const std::string each = "one value for each iteration, that of its slowest rank; the first left out";
    const bool few = std::isnan(result.p99Interval.high);
    const double none = unknown;
    result.figures = {
        {"iteration.mean", "", "s", pooled.empty() ? none : mean(pooled), right.empty() ? none : mean(right),
         "mean of " + ranks, "mean of " + each, ""},
        {"iteration.deviation", "", "s", pooled.empty() ? none : populationDeviation(pooled),
         right.size() < 2 ? none : standardDeviation(right), "population deviation of " + ranks,
         "sample deviation of " + each, ""},
        {"iteration.median", "", "s", none, right.empty() ? none : median(right), "", "median of " + each,
         "the study gives no median"},
        {"iteration.p99", "", "s", publishedTail(pooled), right.empty() ? none : quantile(right, 0.99),
         "sorted[min(ceil(0.99 n), n - 1)], from 0: the maximum below 200 values",
         "99 % quantile with linear interpolation (R type 7) of " + each,
         few ? "too few iterations for an interval of the 99 % quantile" : ""},
        {"iteration.count", "", "", countOf(pooled), countOf(right), "number of " + ranks, "number of iterations",
         "the ranks of one iteration wait for each other; their lines are not independent"},
    };
    return result;
}

std::vector<CdfPoint> publishedCdf(std::vector<double> values)
{
    std::ranges::sort(values);
    std::vector<CdfPoint> points;
    const double last = countOf(values) - 1;
    for (std::size_t i = 0; i < values.size(); ++i)
        points.emplace_back(values[i], last > 0 ? static_cast<double>(i) / last : unknown);
    return points;
}

std::vector<double> publishedCut(std::span<const double> values, std::size_t front, std::size_t back)
{
    // Python's values[front:-0] is empty.
    if (back == 0 || front + back >= values.size())
        return {};
    const auto kept = values.subspan(front, values.size() - front - back);
    return {kept.begin(), kept.end()};
}

std::vector<CdfPoint> empiricalCdf(std::vector<double> values)
{
    std::ranges::sort(values);
    std::vector<CdfPoint> points;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const double share = static_cast<double>(i + 1) / countOf(values);
        if (!points.empty() && points.back().first == values[i])
            points.back().second = share;
        else
            points.emplace_back(values[i], share);
    }
    return points;
}

PublishedFigures iperfFigures(std::span<const IperfLine> lines, int streams)
{
    std::vector<double> published;
    double bits = 0, time = 0;
    const bool anySum = std::ranges::any_of(lines, &IperfLine::isSum);
    double longest = 0, shortest = 0;
    for (const IperfLine& line : lines) {
        longest = std::max(longest, line.end - line.begin);
        shortest = shortest == 0 ? longest : std::min(shortest, line.end - line.begin);
    }
    std::size_t summaries = 0;
    for (const IperfLine& line : lines) {
        if (line.inMegabits && (streams == 1 || line.isSum))
            published.push_back(line.bitsPerSecond / 1e6);
        if (line.isSum != anySum)
            continue;
        // iperf ends with lines over the whole run; a run of one interval has nothing else.
        if (line.begin == 0 && line.end - line.begin == longest && longest > 1.5 * shortest) {
            ++summaries;
            continue;
        }
        bits += line.bitsPerSecond * (line.end - line.begin);
        time += line.end - line.begin;
    }
    if (!published.empty())
        published.erase(published.begin());
    const double right = time > 0 ? bits / time / 1e6 : unknown;
    const std::string of = streams == 1 ? "lines in Mbits/sec" : "[SUM] lines in Mbits/sec";
    return {
        {"iperf.mean", "", "Mbit/s", published.empty() ? unknown : mean(published), right,
         "mean of the " + of + ", the first left out, the summary at the end counted as one",
         "bits by time of all intervals in any unit, without the summary", summaries > 0 ? "" : "no summary line"},
        {"iperf.deviation", "", "Mbit/s", published.empty() ? unknown : populationDeviation(published), unknown,
         "population deviation of the same", "", ""},
    };
}

} // namespace millrace::analysis
