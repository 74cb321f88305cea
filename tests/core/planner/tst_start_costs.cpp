// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/core/planner/offered_machines.h"

#include "core/base/random.h"
#include "core/planner/start_costs.h"

#include <QtTest/QtTest>
#include <cmath>

using namespace millrace;
using namespace millrace::planner;
using namespace millrace::tests;
using namespace std::chrono_literals;

namespace {

cost::MachinePrice priceAt(const char* provider, const char* region, const char* machine, std::string date, double spot)
{
    cost::MachinePrice price;
    price.provider = provider;
    price.region = region;
    price.machine = machine;
    price.date = std::move(date);
    price.source = "history";
    price.spot = spot;
    return price;
}

Nanoseconds at(std::string_view date)
{
    return *cost::beginOf(date);
}

/// A training of 48 h on two machines in US, with free traffic.
PlanSpec twoDays()
{
    PlanSpec plan = planOf();
    plan.bytesPerSample = 0;
    plan.rates = {{"T4", 10, ""}, {"8xV100", 342, ""}};
    plan.averaging.fixed = plan.averaging.perMegabit = plan.averaging.perPeer = plan.averaging.slowestPart = 0;
    plan.samples = 2 * 10 * 48 * 3600;
    return plan;
}

} // namespace

/// Costs of a training by the day of its start.
class TestStartCosts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void dates()
    {
        QCOMPARE(at("1970-01-02"), Nanoseconds(24h));
        QCOMPARE(at("1970-01-02 02:40"), Nanoseconds(26h + 40min));
        QCOMPARE(at("1970-02"), Nanoseconds(31 * 24h));
        QCOMPARE(at("1970-01-01T00:00:05Z"), Nanoseconds(5s));
        for (const char* wrong : {"", "yesterday", "2026", "2026-13-01", "2026-11-25 2:40", "25.11.2026"})
            QVERIFY2(!cost::beginOf(wrong), wrong);
    }

    /// Prices of the region win from their first date on, as the latest price of each date does.
    void historyIsThatOfThePrices()
    {
        cost::PriceBook book;
        book.machines = {priceAt("GC", "US", "T4", "2026-03-05", 0.3), priceAt("GC", "", "T4", "2026-03-01", 0.2),
                         priceAt("GC", "", "T4", "2026-03-09", 0.9),   priceAt("GC", "US", "T4", "2026-03-07", 0.4),
                         priceAt("GC", "EU", "T4", "2026-03-02", 0.7), priceAt("AWS", "US", "T4", "2026-03-02", 0.8)};
        cost::MachinePrice onDemandOnly = priceAt("gc", "us", "t4", "2026-03-08", 0);
        onDemandOnly.spot.reset();
        onDemandOnly.onDemand = 2;
        book.machines.push_back(onDemandOnly);
        const cost::Site site{{"GC", "US"}, "T4", true, {0}};
        const auto history = cost::priceHistory(book, site);
        QCOMPARE(history.size(), std::size_t(4));
        for (const cost::PriceStep& step : history) {
            const std::string date = toRfc3339(step.from).substr(0, 10);
            const auto& spot = cost::machinePrice(book, site.place, "T4", date)->spot;
            QVERIFY2(spot ? *spot == step.dollars : std::isnan(step.dollars), date.c_str());
        }
        QVERIFY(cost::priceHistory(book, {{"", "US"}, "T4", true, {0}}).empty());
    }

    void byHand()
    {
        cost::PriceBook prices;
        for (const auto& [day, dollars] :
             {std::pair{"2026-03-01", 0.2}, {"2026-03-02", 0.4}, {"2026-03-03", 0.1}, {"2026-03-05", 0.5}})
            prices.machines.push_back(priceAt("GC", "US", "T4", day, dollars));
        prices.traffic = {{"*", "*", "*", "*", 0, "2026-03-01", "free"}};
        const auto planner = Planner::of(twoDays(), offers(2), prices);
        QVERIFY2(planner.has_value(), planner ? "" : planner.error().text().c_str());
        std::vector<int> counts(planner->sites().size(), 0);
        counts[0] = 2;
        const Candidate choice{counts, planner->forecast(counts)};
        QVERIFY(std::abs(choice.forecast.trainingSeconds / (48 * 3600) - 1) < 1e-9);
        const auto costs = costsByStart(*planner, choice);
        // The one that begins on the 5th would end after the last known price began.
        QCOMPARE(costs.size(), std::size_t(3));
        QCOMPARE(costs[0].start, at("2026-03-01"));
        QVERIFY(std::abs(costs[0].dollars - 2 * 24 * (0.2 + 0.4)) < 1e-6);
        QVERIFY(std::abs(costs[1].dollars - 2 * 24 * (0.4 + 0.1)) < 1e-6);
        QVERIFY(std::abs(costs[2].dollars - 2 * 48 * 0.1) < 1e-6);
        counts[1] = 1; // EU, of which there is no price
        QVERIFY(costsByStart(*planner, {counts, planner->forecast(counts)}).empty());
    }

    /// Against sums over minutes, two sites with drawn histories.
    void againstSums()
    {
        Random random(5);
        cost::PriceBook prices;
        for (int day = 1; day <= 28; ++day)
            for (const char* region : {"US", "EU"})
                if (random.uniform() < 0.6)
                    prices.machines.push_back(priceAt("GC", region, "T4",
                                                      "2026-02-" + std::to_string(100 + day).substr(1) + " 0"
                                                          + std::to_string(random.below(10)) + ":30",
                                                      0.1 + random.uniform()));
        prices.traffic = {{"*", "*", "*", "*", 0.05, "2026-03-01", "list"}};
        const auto planner = Planner::of(twoDays(), offers(2), prices);
        std::vector<int> counts(planner->sites().size(), 0);
        counts[0] = 2;
        counts[1] = 1;
        const Candidate choice{counts, planner->forecast(counts)};
        const Forecast& forecast = choice.forecast;
        const auto costs = costsByStart(*planner, choice);
        QVERIFY2(costs.size() > 10, qPrintable(QString::number(costs.size())));
        for (const StartCost& cost : costs) {
            double dollars = forecast.trafficDollars * forecast.trainingSeconds / 3600;
            const double minutes = forecast.trainingSeconds / 60;
            for (int minute = 0; minute < minutes; ++minute)
                for (const std::size_t site : {0, 1}) {
                    const auto& history = planner->priceHistory(site);
                    double price = unknown;
                    for (const cost::PriceStep& step : history)
                        if (step.from <= cost.start + Nanoseconds(minute * 1min))
                            price = step.dollars;
                    dollars += counts[site] * price / 60 * std::min(1.0, minutes - minute);
                }
            QVERIFY2(std::abs(cost.dollars / dollars - 1) < 1e-6, qPrintable(QString::number(cost.dollars / dollars)));
        }
    }
};

QTEST_APPLESS_MAIN(TestStartCosts)

#include "tst_start_costs.moc"
