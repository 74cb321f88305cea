// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/planner/search.h"

#include "core/planner/found_choices.h"
#include "core/planner/search_bounds.h"

#include <algorithm>
#include <limits>

namespace millrace::planner {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

class Search
{
public:
    Search(const Planner& planner, const SearchOptions& options, const JobContext& job)
        : m_planner(planner), m_bounds(planner), m_options(options), m_job(job), m_found(planner, options),
          m_counts(planner.sites().size(), 0)
    {
        m_choices = choicesOf(planner);
        m_isExhaustive = m_choices <= static_cast<double>(options.mostForecasts);
    }

    SearchResult run()
    {
        choose(0);
        const double gap = m_stopped ? m_found.gapTo(m_leftBound) : 0;
        SearchResult result = m_found.take();
        result.choices = m_choices;
        result.forecasts = m_forecasts;
        result.isComplete = m_isExhaustive && !m_stopped;
        result.gap = gap;
        return result;
    }

private:
    void choose(std::size_t site)
    {
        if (site == m_counts.size()) {
            consider();
            return;
        }
        // Many machines first: what is found early bounds the rest.
        for (int count = m_bounds.most(site); count >= 0; --count) {
            m_counts[site] = count;
            if (!m_isExhaustive) {
                const double bound = lowerBound(site + 1);
                if (m_stopped || isStopping()) {
                    m_leftBound = std::min(m_leftBound, bound);
                    continue;
                }
                if (bound > m_found.bestValue()) // an equal one may be better in the other value
                    continue;
            } else if (m_stopped) {
                return;
            }
            choose(site + 1);
        }
        m_counts[site] = 0;
    }

    bool isStopping()
    {
        m_stopped = m_job.cancelled() || m_forecasts >= m_options.mostForecasts;
        return m_stopped;
    }

    void consider()
    {
        if (std::ranges::all_of(m_counts, [](int count) { return count == 0; }))
            return;
        const Forecast forecast = m_planner.forecast(m_counts);
        if (++m_forecasts % 65536 == 0) {
            m_job.progress(static_cast<long long>(m_forecasts), m_isExhaustive ? static_cast<long long>(m_choices) : 0,
                           {});
            m_stopped = m_stopped || m_job.cancelled();
        }
        m_found.add(m_counts, forecast);
    }

    /// Below the value of every choice whose first sites have the present counts. Averaging takes at least what the
    /// law says of the peers that are certain, on the slowest connection between them with as many peers as possible.
    [[nodiscard]] double lowerBound(std::size_t fixedSites) const
    {
        double peers = 0, mostPeers = 0, slowest = 0;
        for (std::size_t a = 0; a < m_counts.size(); ++a) {
            mostPeers += a < fixedSites ? m_counts[a] : m_bounds.most(a);
            if (a >= fixedSites)
                continue;
            peers += m_counts[a];
            for (std::size_t b = 0; b < fixedSites; ++b)
                if (m_counts[a] > 0 && m_counts[b] > (a == b ? 1 : 0))
                    slowest = std::max(slowest, m_planner.secondsPerBit(a, b));
        }
        AveragingLoad load = AveragingLoad::of(m_planner.vectorBytes(), peers, 0);
        if (peers > 1)
            load.slowestPair = 16 * m_planner.vectorBytes() / mostPeers * slowest;
        const double averaging = m_planner.plan().averaging.seconds(load);
        return m_options.objective == Objective::Time ? m_bounds.seconds(m_counts, fixedSites, averaging)
                                                      : m_bounds.dollars(m_counts, fixedSites, averaging);
    }

    const Planner& m_planner;
    SearchBounds m_bounds;
    const SearchOptions& m_options;
    const JobContext& m_job;
    FoundChoices m_found;
    std::vector<int> m_counts;
    double m_choices = 0;
    std::uint64_t m_forecasts = 0;
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
