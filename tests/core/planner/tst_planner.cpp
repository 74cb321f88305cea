// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/core/planner/offered_machines.h"

#include "core/base/random.h"
#include "core/planner/explanation.h"
#include "core/planner/search.h"

#include <QtTest/QtTest>
#include <chrono>
#include <cmath>

using namespace millrace;
using namespace millrace::planner;
using namespace millrace::tests;

namespace {

/// Of "… 1.5 GB/h × 0.01 $/GB …; …".
double sumOfProducts(const std::string& text)
{
    static const QRegularExpression product(QStringLiteral("([0-9.e+]+) GB/h × ([0-9.e-]+) \\$/GB"));
    double sum = 0;
    for (auto match = product.globalMatch(QString::fromStdString(text)); match.hasNext();) {
        const auto factors = match.next();
        sum += factors.captured(1).toDouble() * factors.captured(2).toDouble();
    }
    return sum;
}

bool isNear(double left, double right)
{
    return std::abs(left / right - 1) < 1e-9;
}

} // namespace

class TestPlanner : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// By hand: 2 in US, 1 in EU, 1 in ASIA.
    void forecastByHand()
    {
        const auto planner = Planner::of(planOf(), offers(2), book());
        QVERIFY(planner.has_value());
        QCOMPARE(planner->sites().size(), std::size_t(4));
        const Forecast forecast = planner->forecast(std::vector<int>{2, 1, 1, 0});
        const double bytes = 2.0 * 197'767'336;
        const double computing = 32768 / (4 * 35.6);
        const double megabits = 16 * bytes * 3 / 4 / 1e6;
        const double slowest = 16 * bytes / 4 / 76e6;
        const double averaging = 2.02 + 0.97e-3 * megabits + 0.473 * 4 + 0.785 * slowest;
        const double round = computing + averaging;
        QVERIFY(isNear(forecast.averagingSeconds, averaging));
        QVERIFY(isNear(forecast.samplesPerSecond, 32768 / round));
        QVERIFY(isNear(forecast.granularity(), computing / averaging));
        QVERIFY(isNear(forecast.machineDollars, 2 * 0.20 + 0.21 + 0.3474));
        // Each sends 2 P b / N to each other: the two of US 0.01 to each other and 0.08 to the two elsewhere, the one
        // of EU 0.08 to three, the one of ASIA 0.02 to three.
        const double pairGigabytes = 2 * bytes / 4 / 1e9 * 3600 / round;
        QVERIFY(isNear(forecast.trafficDollars, pairGigabytes * (2 * (0.01 + 2 * 0.08) + 3 * 0.08 + 3 * 0.02)));
        QVERIFY(isNear(forecast.readingDollars, 32768 / round * 3600 * 115e3 / 1e9 * 0.01));
        QVERIFY(isNear(forecast.trainingDollars(), forecast.dollarsPerHour() * 1e8 / (32768 / round) / 3600));
        QVERIFY(forecast.rateBand.low < forecast.samplesPerSecond
                && forecast.samplesPerSecond < forecast.rateBand.high);
    }

    void oneMachineDoesNotAverage()
    {
        const auto planner = Planner::of(planOf(), offers(2), book());
        const Forecast forecast = planner->forecast(std::vector<int>{0, 0, 0, 1});
        QCOMPARE(forecast.averagingSeconds, 0.0);
        QCOMPARE(forecast.trafficDollars, 0.0);
        QVERIFY(isNear(forecast.samplesPerSecond, 342));
        QVERIFY(std::isinf(forecast.granularity()));
        QVERIFY(planner->remarks(forecast).empty());
    }

    void overlapAndStreams()
    {
        PlanSpec plan = planOf();
        plan.overlap = true;
        plan.streams = 4;
        const auto planner = Planner::of(plan, offers(2), book());
        const Forecast forecast = planner->forecast(std::vector<int>{2, 2, 2, 0});
        QVERIFY(isNear(forecast.roundSeconds, std::max(forecast.computeSeconds, forecast.averagingSeconds)));
        QVERIFY(isNear(planner->secondsPerBit(1, 2), 1 / (4 * 76e6)));
    }

    /// Links with a delay alone: 2.6 MB in flight on each connection, and said so.
    void rateFromTheRoundTrip()
    {
        cluster::Cluster cluster = offers(1);
        for (cluster::Link& link : cluster.links)
            if (link.from == "EU")
                link.settings.bitsPerSecond = 0;
        const auto planner = Planner::of(planOf(), cluster, book());
        QVERIFY(isNear(1 / planner->secondsPerBit(1, 2), 8 * 2.6e6 / 0.254));
        QCOMPARE(planner->estimated().size(), std::size_t(2));
        cluster.links.clear();
        const auto unknownRate = Planner::of(planOf(), cluster, book());
        QVERIFY(!unknownRate.has_value());
        QVERIFY(unknownRate.error().text().find("give the link of \"offers\" a rate or a delay") != std::string::npos);
        PlanSpec plan = planOf();
        plan.rates.pop_back();
        const auto noRate = Planner::of(plan, offers(1), book());
        QVERIFY(!noRate.has_value());
        QVERIFY(noRate.error().text().find("8xV100") != std::string::npos);
    }

    void warnings()
    {
        PlanSpec plan = planOf();
        plan.targetBatch = 512;
        plan.budget = 1;
        plan.deadline = std::chrono::hours(1);
        plan.leastGranularity = 2;
        const auto planner = Planner::of(plan, offers(8), book());
        const Forecast forecast = planner->forecast(std::vector<int>{8, 8, 8, 0});
        const std::vector<Remark> expected = {Remark::Unstable,      Remark::Coarse,           Remark::OverBudget,
                                              Remark::AfterDeadline, Remark::BelowGranularity, Remark::Extrapolated};
        QVERIFY(planner->remarks(forecast) == expected);
        for (const Remark remark : expected)
            QVERIFY(!remarkText(remark, forecast, planner->plan()).empty());
        QVERIFY(!planner->isAllowed(forecast));
    }

    /// The search against every choice by itself, for both objectives, with and without limits.
    void searchIsExact()
    {
        for (const bool limited : {false, true})
            for (const Objective objective : {Objective::Dollars, Objective::Time}) {
                PlanSpec plan = planOf();
                if (limited) {
                    plan.deadline = std::chrono::hours(150);
                    plan.leastGranularity = 3;
                }
                const auto planner = Planner::of(plan, offers(6), book());
                double best = std::numeric_limits<double>::infinity();
                std::vector<std::pair<double, double>> all;
                eachChoice(*planner, [&](const std::vector<int>& counts) {
                    const Forecast forecast = planner->forecast(counts);
                    if (!planner->isAllowed(forecast))
                        return;
                    all.emplace_back(forecast.trainingDollars(), forecast.trainingSeconds);
                    best = std::min(best, objective == Objective::Time ? all.back().second : all.back().first);
                });
                const SearchResult result = search(*planner, {.objective = objective});
                QVERIFY(result.isComplete);
                QCOMPARE(result.choices, 7.0 * 7 * 7 * 2 - 1);
                QCOMPARE(result.forecasts, std::uint64_t(685));
                QCOMPARE(result.refused, std::uint64_t(685 - all.size()));
                const Forecast& first = result.best.front().forecast;
                QCOMPARE(objective == Objective::Time ? first.trainingSeconds : first.trainingDollars(), best);
                for (const Candidate& candidate : result.front)
                    for (const auto& [dollars, time] : all)
                        QVERIFY(!(dollars < candidate.forecast.trainingDollars()
                                  && time < candidate.forecast.trainingSeconds));
            }
    }

    /// Of equal times the cheaper is first, and of those that bounds leave, too: one machine of each region takes the
    /// same time, whatever it costs.
    void equalTimes()
    {
        for (const std::uint64_t most : {1'000'000, 20}) {
            const auto planner = Planner::of(planOf(), offers(1), book());
            const SearchResult all = search(*planner, {.objective = Objective::Time});
            const SearchResult result =
                search(*planner, {.objective = Objective::Time, .best = 1, .mostForecasts = most});
            QVERIFY(result.best.front().counts == all.best.front().counts);
            int equal = 0;
            for (std::size_t i = 1; i < all.best.size(); ++i) {
                const Forecast &left = all.best[i - 1].forecast, &right = all.best[i].forecast;
                QVERIFY(left.trainingSeconds <= right.trainingSeconds);
                if (left.trainingSeconds != right.trainingSeconds)
                    continue;
                ++equal;
                QVERIFY(left.trainingDollars() <= right.trainingDollars());
            }
            QVERIFY(equal >= 2);
        }
    }

    /// Where no choice meets the limits, the result has what they would cost at least, and take at least.
    void whatIsRefused()
    {
        PlanSpec plan = planOf();
        const auto free = Planner::of(plan, offers(3), book());
        plan.budget = 1;
        const auto poor = Planner::of(plan, offers(3), book());
        const SearchResult refused = search(*poor, {});
        QVERIFY(refused.best.empty() && refused.front.empty());
        QCOMPARE(refused.refused, refused.forecasts);
        QVERIFY(refused.refusedCheapest->counts == search(*free, {}).best.front().counts);
        QVERIFY(refused.refusedFastest->counts == search(*free, {.objective = Objective::Time}).best.front().counts);
        QVERIFY(!search(*free, {}).refusedCheapest && !search(*free, {}).refusedFastest);
    }

    /// Branch and bound finds the same best choice as forecasting them all, with fewer forecasts, on made prices.
    void branchAndBoundFindsTheBest()
    {
        Random random(11);
        for (int round = 0; round < 20; ++round) {
            PlanSpec plan = planOf();
            plan.targetBatch = 1024 + random.below(65536);
            plan.overlap = round % 4 == 0;
            cost::PriceBook prices = book();
            for (cost::MachinePrice& price : prices.machines)
                for (auto member : {&cost::MachinePrice::spot, &cost::MachinePrice::onDemand})
                    if (price.*member)
                        price.*member = 0.05 + random.uniform();
            const auto planner = Planner::of(plan, offers(9), prices);
            for (const Objective objective : {Objective::Dollars, Objective::Time}) {
                const SearchResult all = search(*planner, {.objective = objective});
                // One forecast fewer than there are choices makes it bound.
                const SearchResult bounded =
                    search(*planner, {.objective = objective, .best = 1, .mostForecasts = 1998});
                QVERIFY(all.isComplete && !bounded.isComplete);
                QVERIFY(!bounded.best.empty());
                QCOMPARE(bounded.gap, 0.0);
                QVERIFY(bounded.best.front().counts == all.best.front().counts);
                QVERIFY(bounded.forecasts < all.forecasts);
            }
        }
    }

    /// Stopped early, the stated gap is not exceeded.
    void gapHolds()
    {
        const auto planner = Planner::of(planOf(), offers(9), book());
        const SearchResult all = search(*planner, {});
        for (const std::uint64_t most : {1, 5, 50}) {
            const SearchResult stopped = search(*planner, {.mostForecasts = most});
            QVERIFY(!stopped.best.empty());
            QVERIFY(stopped.forecasts <= most);
            const double found = stopped.best.front().forecast.trainingDollars();
            QVERIFY(all.best.front().forecast.trainingDollars() >= found * (1 - stopped.gap) - 1e-9);
        }
    }

    /// Costs that are not known neither count as 0 nor meet a budget.
    void unknownPrices()
    {
        cost::PriceBook prices = book();
        std::erase_if(prices.traffic, [](const cost::TrafficPrice& price) { return price.provider == "AWS"; });
        PlanSpec plan = planOf();
        const auto planner = Planner::of(plan, offers(1), prices);
        QVERIFY(std::isnan(planner->forecast(std::vector<int>{1, 0, 1, 0}).trainingDollars()));
        QVERIFY(!std::isnan(planner->forecast(std::vector<int>{1, 1, 0, 0}).trainingDollars()));
        plan.budget = 1e9;
        const auto limited = Planner::of(plan, offers(1), prices);
        QVERIFY(!limited->isAllowed(limited->forecast(std::vector<int>{1, 0, 1, 0})));
        for (const Candidate& candidate : search(*planner, {}).front)
            QVERIFY(!std::isnan(candidate.forecast.trainingDollars()));
        QVERIFY(!search(*limited, {.best = 1}).refusedCheapest); // those within the budget have known costs
        plan.dataStore = "S3";
        const auto store = Planner::of(plan, offers(1), book());
        const auto missing = store->missingPrices();
        QVERIFY(!missing.empty() && missing.front().find("reading from S3") != std::string::npos);
    }

    void explanationsAndBreakEven()
    {
        const auto planner = Planner::of(planOf(), offers(2), book());
        const Candidate candidate{{2, 1, 1, 0}, planner->forecast(std::vector<int>{2, 1, 1, 0})};
        QCOMPARE(nameOf(candidate, planner->sites()),
                 std::string("2 × GC US T4 spot + 1 × GC EU T4 spot + 1 × AWS ASIA T4 spot"));
        std::string all;
        for (const Explanation& line : explain(*planner, candidate)) {
            all += line.what + ": " + line.value + " = " + line.how + "\n";
            // Each of these is the sum of the products it names.
            for (const auto& [what, dollars] : {std::pair("traffic", candidate.forecast.trafficDollars),
                                                std::pair("reading of the data", candidate.forecast.readingDollars)})
                if (line.what == what)
                    QVERIFY2(std::abs(sumOfProducts(line.how) / dollars - 1) < 1e-3, line.how.c_str());
        }
        QVERIFY(all.find("\nreading of the data: ") != std::string::npos);
        for (const char* part : {"2023-05-12, notebook 04", "2023-04, list", "30 set-ups", "76.0 Mbit/s"})
            QVERIFY2(all.find(part) != std::string::npos, all.c_str());
        for (const BreakEven& entry : breakEven(*planner, candidate))
            if (planner->sites()[entry.site].machine == "8xV100") {
                const double perSample =
                    (entry.hourlyDollars + entry.alone.readingDollars) / entry.alone.samplesPerSecond;
                QVERIFY(isNear(perSample, candidate.forecast.dollarsPerHour() / candidate.forecast.samplesPerSecond));
            }
    }

    void planInJson()
    {
        PlanSpec plan = planOf();
        plan.budget = 500;
        plan.deadline = std::chrono::hours(24);
        plan.averaging.perPeer = 0.2;
        plan.averaging.source = "own";
        Issues issues;
        QVERIFY(readPlan(toJson(plan), "plans[0]", issues) == plan);
        QVERIFY(issues.empty());
        QVERIFY(validate(plan).empty());
        plan.dataStore.clear();
        plan.rates[0].samplesPerSecond = 0;
        plan.parameters = 0;
        plan.priceDate = "last year";
        QCOMPARE(validate(plan).size(), std::size_t(4));
    }
};

QTEST_APPLESS_MAIN(TestPlanner)
#include "tst_planner.moc"
