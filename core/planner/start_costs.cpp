// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/planner/start_costs.h"

#include "core/base/seconds.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace millrace::planner {

namespace {

using History = std::vector<cost::PriceStep>;

/// $ of a machine from one time to another; NaN: a price is not known.
double dollarsOver(const History& history, Nanoseconds from, Nanoseconds until)
{
    constexpr double hour = 3600;
    auto step = std::ranges::upper_bound(history, from, {}, &cost::PriceStep::from);
    if (step == history.begin())
        return unknown;
    double dollars = 0;
    for (--step; step != history.end() && step->from < until; ++step) {
        const auto next = std::next(step);
        const Nanoseconds end = next == history.end() ? until : std::min(next->from, until);
        dollars += step->dollars * seconds(end - std::max(step->from, from)) / hour;
    }
    return dollars;
}

} // namespace

std::vector<StartCost> costsByStart(const Planner& planner, const Candidate& candidate)
{
    const Forecast& forecast = candidate.forecast;
    std::set<Nanoseconds> changes;
    for (std::size_t site = 0; site < candidate.counts.size(); ++site)
        if (candidate.counts[site] > 0)
            for (const cost::PriceStep& step : planner.priceHistory(site))
                changes.insert(step.from);
    std::vector<StartCost> costs;
    constexpr double longest = 9e9; // s, less than the range of Nanoseconds
    if (changes.empty() || !(forecast.trainingSeconds < longest))
        return costs;
    const auto length = Nanoseconds(std::llround(1e9 * forecast.trainingSeconds));
    const double other = (forecast.trafficDollars + forecast.readingDollars) * forecast.trainingSeconds / 3600;
    for (const Nanoseconds start : changes) {
        if (*changes.rbegin() - start < length)
            break;
        double dollars = other;
        for (std::size_t site = 0; site < candidate.counts.size(); ++site)
            if (candidate.counts[site] > 0 && !planner.sites()[site].place.provider.empty())
                dollars += candidate.counts[site] * dollarsOver(planner.priceHistory(site), start, start + length);
        if (!std::isnan(dollars))
            costs.push_back({start, dollars});
    }
    return costs;
}

} // namespace millrace::planner
