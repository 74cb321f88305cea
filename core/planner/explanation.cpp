// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/planner/explanation.h"

#include "core/base/text.h"
#include "core/base/units.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace millrace::planner {

namespace {

std::string dollarsText(double dollars, const char* unit = "")
{
    return std::isnan(dollars) ? std::string("not known") : fmt::format("{:.4g} ${}", dollars, unit);
}

class Explainer
{
public:
    Explainer(const Planner& planner, const Candidate& candidate) : m_planner(planner), m_candidate(candidate) { }

    std::vector<Explanation> run()
    {
        rates();
        if (m_planner.plan().rejoin)
            interruptions();
        times();
        costs();
        return std::move(m_lines);
    }

private:
    [[nodiscard]] const Forecast& forecast() const { return m_candidate.forecast; }
    [[nodiscard]] int count(std::size_t site) const { return m_candidate.counts[site]; }
    [[nodiscard]] bool isSimulated() const { return !m_candidate.averaging.strategy.empty(); }

    void add(std::string what, std::string value, std::string how)
    {
        m_lines.push_back({std::move(what), std::move(value), std::move(how)});
    }

    template <typename Text>
    std::string bySite(Text text) const
    {
        std::vector<std::string> parts;
        for (std::size_t site = 0; site < m_planner.sites().size(); ++site)
            if (count(site) > 0)
                parts.push_back(text(site));
        return join(parts, "; ");
    }

    void rates()
    {
        double all = 0;
        for (std::size_t site = 0; site < m_planner.sites().size(); ++site)
            all += count(site) * m_planner.rate(site);
        add("rate of the machines", fmt::format("{:.4g} samples/s", all), bySite([&](std::size_t site) {
                const auto& rates = m_planner.plan().rates;
                const auto found = std::ranges::find(rates, m_planner.sites()[site].machine, &MachineRate::machine);
                const std::string source = found->source.empty() ? std::string("typed") : found->source;
                return fmt::format("{} × {:.4g} of {} ({})", count(site), m_planner.rate(site),
                                   m_planner.sites()[site].name(), source);
            }));
    }

    void interruptions()
    {
        add("interruptions", fmt::format("{:.4g} an hour", forecast().interruptionsPerHour),
            bySite([&](std::size_t site) {
                const InterruptionRate& rate = m_planner.interruptions(site);
                return rate.anHour > 0 ? fmt::format("{} × {:.3g} of {} while they train ({})", count(site),
                                                     rate.anHour, m_planner.sites()[site].name(), rate.origin)
                                       : fmt::format("{}: {}", m_planner.sites()[site].name(), rate.origin);
            }));
        const MachineTime& time = forecast().time;
        add("productive time", fmt::format("{:.4g} %", 100 * time.productive),
            fmt::format(
                "{:.3g} % replacements start ({}), {:.3g} % read {} of state, {:.3g} % is lost (half the "
                "computing of a round for each interruption)",
                100 * time.starting, durationText(*m_planner.plan().rejoin), 100 * time.state,
                humanSize(static_cast<double>(m_planner.plan().parameters) * m_planner.plan().stateBytesPerParameter),
                100 * time.lost));
    }

    void times()
    {
        const PlanSpec& plan = m_planner.plan();
        const AveragingLaw& law = plan.averaging;
        const AveragingLoad& load = forecast().load;
        add("computing of a round", fmt::format("{:.4g} s", forecast().computeSeconds),
            fmt::format("{} samples ÷ the rate of the machines{}", plan.targetBatch,
                        plan.rejoin ? " in their productive time" : ""));
        if (load.peers > 1 && isSimulated()) {
            add("averaging", fmt::format("{:.4g} s", forecast().averagingSeconds),
                fmt::format("the all-reduce {} of the built-in worker, simulated", m_candidate.averaging.strategy));
        } else if (load.peers > 1) {
            add("sent by a machine", fmt::format("{:.4g} Mbit a round", load.megabits),
                fmt::format("2 × {} × 8 bit × ({:.0f} - 1) ÷ {:.0f}", humanSize(m_planner.vectorBytes()), load.peers,
                            load.peers));
            add("slowest connection", fmt::format("{:.4g} s", load.slowestPair), slowestText());
            add("averaging", fmt::format("{:.4g} s", forecast().averagingSeconds),
                fmt::format("{:.3g} + {:.3g} × {:.4g} Mbit + {:.3g} × {:.0f} + {:.3g} × {:.4g} s; fitted to {}",
                            law.fixed, law.perMegabit, load.megabits, law.perPeer, load.peers, law.slowestPart,
                            load.slowestPair, law.source));
        }
        add("throughput", fmt::format("{:.4g} samples/s", forecast().samplesPerSecond),
            fmt::format("{} ÷ {:.4g} s{}", plan.targetBatch, forecast().roundSeconds,
                        load.peers > 1 && !isSimulated()
                            ? fmt::format("; {:.4g} to {:.4g} by the band of the averaging", forecast().rateBand.low,
                                          forecast().rateBand.high)
                            : std::string()));
        if (load.peers > 1)
            add("granularity", fmt::format("{:.3g}", forecast().granularity()), "computing ÷ averaging");
        add("training", fmt::format("{:.4g} h", forecast().trainingSeconds / 3600),
            fmt::format("{} samples ÷ {:.4g} samples/s", plan.samples, forecast().samplesPerSecond));
    }

