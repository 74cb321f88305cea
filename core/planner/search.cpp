// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/planner/search.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

namespace millrace::planner {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

class Search
{
public:
    Search(const Planner& planner, const SearchOptions& options, const JobContext& job)
        : m_planner(planner), m_options(options), m_job(job), m_counts(planner.sites().size(), 0),
          m_byPrice(planner.sites().size())
    {
        m_result.choices = -1; // the empty one
        double product = 1;
        for (const cost::Site& site : planner.sites())
            product *= static_cast<double>(site.nodes.size() + 1);
        m_result.choices += product;
        m_isExhaustive = m_result.choices <= static_cast<double>(options.mostForecasts);
        std::iota(m_byPrice.begin(), m_byPrice.end(), std::size_t(0));
        std::ranges::sort(m_byPrice, {}, [&](std::size_t site) {
            const double dollars = planner.prices().hourly[site].dollars / planner.rate(site);
            return std::isnan(dollars) ? infinity : dollars;
        });
    }

    SearchResult run()
    {
        choose(0);
        m_result.allForecast = m_isExhaustive && !m_stopped;
        if (m_stopped && !m_result.best.empty()) {
            const double found = value(m_result.best.front().forecast);
            m_result.gap = m_leftBound < found ? 1 - m_leftBound / found : 0;
        } else if (m_stopped) {
            m_result.gap = 1;
        }
        for (auto& [dollars, candidate] : m_front)
            m_result.front.push_back(std::move(candidate));
        return std::move(m_result);
    }

private:
    [[nodiscard]] double value(const Forecast& forecast) const
    {
        const double result =
            m_options.objective == Objective::Time ? forecast.trainingSeconds : forecast.trainingDollars();
        return std::isnan(result) ? infinity : result;
    }

    [[nodiscard]] int most(std::size_t site) const { return static_cast<int>(m_planner.sites()[site].nodes.size()); }

    void choose(std::size_t site)
    {
        if (site == m_counts.size()) {
            consider();
            return;
        }
        // Many machines first: what is found early bounds the rest.
        for (int count = most(site); count >= 0; --count) {
            m_counts[site] = count;
            if (!m_isExhaustive) {
                const double bound = lowerBound(site + 1);
                if (m_stopped || isStopping()) {
                    m_leftBound = std::min(m_leftBound, bound);
                    continue;
                }
                if (bound >= bestFound())
                    continue;
            } else if (m_stopped) {
                return;
            }
            choose(site + 1);
        }
        m_counts[site] = 0;
    }

    [[nodiscard]] double bestFound() const
    {
        return m_result.best.empty() ? infinity : value(m_result.best.front().forecast);
    }

    bool isStopping()
    {
        m_stopped = m_job.cancelled() || m_result.forecasts >= m_options.mostForecasts;
        return m_stopped;
    }

    void consider()
    {
        if (std::ranges::all_of(m_counts, [](int count) { return count == 0; }))
            return;
        const Forecast forecast = m_planner.forecast(m_counts);
        if (++m_result.forecasts % 65536 == 0) {
            m_job.progress(static_cast<long long>(m_result.forecasts),
                           m_isExhaustive ? static_cast<long long>(m_result.choices) : 0, {});
            m_stopped = m_stopped || m_job.cancelled();
        }
        if (!m_planner.isAllowed(forecast)) {
            ++m_result.refused;
            return;
        }
        addToFront(forecast);
        const auto key = [this](const Candidate& candidate) { return value(candidate.forecast); };
        const double own = value(forecast);
        auto& best = m_result.best;
        if (best.size() == m_options.best && own >= key(best.back()))
            return;
        best.insert(std::ranges::upper_bound(best, own, {}, key), {m_counts, forecast});
        if (best.size() > m_options.best)
            best.pop_back();
    }

    void addToFront(const Forecast& forecast)
    {
        const double dollars = forecast.trainingDollars();
        if (std::isnan(dollars))
            return;
        auto next = m_front.upper_bound(dollars);
        if (next != m_front.begin() && std::prev(next)->second.forecast.trainingSeconds <= forecast.trainingSeconds)
            return;
        while (next != m_front.end() && next->second.forecast.trainingSeconds >= forecast.trainingSeconds)
            next = m_front.erase(next);
        m_front.insert_or_assign(dollars, Candidate{m_counts, forecast});
    }

    /// Below the value of every choice whose first sites have the present counts. Averaging takes at least what the
    /// law says of the peers that are certain, on the slowest connection between them with as many peers as possible;
    /// the free sites add all their machines for nothing (Time), or those that lower the price of a sample (Dollars).
    [[nodiscard]] double lowerBound(std::size_t fixedSites) const
    {
        const PlanSpec& plan = m_planner.plan();
        double peers = 0, mostPeers = 0, rate = 0, hourly = 0, slowest = 0;
        for (std::size_t a = 0; a < m_counts.size(); ++a) {
            mostPeers += a < fixedSites ? m_counts[a] : most(a);
            if (a >= fixedSites)
                continue;
            peers += m_counts[a];
            rate += m_counts[a] * m_planner.rate(a);
            hourly += m_counts[a] * m_planner.prices().hourly[a].dollars;
            for (std::size_t b = 0; b < fixedSites; ++b)
                if (m_counts[a] > 0 && m_counts[b] > (a == b ? 1 : 0))
                    slowest = std::max(slowest, m_planner.secondsPerBit(a, b));
        }
        AveragingLoad load = AveragingLoad::of(m_planner.vectorBytes(), peers, 0);
        if (peers > 1)
            load.slowestPair = 16 * m_planner.vectorBytes() / mostPeers * slowest;
        const double averaging = plan.averaging.seconds(load);
        const auto target = static_cast<double>(plan.targetBatch);
        const double rounds = static_cast<double>(plan.samples) / target;
        if (m_options.objective == Objective::Time) {
            for (std::size_t a = fixedSites; a < m_counts.size(); ++a)
                rate += most(a) * m_planner.rate(a);
            const double computing = rate > 0 ? target / rate : infinity;
            return rounds * (plan.overlap ? std::max(computing, averaging) : computing + averaging);
        }
        // $ of the machines while they compute, target × Σ price ÷ Σ rate, and of the certain ones while they average.
        double ratePaid = rate, hourlyPaid = hourly;
        for (const std::size_t site : m_byPrice) {
            if (site < fixedSites)
                continue;
            const double price = m_planner.prices().hourly[site].dollars;
            if (ratePaid > 0 && price / m_planner.rate(site) >= hourlyPaid / ratePaid)
                break;
            ratePaid += most(site) * m_planner.rate(site);
            hourlyPaid += most(site) * price;
        }
        const double computing = ratePaid > 0 ? target * hourlyPaid / ratePaid : infinity;
        return rounds / 3600 * (computing + (plan.overlap ? 0 : hourly * averaging));
    }

    const Planner& m_planner;
    const SearchOptions& m_options;
    const JobContext& m_job;
    std::vector<int> m_counts;
    std::vector<std::size_t> m_byPrice; ///< sites, the cheapest sample first
    std::map<double, Candidate> m_front; ///< by dollars
    SearchResult m_result;
    double m_leftBound = infinity; ///< least bound of a branch that was left when the search stopped
    bool m_isExhaustive = true;
    bool m_stopped = false;
};

} // namespace

SearchResult search(const Planner& planner, const SearchOptions& options, const JobContext& job)
{
    return Search(planner, options, job).run();
}

} // namespace millrace::planner
