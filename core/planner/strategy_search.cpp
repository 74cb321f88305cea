// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/planner/strategy_search.h"

#include "core/planner/found_choices.h"
#include "core/planner/search_bounds.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <queue>

namespace millrace::planner {

namespace {

constexpr std::uint64_t mostBranches = 1'000'000; ///< some hundred bytes each

/// Counts of the first sites, of all of them, or of all with an all-reduce.
struct Branch
{
    double bound = 0; ///< of the objective
    double seconds = 0; ///< of the training, at least
    double dollars = 0;
    std::vector<int> counts;
    std::size_t fixedSites = 0;
    std::optional<std::size_t> strategy;

    [[nodiscard]] int machines() const { return std::accumulate(counts.begin(), counts.end(), 0); }
    /// The least bound first; of equal ones the nearest to a choice.
    bool operator<(const Branch& other) const
    {
        return bound != other.bound ? bound > other.bound : fixedSites < other.fixedSites;
    }
};

class StrategySearch
{
public:
    StrategySearch(const Planner& planner, AllReduceModel& model, const SearchOptions& options, const JobContext& job)
        : m_planner(planner), m_model(model), m_bounds(planner), m_options(options), m_job(job),
          m_found(planner, options)
    {
    }

    Result<SearchResult> run()
    {
        const std::size_t sites = m_planner.sites().size();
        m_open.push({0, 0, 0, std::vector<int>(sites, 0), 0, {}});
        double left = std::numeric_limits<double>::infinity(); // least bound of what was not looked at
        while (!m_open.empty()) {
            const Branch branch = m_open.top();
            m_open.pop();
            if (!mayTake(branch))
                continue;
            if (isStopping() || (branch.strategy && branch.machines() > m_model.mostMachines())) {
                left = std::min(left, branch.bound);
                m_isComplete = false;
                if (m_isStopped)
                    break; // the others have higher bounds
                continue;
            }
            if (branch.strategy)
                MR_CHECK(simulate(branch));
            else if (branch.fixedSites == sites)
                openStrategies(branch);
            else
                openSite(branch);
        }
        const double gap = m_isComplete ? 0 : m_found.gapTo(left);
        SearchResult result = m_found.take();
        result.choices = choicesOf(m_planner);
        result.strategies = m_model.strategies().size();
        result.forecasts = m_simulations;
        result.isComplete = m_isComplete;
        result.gap = gap;
        return result;
    }

private:
    bool isStopping()
    {
        m_isStopped = m_job.cancelled() || m_simulations >= m_options.mostSimulations
            || m_opened >= std::min(m_options.mostForecasts, mostBranches);
        return m_isStopped;
    }

    void openSite(const Branch& branch)
    {
        const std::size_t site = branch.fixedSites;
        for (int count = 0; count <= m_bounds.most(site); ++count) {
            Branch next = branch;
            next.counts[site] = count;
            next.fixedSites = site + 1;
            if (next.fixedSites == next.counts.size() && next.machines() == 0)
                continue;
            next.seconds = m_bounds.seconds(next.counts, next.fixedSites, 0);
            next.dollars = m_bounds.dollars(next.counts, next.fixedSites, 0);
            next.bound = std::max(branch.bound, m_found.value(next.seconds, next.dollars));
            open(std::move(next));
        }
    }

    void openStrategies(const Branch& branch)
    {
        if (branch.machines() == 1) {
            m_found.add(branch.counts, m_planner.forecast(branch.counts));
            return;
        }
        const bool isKnown = branch.machines() <= m_model.mostMachines();
        for (std::size_t strategy = 0; strategy < (isKnown ? m_model.strategies().size() : 1); ++strategy) {
            Branch next = branch;
            next.strategy = strategy;
            if (isKnown) {
                const AveragingTraffic& traffic = m_model.traffic(branch.counts, strategy);
                const Forecast least = m_planner.forecast(branch.counts, traffic.leastSeconds, traffic.bytes);
                if (!m_planner.isAllowed(least)) {
                    m_found.countRefused();
                    continue;
                }
                next.seconds = least.trainingSeconds;
                next.dollars = least.trainingDollars();
                next.bound = std::max(branch.bound, m_found.value(next.seconds, next.dollars));
            }
            open(std::move(next));
        }
    }

    [[nodiscard]] bool mayTake(const Branch& branch) const
    {
        static const std::vector<int> any;
        return m_found.mayTake(branch.strategy ? branch.counts : any, branch.bound, branch.seconds, branch.dollars);
    }

    void open(Branch branch)
    {
        if (!mayTake(branch))
            return;
        ++m_opened;
        m_open.push(std::move(branch));
    }

    Result<void> simulate(const Branch& branch)
    {
        const std::size_t strategy = *branch.strategy;
        MR_TRY(round, m_model.round({branch.counts, m_planner.forecast(branch.counts)}, strategy));
        const auto& bytes = m_model.traffic(branch.counts, strategy).bytes;
        m_found.add(branch.counts, m_planner.forecast(branch.counts, round.averagingSeconds, bytes),
                    {m_model.strategies()[strategy], bytes, std::move(round.beyond)});
        m_job.progress(static_cast<long long>(++m_simulations), 0, {});
        return {};
    }

    const Planner& m_planner;
    AllReduceModel& m_model;
    SearchBounds m_bounds;
    const SearchOptions& m_options;
    const JobContext& m_job;
    FoundChoices m_found;
    std::priority_queue<Branch> m_open;
    std::uint64_t m_opened = 0;
    std::uint64_t m_simulations = 0;
    bool m_isStopped = false;
    bool m_isComplete = true;
};

} // namespace

Result<SearchResult> searchStrategies(const Planner& planner, AllReduceModel& model, const SearchOptions& options,
                                      const JobContext& job)
{
    return StrategySearch(planner, model, options, job).run();
}

} // namespace millrace::planner
