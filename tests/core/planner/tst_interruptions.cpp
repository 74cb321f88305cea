// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/planner/explanation.h"
#include "core/planner/search.h"

#include <QtTest/QtTest>
#include <chrono>
#include <cmath>

using namespace millrace;
using namespace millrace::planner;
using namespace std::chrono_literals;

namespace {

/// Spot machines of two regions, 4 × 100 Mbit/s to each other, and one machine on demand.
cluster::Cluster spots(int each)
{
    cluster::Cluster cluster;
    cluster.name = "spots";
    for (const char* region : {"US", "EU"})
        for (int i = 0; i < each; ++i) {
            cluster::Node node;
            node.name = region + std::to_string(i);
            node.provider = "GC";
            node.zone = region;
            node.machine = "T4";
            node.spot = true;
            cluster.nodes.push_back(node);
        }
    cluster.nodes.push_back(cluster.nodes.front());
    cluster.nodes.back().name = "safe";
    cluster.nodes.back().spot = false;
    cluster::Link link;
    link.settings.bitsPerSecond = 100e6;
    cluster.links.push_back(link);
    return cluster;
}

cost::PriceBook book(std::optional<double> takenBack)
{
    cost::PriceBook prices;
    cost::MachinePrice price;
    price.provider = "GC";
    price.machine = "T4";
    price.onDemand = 0.5;
    price.spot = 0.2;
    price.takenBack = takenBack;
    price.date = "2023-05-12";
    price.source = "list";
    prices.machines.push_back(price);
    prices.traffic = {{"*", "*", "*", "*", 0.01, "2023-04", "list"}};
    return prices;
}

PlanSpec planOf()
{
    PlanSpec plan;
    plan.name = "vision";
    plan.cluster = "spots";
    plan.parameters = 25'000'000;
    plan.targetBatch = 36'000;
    plan.samples = 100'000'000;
    plan.rates = {{"T4", 50, "assumed"}};
    plan.streams = 4;
    plan.overlap = true; // rounds take as long as their computing: throughput is linear in the machines
    plan.rejoin = 5min;
    plan.interruptions = 0.5;
    return plan;
}

double sumOf(const MachineTime& time)
{
    return time.productive + time.starting + time.state + time.lost;
}

} // namespace

