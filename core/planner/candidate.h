// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"
#include "core/base/statistics.h"
#include "core/base/unknown.h"
#include "core/cost/price_history.h"
#include "core/planner/interruptions.h"
#include "core/planner/plan_spec.h"

#include <algorithm>
#include <limits>
#include <span>
#include <string>
#include <vector>

namespace millrace::planner {

/// How fast a choice of machines trains.
struct BareForecast
{
    AveragingLoad load;
    double computeSeconds = 0; ///< of a round, until all peers together have the target batch
    double averagingSeconds = 0; ///< of a round; 0 with one machine
    double roundSeconds = 0;
    double samplesPerSecond = 0;
};

/// What a choice of machines does and costs, in the mean over its interruptions. Unknown costs are NaN.
struct Forecast : BareForecast
{
    MachineTime time; ///< of all machines, by the samples/s that they train
    double interruptionsPerHour = 0; ///< of all machines while they train; without those of which it is not known
    Interval rateBand{unknown,
                      unknown}; ///< of samplesPerSecond, by the band of the law; both ends equal with one machine
    double machineDollars = unknown; ///< an hour, like the next two
    double trafficDollars = unknown; ///< what the machines send to each other
    double readingDollars = unknown; ///< of the samples
    double trainingSeconds = 0;

    /// Computing ÷ averaging; infinite with one machine.
    [[nodiscard]] double granularity() const noexcept
    {
        return averagingSeconds > 0 ? computeSeconds / averagingSeconds : std::numeric_limits<double>::infinity();
    }
    [[nodiscard]] double utilisation() const noexcept { return std::min(1.0, computeSeconds / roundSeconds); }
    [[nodiscard]] double dollarsPerHour() const noexcept { return machineDollars + trafficDollars + readingDollars; }
    [[nodiscard]] double dollarsPerMillion() const noexcept { return dollarsPerHour() / 3600 / samplesPerSecond * 1e6; }
    [[nodiscard]] double trainingDollars() const noexcept { return dollarsPerHour() * trainingSeconds / 3600; }
};

/// A round as the simulation calculates it (run::simulateRound), to compare with the law. NaN: not simulated.
struct SimulatedRound
{
    double averagingSeconds = unknown; ///< 0 with one machine
    double samplesPerSecond = unknown;
    std::string beyond = {}; ///< what the simulation was not calibrated for, see simulate::beyond
};

/// How the machines of a choice average.
struct Averaging
{
    std::string strategy; ///< an all-reduce, of which the forecast is a simulation's; empty: by the law of the plan
    std::vector<std::vector<double>> bytes; ///< from the machines of a site (row) to those of another, in a round
    std::string beyond; ///< as in SimulatedRound
};

/// A choice of machines: how many of each site.
struct Candidate
{
    std::vector<int> counts; ///< by site
    Forecast forecast;
    Averaging averaging = {};

    [[nodiscard]] int machines() const noexcept;
};

/// What is to be said of a candidate.
enum class Remark
{
    Unstable, ///< rounds take less than the matchmaking
    Coarse, ///< less computing than averaging: twice the machines would train less than a third faster
    OverBudget,
    AfterDeadline,
    BelowGranularity,
    Extrapolated, ///< more machines, bytes or a slower connection than the averaging law was fitted to, or fewer bytes
};

/// What connections from one node of a cluster to another reach together.
struct ConnectionRate
{
    double bitsPerSecond = 0; ///< 0: not known
    bool isEstimate = false; ///< by the round trip, and the window that the connections of the study had
};
/// A rate of a link is what one connection reaches; the NICs limit all of them together.
[[nodiscard]] ConnectionRate connectionRate(const cluster::Cluster& cluster, std::size_t from, std::size_t to,
                                            int streams = 1);

/// A plan with its cluster and prices, ready to forecast candidates. The study's model: a round is the time that all
/// peers together need for the target batch, target ÷ Σ rates, and an averaging behind it or, with overlap, at once.
/// For several threads.
class Planner
{
public:
    /// InvalidInput: a machine without a rate, a connection of which neither rate nor delay is known.
    [[nodiscard]] static Result<Planner> of(const PlanSpec& plan, const cluster::Cluster& cluster,
                                            const cost::PriceBook& prices);

