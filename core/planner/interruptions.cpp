// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/planner/interruptions.h"

#include "core/base/random.h"
#include "core/base/unknown.h"
#include "core/planner/candidate.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <functional>
#include <limits>
#include <map>
#include <queue>
#include <vector>

namespace millrace::planner {

namespace {

constexpr double hoursOfMonth = 730;
constexpr double mostTimes = 1000; // as long as without interruptions
constexpr double infinite = std::numeric_limits<double>::infinity();

class Replay
{
public:
    Replay(const Planner& planner, std::span<const int> counts, std::uint64_t seed)
        : m_planner(planner), m_random(seed), m_counts(counts.begin(), counts.end()), m_present(m_counts)
    {
        for (std::size_t site = 0; site < counts.size(); ++site) {
            m_outages.push_back(planner.outage(site, counts, 0));
            for (int i = 0; i < counts[site]; ++i) {
                m_machines.push_back({site, true, 0});
                expectNext(m_machines.size() - 1);
            }
        }
    }

    InterruptedTraining run()
    {
        const auto samples = static_cast<double>(m_planner.plan().samples);
        const double longest = mostTimes * samples / throughput().samplesPerSecond;
        double left = samples;
        while (true) {
            double next = infinite;
            if (!m_changes.empty())
                next = m_changes.top().first;
            const double rate = throughput().samplesPerSecond;
            if (rate > 0 && m_now + left / rate <= next) {
                m_now += left / rate;
                break;
            }
            if (next > longest || m_result.interruptions >= mostInterruptions) {
                m_result.seconds = infinite;
                return m_result;
            }
            left -= rate * (next - m_now);
            m_now = next;
            const std::size_t machine = m_changes.top().second;
            m_changes.pop();
            left = std::min(samples, left + change(machine));
        }
        for (const Machine& machine : m_machines)
            book(machine);
        m_result.seconds = m_now;
        const double all = m_sum.productive + m_sum.starting + m_sum.state;
        m_result.time = {(m_sum.productive - m_sum.lost) / all, m_sum.starting / all, m_sum.state / all,
                         m_sum.lost / all};
        return m_result;
    }

private:
    struct Machine
    {
        std::size_t site = 0;
        bool trains = true;
        double since = 0; ///< s
    };

    void expectNext(std::size_t machine)
    {
        const Machine& expected = m_machines[machine];
        const Outage& outage = m_outages[expected.site];
        const double anHour = m_planner.interruptions(expected.site).anHour;
        if (!expected.trains)
            m_changes.emplace(m_now + outage.starting + outage.state, machine);
        else if (anHour > 0)
            m_changes.emplace(m_now + 3600 / anHour * m_random.exponential(), machine);
    }

    const BareForecast& throughput()
    {
        auto [entry, isNew] = m_forecasts.try_emplace(m_present);
        if (isNew && std::ranges::any_of(m_present, [](int count) { return count > 0; }))
            entry->second = m_planner.bareForecast(m_present);
        return entry->second;
    }

    /// The time of a machine since its last change. A replacement first starts, then reads the state.
    void book(const Machine& machine)
    {
        const double rate = m_planner.rate(machine.site);
        const double time = m_now - machine.since;
        if (machine.trains) {
            m_sum.productive += rate * time;
            return;
        }
        const double starting = std::min(time, m_outages[machine.site].starting);
        m_sum.starting += rate * starting;
        m_sum.state += rate * std::min(time - starting, m_outages[machine.site].state);
    }

    /// A machine is taken back, or its replacement begins to train; returns the samples that are lost.
    double change(std::size_t number)
    {
        Machine& machine = m_machines[number];
        book(machine);
        double samples = 0;
        if (machine.trains) {
            samples = m_planner.rate(machine.site)
                * std::min(m_random.uniform() * throughput().computeSeconds, m_now - machine.since);
            m_sum.lost += samples;
            ++m_result.interruptions;
        }
        m_present[machine.site] += machine.trains ? -1 : 1;
        machine.trains = !machine.trains;
        machine.since = m_now;
        expectNext(number);
        return samples;
    }

    using Change = std::pair<double, std::size_t>; // time, machine

    const Planner& m_planner;
    Random m_random;
    std::vector<int> m_counts;
    std::vector<int> m_present;
    std::vector<Outage> m_outages; ///< by site
    std::vector<Machine> m_machines;
    std::priority_queue<Change, std::vector<Change>, std::greater<>> m_changes;
    std::map<std::vector<int>, BareForecast> m_forecasts;
    double m_now = 0;
    MachineTime m_sum{0, 0, 0, 0}; ///< in samples that machines would have trained; productive: with those lost
    InterruptedTraining m_result;
};

} // namespace

InterruptionRate interruptionRate(const PlanSpec& plan, const cost::Site& site, const cost::PriceBook& prices)
{
    if (!plan.rejoin)
        return {0, "not counted: the plan does not say how long a replacement takes"};
    if (!site.spot || site.place.provider.empty())
        return {0, "not interrupted"};
    if (plan.interruptions)
        return {*plan.interruptions, "typed"};
    const cost::MachinePrice* price = cost::machinePrice(prices, site.place, site.machine, plan.priceDate);
    if (price == nullptr || !price->takenBack || *price->takenBack >= 1)
        return {unknown, "not known"};
    return {-std::log1p(-*price->takenBack) / hoursOfMonth,
            fmt::format("{:.3g} % are interrupted in a month; {}, {}", 100 * *price->takenBack, price->date,
                        price->source)};
}

MachineTime machineTime(double perSecond, const Outage& outage) noexcept
{
    if (!(perSecond > 0))
        return {};
    const double trains = 1 / perSecond;
    const double cycle = trains + outage.starting + outage.state;
    const double lost = std::min(outage.lost, trains);
    return {(trains - lost) / cycle, outage.starting / cycle, outage.state / cycle, lost / cycle};
}

InterruptedTraining replayInterruptions(const Planner& planner, std::span<const int> counts, std::uint64_t seed)
{
    return Replay(planner, counts, seed).run();
}

} // namespace millrace::planner
