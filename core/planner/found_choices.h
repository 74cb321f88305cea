// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/planner/search.h"

#include <compare>
#include <map>
#include <optional>
#include <vector>

namespace millrace::planner {

/// All choices of machines there are.
[[nodiscard]] double choicesOf(const Planner& planner);

/// The best choices of a search so far, and the front of cost and time. The planner and the options outlive it.
class FoundChoices
{
public:
    FoundChoices(const Planner& planner, const SearchOptions& options) : m_planner(planner), m_options(options) { }

    /// Unless budget, deadline or granularity refuse it. With all-reduces, `best` keeps the best one of each choice.
    void add(const std::vector<int>& counts, const Forecast& forecast, const Averaging& averaging = {});
    void countRefused() { ++m_refused; }
    /// Whether a choice with at least this value, time and cost would be among the best or on the front. `counts`: of a
    /// choice with an all-reduce; empty: of any choices.
    [[nodiscard]] bool mayTake(const std::vector<int>& counts, double value, double seconds, double dollars) const;

    /// Of the objective; infinite where it is not known.
    [[nodiscard]] double value(double seconds, double dollars) const;
    [[nodiscard]] double bestValue() const; ///< infinite: none was found
    /// How much better than the best one a choice with this bound may be, relative.
    [[nodiscard]] double gapTo(double bound) const;
    /// Best, front and refused ones; the rest is left to the search. Ends the object's use.
    [[nodiscard]] SearchResult take();

private:
    /// Ascending, the best first: of equal times the cheaper one, of equal costs the faster one.
    struct Rank
    {
        double value = 0; ///< of the objective
        double other = 0; ///< cost if the objective is time, and the other way round
        auto operator<=>(const Rank&) const = default;
    };
    [[nodiscard]] Rank rank(double seconds, double dollars) const;
    [[nodiscard]] Rank rankOf(const Forecast& forecast) const
    {
        return rank(forecast.trainingSeconds, forecast.trainingDollars());
    }
    void refuse(const std::vector<int>& counts, const Forecast& forecast, const Averaging& averaging);
    void addToFront(const std::vector<int>& counts, const Forecast& forecast, const Averaging& averaging);

    const Planner& m_planner;
    const SearchOptions& m_options;
    std::vector<Candidate> m_best;
    std::map<double, Candidate> m_front; ///< by dollars
    std::uint64_t m_refused = 0;
    std::optional<Candidate> m_refusedCheapest, m_refusedFastest;
};

} // namespace millrace::planner
