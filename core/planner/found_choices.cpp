// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/planner/found_choices.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

namespace millrace::planner {

namespace {

constexpr double noValue = std::numeric_limits<double>::infinity();

double lastIfUnknown(double value)
{
    if (std::isnan(value))
        return noValue;
    return value;
}

} // namespace

double choicesOf(const Planner& planner)
{
    double product = 1;
    for (const cost::Site& site : planner.sites())
        product *= static_cast<double>(site.nodes.size() + 1);
    return product - 1; // without the empty one
}

double FoundChoices::value(double seconds, double dollars) const
{
    return rank(seconds, dollars).value;
}

FoundChoices::Rank FoundChoices::rank(double seconds, double dollars) const
{
    const double time = lastIfUnknown(seconds);
    const double cost = lastIfUnknown(dollars);
    return m_options.objective == Objective::Time ? Rank{time, cost} : Rank{cost, time};
}

double FoundChoices::bestValue() const
{
    return m_best.empty() ? noValue : rankOf(m_best.front().forecast).value;
}

double FoundChoices::gapTo(double bound) const
{
    if (m_best.empty())
        return 1;
    return bound < bestValue() ? 1 - bound / bestValue() : 0;
}

void FoundChoices::add(const std::vector<int>& counts, const Forecast& forecast, const Averaging& averaging)
{
    if (!m_planner.isAllowed(forecast)) {
        refuse(counts, forecast, averaging);
        return;
    }
    addToFront(counts, forecast, averaging);
    const Rank own = rankOf(forecast);
    if (!averaging.strategy.empty()) {
        const auto same = std::ranges::find(m_best, counts, &Candidate::counts);
        if (same != m_best.end() && rankOf(same->forecast) <= own)
            return;
        if (same != m_best.end())
            m_best.erase(same);
    }
    if (m_best.size() == m_options.best && own >= rankOf(m_best.back().forecast))
        return;
    const auto next =
        std::ranges::upper_bound(m_best, own, {}, [this](const Candidate& each) { return rankOf(each.forecast); });
    m_best.insert(next, {counts, forecast, averaging});
    if (m_best.size() > m_options.best)
        m_best.pop_back();
}

void FoundChoices::refuse(const std::vector<int>& counts, const Forecast& forecast, const Averaging& averaging)
{
    countRefused();
    const auto keepLess = [&](std::optional<Candidate>& kept, auto member) {
        const double own = std::invoke(member, forecast);
        if (!std::isnan(own) && (!kept || own < std::invoke(member, kept->forecast)))
            kept = Candidate{counts, forecast, averaging};
    };
    keepLess(m_refusedCheapest, &Forecast::trainingDollars);
    keepLess(m_refusedFastest, &Forecast::trainingSeconds);
}

void FoundChoices::addToFront(const std::vector<int>& counts, const Forecast& forecast, const Averaging& averaging)
{
    const double dollars = forecast.trainingDollars();
    if (std::isnan(dollars))
        return;
    auto next = m_front.upper_bound(dollars);
    if (next != m_front.begin() && std::prev(next)->second.forecast.trainingSeconds <= forecast.trainingSeconds)
        return;
    while (next != m_front.end() && next->second.forecast.trainingSeconds >= forecast.trainingSeconds)
        next = m_front.erase(next);
    m_front.insert_or_assign(dollars, Candidate{counts, forecast, averaging});
}

bool FoundChoices::mayTake(const std::vector<int>& counts, double value, double seconds, double dollars) const
{
    const Rank own = std::max(rank(seconds, dollars), Rank{value, 0});
    if (m_best.size() < m_options.best || own < rankOf(m_best.back().forecast)) {
        const auto same = counts.empty() ? m_best.end() : std::ranges::find(m_best, counts, &Candidate::counts);
        if (same == m_best.end() || own < rankOf(same->forecast))
            return true;
    }
    if (!std::isfinite(dollars))
        return false;
    const auto next = m_front.upper_bound(dollars);
    return next == m_front.begin() || std::prev(next)->second.forecast.trainingSeconds > seconds;
}

SearchResult FoundChoices::take()
{
    SearchResult result;
    result.best = std::move(m_best);
    result.refusedCheapest = std::move(m_refusedCheapest);
    result.refusedFastest = std::move(m_refusedFastest);
    for (auto& [dollars, candidate] : m_front)
        result.front.push_back(std::move(candidate));
    result.refused = m_refused;
    return result;
}

} // namespace millrace::planner
