// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/planner/candidate.h"

#include "core/base/seconds.h"
#include "core/base/text.h"
#include "core/base/units.h"
#include "core/cluster/network_matrix.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numeric>

namespace millrace::planner {

namespace {

/// In flight on one connection of the study, 18.9 to 23.3 Mbit on all its links between continents and clouds.
constexpr double windowBytes = 2.6e6;

std::string extrapolationText(const AveragingLoad& load, const AveragingLaw& law)
{
    std::vector<std::string> parts;
    if (load.peers < law.leastPeers || load.peers > law.mostPeers)
        parts.push_back(
            fmt::format("{:.0f} machines (fitted to {:.0f} to {:.0f})", load.peers, law.leastPeers, law.mostPeers));
    if (load.megabits < 0.99 * law.leastMegabits || load.megabits > 1.01 * law.mostMegabits)
        parts.push_back(fmt::format("{:.0f} Mbit of each (fitted to {:.0f} to {:.0f})", load.megabits,
                                    law.leastMegabits, law.mostMegabits));
    if (load.slowestPair > 1.01 * law.mostSlowest)
        parts.push_back(
            fmt::format("{:.3g} s on the slowest connection (fitted to {:.3g})", load.slowestPair, law.mostSlowest));
    return "averaging is extrapolated: " + join(parts, ", ");
}

} // namespace

ConnectionRate connectionRate(const cluster::Cluster& cluster, std::size_t from, std::size_t to, int streams)
{
    const cluster::Node& sender = cluster.nodes[from];
    const cluster::Node& receiver = cluster.nodes[to];
    const cluster::PathSettings there = pathBetween(cluster, sender, receiver);
    ConnectionRate rate{there.bitsPerSecond, false};
    const double roundTrip = seconds(there.delay + pathBetween(cluster, receiver, sender).delay);
    const double nics = cluster::nicRate(sender, receiver);
    rate.isEstimate = rate.bitsPerSecond <= 0 && roundTrip > 0;
    if (rate.isEstimate)
        rate.bitsPerSecond = 8 * windowBytes / roundTrip;
    rate.bitsPerSecond = cluster::smallerRate(rate.bitsPerSecond * streams, nics);
    rate.isEstimate = rate.isEstimate && rate.bitsPerSecond != nics;
    return rate;
}

int Candidate::machines() const noexcept
{
    return std::accumulate(counts.begin(), counts.end(), 0);
}

Result<Planner> Planner::of(const PlanSpec& plan, const cluster::Cluster& cluster, const cost::PriceBook& prices)
{
    Planner planner;
    planner.m_plan = plan;
    planner.m_vectorBytes = static_cast<double>(plan.parameters) * plan.bytesPerParameter;
    planner.m_prices = cost::pricesOf(cluster, prices, plan.priceDate);
    for (const cost::Site& site : planner.sites())
        planner.m_histories.push_back(cost::priceHistory(prices, site));
    for (const cost::Site& site : planner.sites())
        planner.m_reading.push_back(plan.bytesPerSample > 0 ? cost::readingPrice(prices, plan.dataStore, site.place)
                                                            : cost::KnownPrice{0, "the data is on the machines"});
    for (const cost::Site& site : planner.sites())
        planner.m_interruptions.push_back(interruptionRate(plan, site, prices));
    MR_CHECK(planner.findRates(cluster));
    MR_CHECK(planner.findConnections(cluster));
    return planner;
}

Result<void> Planner::findRates(const cluster::Cluster& cluster)
{
    for (const cost::Site& site : sites()) {
        const auto found = std::ranges::find(m_plan.rates, site.machine, &MachineRate::machine);
        if (found == m_plan.rates.end())
            return fail(ErrorCode::InvalidInput,
                        fmt::format("the plan \"{}\" does not say how many samples a second {} trains (node \"{}\" of "
                                    "\"{}\"); add it to \"rates\"",
                                    m_plan.name,
                                    site.machine.empty() ? "a machine without a type" : "\"" + site.machine + "\"",
                                    cluster.nodes[site.nodes.front()].name, cluster.name));
        m_rates.push_back(found->samplesPerSecond);
    }
    return {};
}

Result<void> Planner::findConnections(const cluster::Cluster& cluster)
{
    const std::size_t count = sites().size();
    m_secondsPerBit.assign(count, std::vector<double>(count, 0));
    for (std::size_t a = 0; a < count; ++a)
        for (std::size_t b = 0; b < count; ++b) {
            double sum = 0;
            std::size_t pairs = 0;
            bool anyEstimate = false;
            for (const std::size_t from : sites()[a].nodes)
                for (const std::size_t to : sites()[b].nodes) {
                    if (from == to)
                        continue;
                    const auto [rate, isEstimate] = connectionRate(cluster, from, to, m_plan.streams);
                    if (rate <= 0)
                        return fail(ErrorCode::InvalidInput,
                                    fmt::format("how fast \"{}\" sends to \"{}\" is not known; give the link of \"{}\" "
                                                "a rate or a delay, or the nodes a NIC rate",
                                                cluster.nodes[from].name, cluster.nodes[to].name, cluster.name));
                    anyEstimate = anyEstimate || isEstimate;
                    sum += 1 / rate;
                    ++pairs;
                }
            if (pairs > 0)
                m_secondsPerBit[a][b] = sum / static_cast<double>(pairs);
            if (anyEstimate)
                m_estimated.push_back(fmt::format("{} to {}", sites()[a].name(), sites()[b].name()));
        }
    return {};
}

double Planner::roundOf(double computing, double averaging) const noexcept
{
    return m_plan.overlap ? std::max(computing, averaging) : computing + averaging;
}

Outage Planner::outage(std::size_t site, std::span<const int> counts, double computeSeconds) const
{
    double fastest = std::numeric_limits<double>::infinity();
    for (std::size_t from = 0; from < counts.size(); ++from)
        if (counts[from] > (from == site ? 1 : 0))
            fastest = std::min(fastest, m_secondsPerBit[from][site]);
    const double bits = 8 * static_cast<double>(m_plan.parameters) * m_plan.stateBytesPerParameter;
    return {m_plan.rejoin ? seconds(*m_plan.rejoin) : 0, std::isinf(fastest) ? 0 : bits * fastest, computeSeconds / 2};
}

BareForecast Planner::bareForecast(std::span<const int> counts) const
{
    BareForecast forecast;
    double peers = 0, rate = 0, slowest = 0;
    for (std::size_t a = 0; a < counts.size(); ++a) {
        if (counts[a] == 0)
            continue;
        peers += counts[a];
        rate += counts[a] * m_rates[a];
        for (std::size_t b = 0; b < counts.size(); ++b)
            if (counts[b] > (a == b ? 1 : 0))
                slowest = std::max(slowest, m_secondsPerBit[a][b]);
    }
    const auto target = static_cast<double>(m_plan.targetBatch);
    forecast.load = AveragingLoad::of(m_vectorBytes, peers, slowest);
    forecast.computeSeconds = target / rate;
    forecast.averagingSeconds = m_plan.averaging.seconds(forecast.load);
    forecast.roundSeconds = roundOf(forecast.computeSeconds, forecast.averagingSeconds);
    forecast.samplesPerSecond = target / forecast.roundSeconds;
    return forecast;
}

/// The machines train in their productive time only.
void Planner::interrupt(Forecast& forecast, std::span<const int> counts) const
{
    MachineTime sum{0, 0, 0, 0};
    double rate = 0;
    for (std::size_t site = 0; site < counts.size(); ++site) {
        if (counts[site] == 0)
            continue;
        const double anHour = m_interruptions[site].anHour;
        const MachineTime time = machineTime(anHour / 3600, outage(site, counts, forecast.computeSeconds));
        const double part = counts[site] * m_rates[site];
        sum.productive += part * time.productive;
        sum.starting += part * time.starting;
        sum.state += part * time.state;
        sum.lost += part * time.lost;
        rate += part;
        if (anHour > 0)
            forecast.interruptionsPerHour += counts[site] * anHour * (time.productive + time.lost);
    }
    if (forecast.interruptionsPerHour <= 0)
        return;
    forecast.time = {sum.productive / rate, sum.starting / rate, sum.state / rate, sum.lost / rate};
    forecast.computeSeconds /= forecast.time.productive;
    forecast.roundSeconds = roundOf(forecast.computeSeconds, forecast.averagingSeconds);
    forecast.samplesPerSecond = static_cast<double>(m_plan.targetBatch) / forecast.roundSeconds;
}

template <typename Bytes>
Forecast Planner::priced(const BareForecast& bare, std::span<const int> counts, Bytes bytes) const
{
    constexpr double gigabyte = 1e9;
    Forecast forecast;
    static_cast<BareForecast&>(forecast) = bare;
    interrupt(forecast, counts);
    const std::size_t count = sites().size();
    double rate = 0, hourly = 0;
    for (std::size_t a = 0; a < count; ++a)
        if (counts[a] > 0) {
            rate += counts[a] * m_rates[a];
            hourly += counts[a] * m_prices.hourly[a].dollars;
        }
    forecast.trainingSeconds = static_cast<double>(m_plan.samples) / forecast.samplesPerSecond;

    const double roundsAnHour = 3600 / forecast.roundSeconds;
    const double samplesAnHour = forecast.samplesPerSecond * 3600;
    forecast.machineDollars = hourly;
    forecast.trafficDollars = 0;
    forecast.readingDollars = 0;
    for (std::size_t a = 0; a < count; ++a) {
        if (counts[a] == 0)
            continue;
        for (std::size_t b = 0; b < count; ++b)
            if (const double sent = bytes(a, b); sent > 0)
                forecast.trafficDollars += sent * roundsAnHour * m_prices.traffic[a][b].dollars / gigabyte;
        const double share = counts[a] * m_rates[a] / rate;
        forecast.readingDollars += share * samplesAnHour * m_plan.bytesPerSample * m_reading[a].dollars / gigabyte;
    }
    return forecast;
}

Forecast Planner::forecast(std::span<const int> counts) const
{
    const BareForecast bare = bareForecast(counts);
    const double peers = bare.load.peers;
    const double pairBytes = peers < 2 ? 0 : 2 * m_vectorBytes / peers;
    Forecast forecast = priced(bare, counts, [&](std::size_t from, std::size_t to) {
        return counts[from] * (from == to ? counts[to] - 1 : counts[to]) * pairBytes;
    });
    if (const double band = m_plan.averaging.band; band > 0 || peers < 2)
        for (const auto& [end, factor] : {std::pair{&forecast.rateBand.low, band}, {&forecast.rateBand.high, -band}})
            *end = static_cast<double>(m_plan.targetBatch)
                / roundOf(forecast.computeSeconds, forecast.averagingSeconds * std::exp(factor));
    return forecast;
}

Forecast Planner::forecast(std::span<const int> counts, double averagingSeconds,
                           const std::vector<std::vector<double>>& bytes) const
{
    BareForecast bare = bareForecast(counts);
    bare.averagingSeconds = averagingSeconds;
    bare.roundSeconds = roundOf(bare.computeSeconds, averagingSeconds);
    bare.samplesPerSecond = static_cast<double>(m_plan.targetBatch) / bare.roundSeconds;
    return priced(bare, counts, [&bytes](std::size_t from, std::size_t to) { return bytes[from][to]; });
}

bool Planner::isAllowed(const Forecast& forecast) const
{
    return (!m_plan.budget || forecast.trainingDollars() <= *m_plan.budget)
        && (!m_plan.deadline || forecast.trainingSeconds <= seconds(*m_plan.deadline))
        && forecast.granularity() >= m_plan.leastGranularity;
}

std::vector<std::string> Planner::missingPrices() const
{
    std::vector<std::string> sentences = m_prices.missing();
    for (const cost::KnownPrice& price : m_reading)
        cost::addMissing(sentences, price);
    return sentences;
}

std::vector<Remark> Planner::remarks(const Forecast& forecast, const Averaging& averaging) const
{
    std::vector<Remark> remarks;
    if (forecast.load.peers > 1 && forecast.computeSeconds < seconds(m_plan.matchmaking))
        remarks.push_back(Remark::Unstable);
    if (forecast.granularity() < 1)
        remarks.push_back(Remark::Coarse);
    if (m_plan.budget && !(forecast.trainingDollars() <= *m_plan.budget))
        remarks.push_back(Remark::OverBudget);
    if (m_plan.deadline && forecast.trainingSeconds > seconds(*m_plan.deadline))
        remarks.push_back(Remark::AfterDeadline);
    if (forecast.granularity() < m_plan.leastGranularity)
        remarks.push_back(Remark::BelowGranularity);
    if (averaging.strategy.empty() && !m_plan.averaging.covers(forecast.load))
        remarks.push_back(Remark::Extrapolated);
    return remarks;
}

std::string nameOf(const Candidate& candidate, const std::vector<cost::Site>& sites)
{
    std::vector<std::string> parts;
    for (std::size_t i = 0; i < sites.size(); ++i)
        if (candidate.counts[i] > 0)
            parts.push_back(fmt::format("{} × {}", candidate.counts[i], sites[i].name()));
    return join(parts, " + ");
}

std::string remarkText(Remark remark, const Forecast& forecast, const PlanSpec& plan)
{
    switch (remark) {
    case Remark::Unstable:
        return fmt::format("unstable: the target batch is there after {:.3g} s, before the matchmaking of {} ends",
                           forecast.computeSeconds, durationText(plan.matchmaking));
    case Remark::Coarse:
        return fmt::format("granularity {:.2f}: more time goes into averaging than into computing; twice the machines "
                           "train at most {:.2f} times as fast",
                           forecast.granularity(), (forecast.granularity() + 1) / (forecast.granularity() / 2 + 1));
    case Remark::OverBudget:
        return std::isnan(forecast.trainingDollars())
            ? std::string("not every price is known, so it may cost more than the budget")
            : fmt::format("costs {:.2f} $, more than the budget of {:.2f} $", forecast.trainingDollars(), *plan.budget);
    case Remark::AfterDeadline:
        return fmt::format("takes {:.3g} h, longer than the deadline of {:.3g} h", forecast.trainingSeconds / 3600,
                           seconds(*plan.deadline) / 3600);
    case Remark::BelowGranularity:
        return fmt::format("granularity {:.2f}, less than {:.2f}", forecast.granularity(), plan.leastGranularity);
    case Remark::Extrapolated: return extrapolationText(forecast.load, plan.averaging);
    }
    return {};
}

} // namespace millrace::planner