    [[nodiscard]] std::string slowestText() const
    {
        std::string text;
        double slowest = -1;
        for (std::size_t a = 0; a < m_planner.sites().size(); ++a)
            for (std::size_t b = 0; b < m_planner.sites().size(); ++b)
                if (count(a) > 0 && count(b) > (a == b ? 1 : 0) && m_planner.secondsPerBit(a, b) > slowest) {
                    slowest = m_planner.secondsPerBit(a, b);
                    text = fmt::format("{} to {}: {}", m_planner.sites()[a].name(), m_planner.sites()[b].name(),
                                       humanRate(1 / slowest));
                }
        return text;
    }

    void costs()
    {
        add("machines", dollarsText(forecast().machineDollars, "/h"), bySite([&](std::size_t site) {
                const cost::KnownPrice& price = m_planner.prices().hourly[site];
                return std::isnan(price.dollars) ? price.origin
                                                 : fmt::format("{} × {:.4g} $/h of {} ({})", count(site), price.dollars,
                                                               m_planner.sites()[site].name(), price.origin);
            }));
        if (forecast().load.peers > 1)
            add("traffic", dollarsText(forecast().trafficDollars, "/h"), trafficText());
        if (m_planner.plan().bytesPerSample > 0)
            add("reading of the data", dollarsText(forecast().readingDollars, "/h"), readingText());
        add("cost of the training", dollarsText(forecast().trainingDollars()),
            fmt::format("{} × {:.4g} h; 10⁶ samples: {}", dollarsText(forecast().dollarsPerHour(), "/h"),
                        forecast().trainingSeconds / 3600, dollarsText(forecast().dollarsPerMillion())));
    }

    /// Sites read what they train: their shares of the samples.
    [[nodiscard]] std::string readingText() const
    {
        const double all = static_cast<double>(m_planner.plan().targetBatch) / forecast().computeSeconds;
        const double bytesAnHour = forecast().samplesPerSecond * 3600 * m_planner.plan().bytesPerSample;
        return bySite([&](std::size_t site) {
            const cost::KnownPrice& price = m_planner.reading(site);
            return std::isnan(price.dollars)
                ? price.origin
                : fmt::format("{}: {:.4g} GB/h × {:.4g} $/GB ({})", m_planner.sites()[site].name(),
                              count(site) * m_planner.rate(site) / all * bytesAnHour / 1e9, price.dollars,
                              price.origin);
        });
    }

    [[nodiscard]] std::string trafficText() const
    {
        std::vector<std::string> parts;
        const double pairBytes = 2 * m_planner.vectorBytes() / forecast().load.peers;
        for (std::size_t a = 0; a < m_planner.sites().size(); ++a)
            for (std::size_t b = 0; b < m_planner.sites().size(); ++b) {
                const double bytes = isSimulated() ? m_candidate.averaging.bytes[a][b]
                                                   : count(a) * (a == b ? count(b) - 1 : count(b)) * pairBytes;
                const cost::KnownPrice& price = m_planner.prices().traffic[a][b];
                if (bytes > 0)
                    parts.push_back(std::isnan(price.dollars)
                                        ? price.origin
                                        : fmt::format("{} to {}: {:.4g} GB/h × {:.4g} $/GB ({})",
                                                      m_planner.sites()[a].name(), m_planner.sites()[b].name(),
                                                      bytes / 1e9 * 3600 / forecast().roundSeconds, price.dollars,
                                                      price.origin));
            }
        return join(parts, "; ");
    }

    const Planner& m_planner;
    const Candidate& m_candidate;
    std::vector<Explanation> m_lines;
};

} // namespace

std::vector<Explanation> explain(const Planner& planner, const Candidate& candidate)
{
    return Explainer(planner, candidate).run();
}

std::vector<BreakEven> breakEven(const Planner& planner, const Candidate& candidate)
{
    std::vector<BreakEven> single;
    for (std::size_t site = 0; site < planner.sites().size(); ++site) {
        std::vector<int> counts(planner.sites().size(), 0);
        counts[site] = 1;
        BreakEven entry{site, planner.forecast(counts), unknown};
        const double perSample = candidate.forecast.dollarsPerHour() / candidate.forecast.samplesPerSecond;
        entry.hourlyDollars = perSample * entry.alone.samplesPerSecond - entry.alone.readingDollars;
        single.push_back(entry);
    }
    std::ranges::sort(single, {}, [](const BreakEven& entry) {
        const double dollars = entry.alone.trainingDollars();
        return std::isnan(dollars) ? std::numeric_limits<double>::infinity() : dollars;
    });
    return single;
}

} // namespace millrace::planner