class TestInterruptions : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// Six machines at 0.5 an hour: each trains for 7200 s, of which half of 36 000 ÷ 300 s are lost; then a
    /// replacement starts for 300 s and reads 300 MB at 400 Mbit/s.
    void forecastByHand()
    {
        const auto planner = Planner::of(planOf(), spots(3), book({}));
        QVERIFY(planner.has_value());
        const Forecast forecast = planner->forecast(std::vector<int>{3, 3, 0});
        const double cycle = 7200 + 300 + 6;
        QCOMPARE(forecast.time.productive, (7200 - 60) / cycle);
        QCOMPARE(forecast.time.starting, 300 / cycle);
        QCOMPARE(forecast.time.state, 6 / cycle);
        QCOMPARE(forecast.time.lost, 60 / cycle);
        QCOMPARE(forecast.interruptionsPerHour, 3 * 7200 / cycle);
        QVERIFY(std::abs(forecast.samplesPerSecond / (300 * (7200 - 60) / cycle) - 1) < 1e-12);
        QVERIFY(std::abs(forecast.trainingSeconds * forecast.samplesPerSecond / 1e8 - 1) < 1e-12);
        std::string all;
        for (const Explanation& line : explain(*planner, {{3, 3, 0}, forecast}))
            all += line.what + ": " + line.value + " = " + line.how + "\n";
        for (const char* part : {"2.878 an hour", "3 × 0.5 of GC US T4 spot while they train (typed)", "95.12 %"})
            QVERIFY2(all.find(part) != std::string::npos, all.c_str());
    }

    void whatIsInterrupted()
    {
        const auto rateOf = [](const PlanSpec& plan, std::optional<double> takenBack, std::size_t site) {
            return Planner::of(plan, spots(1), book(takenBack))->interruptions(site).anHour;
        };
        PlanSpec plan = planOf();
        QCOMPARE(rateOf(plan, {}, 2), 0.0); // on demand
        plan.interruptions.reset();
        QVERIFY(std::abs(rateOf(plan, 0.2, 0) / (-std::log(0.8) / 730) - 1) < 1e-12);
        QVERIFY(std::isnan(rateOf(plan, {}, 0)));
        plan.rejoin.reset();
        QCOMPARE(rateOf(plan, 0.2, 0), 0.0);

        // Not known, or not to be counted: as if there were none.
        const Forecast without = Planner::of(plan, spots(1), book(0.2))->forecast(std::vector<int>{1, 1, 0});
        QCOMPARE(without.time, MachineTime());
        plan.rejoin = 5min;
        const Forecast notKnown = Planner::of(plan, spots(1), book({}))->forecast(std::vector<int>{1, 1, 0});
        QCOMPARE(notKnown.samplesPerSecond, without.samplesPerSecond);
        QCOMPARE(notKnown.interruptionsPerHour, 0.0);
    }

    /// Where the throughput is linear in the machines, the mean of drawn interruptions is that of the formula.
    void replaysAgreeWithTheFormula()
    {
        for (const double anHour : {0.1, 1.0}) {
            PlanSpec plan = planOf();
            plan.interruptions = anHour;
            const auto planner = Planner::of(plan, spots(10), book({}));
            const std::vector<int> counts = {10, 10, 1};
            const Forecast forecast = planner->forecast(counts);
            double seconds = 0, productive = 0, interruptions = 0;
            constexpr int replays = 100;
            for (std::uint64_t seed = 1001; seed < 1001 + replays; ++seed) {
                const InterruptedTraining replayed = replayInterruptions(*planner, counts, seed);
                QVERIFY(std::abs(sumOf(replayed.time) - 1) < 1e-9);
                QCOMPARE(replayInterruptions(*planner, counts, seed).seconds, replayed.seconds);
                seconds += replayed.seconds / replays;
                productive += replayed.time.productive / replays;
                interruptions += static_cast<double>(replayed.interruptions) / replays;
            }
            const QString text = QString("%1 s of %2, %3 of %4 productive, %5 interruptions")
                                     .arg(seconds)
                                     .arg(forecast.trainingSeconds)
                                     .arg(productive)
                                     .arg(forecast.time.productive)
                                     .arg(interruptions);
            QVERIFY2(std::abs(seconds / forecast.trainingSeconds - 1) < 0.01, qPrintable(text));
            QVERIFY2(std::abs(productive - forecast.time.productive) < 0.01, qPrintable(text));
            // While a machine is away it is not taken back.
            const double expected = forecast.interruptionsPerHour * seconds / 3600;
            QVERIFY2(std::abs(interruptions / expected - 1) < 0.05, qPrintable(text));
        }
    }

    /// One machine alone: nobody trains while it is away.
    void aSingleMachine()
    {
        const auto planner = Planner::of(planOf(), spots(1), book({}));
        const std::vector<int> counts = {1, 0, 0};
        const InterruptedTraining replayed = replayInterruptions(*planner, counts, 7);
        const Forecast forecast = planner->forecast(counts);
        QVERIFY(replayed.interruptions > 200);
        QCOMPARE(replayed.time.state, 0.0);
        QVERIFY(std::abs(replayed.seconds / forecast.trainingSeconds - 1) < 0.05);
    }

    void moreThanCanBeTrained()
    {
        PlanSpec plan = planOf();
        plan.interruptions = 3600;
        const auto planner = Planner::of(plan, spots(3), book({}));
        QVERIFY(std::isinf(replayInterruptions(*planner, std::vector<int>{3, 3, 0}, 1).seconds));
        QVERIFY(std::isinf(planner->forecast(std::vector<int>{3, 3, 0}).trainingSeconds));
    }

    /// Bounds without interruptions are lower ones with them.
    void theSearchStaysExact()
    {
        PlanSpec plan = planOf();
        plan.overlap = false;
        const auto planner = Planner::of(plan, spots(9), book({}));
        for (const Objective objective : {Objective::Dollars, Objective::Time}) {
            const SearchResult all = search(*planner, {.objective = objective});
            const SearchResult bounded = search(*planner, {.objective = objective, .best = 1, .mostForecasts = 198});
            QVERIFY(all.isComplete && !bounded.isComplete);
            QVERIFY(bounded.best.front().counts == all.best.front().counts);
        }
    }
};

QTEST_APPLESS_MAIN(TestInterruptions)
#include "tst_interruptions.moc"