    [[nodiscard]] const PlanSpec& plan() const noexcept { return m_plan; }
    [[nodiscard]] const std::vector<cost::Site>& sites() const noexcept { return m_prices.sites; }
    [[nodiscard]] const cost::ClusterPrices& prices() const noexcept { return m_prices; }
    /// Of one machine of a site, of all dates.
    [[nodiscard]] const std::vector<cost::PriceStep>& priceHistory(std::size_t site) const { return m_histories[site]; }
    [[nodiscard]] const cost::KnownPrice& reading(std::size_t site) const { return m_reading[site]; }
    [[nodiscard]] double rate(std::size_t site) const { return m_rates[site]; } ///< samples/s of one machine
    [[nodiscard]] std::vector<std::string> missingPrices() const; ///< one sentence each; empty: all costs are known
    /// Of one connection, mean over the pairs of machines of two sites: s a bit.
    [[nodiscard]] double secondsPerBit(std::size_t from, std::size_t to) const { return m_secondsPerBit[from][to]; }
    [[nodiscard]] double vectorBytes() const noexcept { return m_vectorBytes; }
    /// Pairs of sites whose rate is estimated from the round trip, by the window that the study's connections had.
    [[nodiscard]] const std::vector<std::string>& estimated() const noexcept { return m_estimated; }

    [[nodiscard]] const InterruptionRate& interruptions(std::size_t site) const { return m_interruptions[site]; }
    /// Of a machine of a site among so many of each, in rounds with so much computing. The state comes over its fastest
    /// connection to another machine; a single one reads its own.
    [[nodiscard]] Outage outage(std::size_t site, std::span<const int> counts, double computeSeconds) const;

    /// Without interruptions; `counts` as below.
    [[nodiscard]] BareForecast bareForecast(std::span<const int> counts) const;
    /// `counts`: of each site, at most its nodes; at least one in all.
    [[nodiscard]] Forecast forecast(std::span<const int> counts) const;
    /// With an averaging other than the law's: its time, and the bytes that all machines of a site (row) send to those
    /// of another (column) in it. Without a band.
    [[nodiscard]] Forecast forecast(std::span<const int> counts, double averagingSeconds,
                                    const std::vector<std::vector<double>>& bytes) const;
    [[nodiscard]] std::vector<Remark> remarks(const Forecast& forecast, const Averaging& averaging = {}) const;
    /// Whether budget, deadline and granularity are met. What is not known does not meet them.
    [[nodiscard]] bool isAllowed(const Forecast& forecast) const;

private:
    Planner() = default;
    [[nodiscard]] Result<void> findRates(const cluster::Cluster& cluster);
    [[nodiscard]] Result<void> findConnections(const cluster::Cluster& cluster);
    /// Interruptions and costs of a round that is complete but for them; `bytes(from, to)` of two sites.
    template <typename Bytes>
    [[nodiscard]] Forecast priced(const BareForecast& bare, std::span<const int> counts, Bytes bytes) const;
    [[nodiscard]] double roundOf(double computing, double averaging) const noexcept;
    void interrupt(Forecast& forecast, std::span<const int> counts) const;

    PlanSpec m_plan;
    cost::ClusterPrices m_prices;
    std::vector<std::vector<cost::PriceStep>> m_histories; ///< by site
    std::vector<cost::KnownPrice> m_reading;
    std::vector<InterruptionRate> m_interruptions;
    std::vector<double> m_rates;
    std::vector<std::vector<double>> m_secondsPerBit;
    std::vector<std::string> m_estimated;
    double m_vectorBytes = 0;
};

/// "2 × GC us-west1 T4 spot + 2 × AWS us-west-2 T4", without the all-reduce.
[[nodiscard]] std::string nameOf(const Candidate& candidate, const std::vector<cost::Site>& sites);
/// One sentence.
[[nodiscard]] std::string remarkText(Remark remark, const Forecast& forecast, const PlanSpec& plan);

} // namespace millrace::planner
