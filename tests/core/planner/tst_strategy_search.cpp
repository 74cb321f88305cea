// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/core/planner/offered_machines.h"

#include "core/base/random.h"
#include "core/planner/explanation.h"
#include "core/planner/strategy_search.h"

#include <QtTest/QtTest>
#include <cmath>
#include <set>

using namespace millrace;
using namespace millrace::planner;
using namespace millrace::tests;

namespace {

/// Two all-reduces: "all" sends an equal part between each pair, "ring" to the next machine only, but waits longer.
/// A round takes at least what its pairs need, and up to so much more as its machines draw.
class MadeAllReduces : public AllReduceModel
{
public:
    MadeAllReduces(const Planner& planner, std::uint64_t seed, int most = 1000)
        : m_planner(planner), m_seed(seed), m_most(most)
    {
    }

    [[nodiscard]] const std::vector<std::string>& strategies() const override { return m_names; }
    [[nodiscard]] int mostMachines() const override { return m_most; }

    [[nodiscard]] const AveragingTraffic& traffic(std::span<const int> counts, std::size_t strategy) override
    {
        std::vector<std::size_t> site;
        for (std::size_t i = 0; i < counts.size(); ++i)
            site.insert(site.end(), static_cast<std::size_t>(counts[i]), i);
        const auto machines = static_cast<double>(site.size());
        m_traffic.bytes.assign(counts.size(), std::vector<double>(counts.size(), 0));
        m_traffic.leastSeconds = 0;
        const auto send = [&](std::size_t from, std::size_t to, double bytes) {
            m_traffic.bytes[site[from]][site[to]] += bytes;
            m_traffic.leastSeconds =
                std::max(m_traffic.leastSeconds, 8 * bytes * m_planner.secondsPerBit(site[from], site[to]));
        };
        const double part = 2 * m_planner.vectorBytes() / machines;
        for (std::size_t from = 0; from < site.size(); ++from)
            for (std::size_t to = 0; strategy == 0 && to < site.size(); ++to)
                if (from != to)
                    send(from, to, part);
        for (std::size_t from = 0; strategy == 1 && from < site.size(); ++from)
            send(from, (from + 1) % site.size(), part * (machines - 1));
        return m_traffic;
    }

    [[nodiscard]] Result<SimulatedRound> round(const Candidate& choice, std::size_t strategy) override
    {
        ++asked;
        if (isBroken)
            return fail(ErrorCode::InvalidInput, "no such averaging");
        std::uint64_t key = m_seed + strategy;
        for (const int count : choice.counts)
            key = key * 31 + static_cast<std::uint64_t>(count);
        Random random(key);
        const double least = traffic(choice.counts, strategy).leastSeconds;
        return SimulatedRound{least * (1 + random.uniform() * (strategy == 1 ? 1.5 : 0.5)), 0, "made up"};
    }

    std::uint64_t asked = 0;
    bool isBroken = false;

private:
    const Planner& m_planner;
    std::uint64_t m_seed;
    int m_most;
    std::vector<std::string> m_names = {"all", "ring"};
    AveragingTraffic m_traffic;
};

struct Every
{
    std::vector<Candidate> choices; ///< each with its best all-reduce
    std::vector<Forecast> forecasts; ///< of all
};

/// Without a search.
Every everyChoice(const Planner& planner, MadeAllReduces model, Objective objective)
{
    Every every;
    eachChoice(planner, [&](const std::vector<int>& counts) {
        std::vector<Candidate> of;
        if (std::accumulate(counts.begin(), counts.end(), 0) == 1)
            of.push_back({counts, planner.forecast(counts)});
        else
            for (std::size_t strategy = 0; strategy < 2; ++strategy) {
                const auto round = model.round({counts, planner.forecast(counts)}, strategy);
                const auto& bytes = model.traffic(counts, strategy).bytes;
                of.push_back({counts,
                              planner.forecast(counts, round->averagingSeconds, bytes),
                              {model.strategies()[strategy], bytes, {}}});
            }
        std::erase_if(of, [&](const Candidate& each) { return !planner.isAllowed(each.forecast); });
        for (const Candidate& each : of)
            every.forecasts.push_back(each.forecast);
        const auto best = std::ranges::min_element(of, {}, [&](const Candidate& each) {
            return objective == Objective::Time ? each.forecast.trainingSeconds : each.forecast.trainingDollars();
        });
        if (best != of.end())
            every.choices.push_back(*best);
    });
    std::ranges::stable_sort(every.choices, {}, [&](const Candidate& each) {
        return objective == Objective::Time ? each.forecast.trainingSeconds : each.forecast.trainingDollars();
    });
    return every;
}

bool isOnFront(const Forecast& own, const std::vector<Forecast>& all)
{
    return std::ranges::none_of(all, [&own](const Forecast& other) {
        return other.trainingDollars() <= own.trainingDollars() && other.trainingSeconds <= own.trainingSeconds
            && (other.trainingDollars() < own.trainingDollars() || other.trainingSeconds < own.trainingSeconds);
    });
}

} // namespace

/// The search over machines and all-reduces, against every choice by itself.
class TestStrategySearch : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void findsTheBestAndTheFront_data()
    {
        QTest::addColumn<std::uint64_t>("seed");
        for (const std::uint64_t seed : {3, 14, 159, 2653, 58979, 323846})
            QTest::addRow("%d", static_cast<int>(seed)) << seed;
    }

    void findsTheBestAndTheFront()
    {
        QFETCH(std::uint64_t, seed);
        Random random(seed);
        PlanSpec plan = planOf();
        plan.targetBatch = 1024 + random.below(65536);
        plan.overlap = seed % 2 == 0;
        if (seed > 1000) {
            plan.deadline = std::chrono::hours(150);
            plan.leastGranularity = 1;
        }
        if (seed > 100'000) {
            plan.rejoin = std::chrono::minutes(5);
            plan.interruptions = 0.2;
        }
        cost::PriceBook prices = book();
        for (cost::MachinePrice& price : prices.machines)
            for (auto member : {&cost::MachinePrice::spot, &cost::MachinePrice::onDemand})
                if (price.*member)
                    price.*member = 0.05 + random.uniform();
        const auto planner = Planner::of(plan, offers(5), prices);
        for (const Objective objective : {Objective::Dollars, Objective::Time}) {
            const Every every = everyChoice(*planner, MadeAllReduces(*planner, seed), objective);
            MadeAllReduces model(*planner, seed);
            const auto found = searchStrategies(*planner, model, {.objective = objective, .best = 12});
            QVERIFY(found.has_value());
            QVERIFY(found->isComplete);
            QCOMPARE(found->gap, 0.0);
            QCOMPARE(found->strategies, std::size_t(2));
            QCOMPARE(found->forecasts, model.asked);
            QVERIFY2(model.asked < 2 * 431, qPrintable(QString::number(model.asked)));
            QCOMPARE(found->best.size(), std::min(std::size_t(12), every.choices.size()));
            for (std::size_t i = 0; i < found->best.size(); ++i) {
                const Forecast& own = found->best[i].forecast;
                const Forecast& expected = every.choices[i].forecast;
                if (objective == Objective::Time)
                    QCOMPARE(own.trainingSeconds, expected.trainingSeconds);
                else
                    QCOMPARE(own.trainingDollars(), expected.trainingDollars());
            }
            std::set<std::pair<double, double>> front; // all-reduces may make equal ones
            for (const Forecast& each : every.forecasts)
                if (isOnFront(each, every.forecasts))
                    front.emplace(each.trainingDollars(), each.trainingSeconds);
            QCOMPARE(found->front.size(), front.size());
            for (const Candidate& each : found->front)
                QVERIFY(isOnFront(each.forecast, every.forecasts));
        }
    }

    /// Stopped early, the stated gap is not exceeded; a larger number of simulations does not find a worse choice.
    void gapHolds()
    {
        const auto planner = Planner::of(planOf(), offers(5), book());
        const Every every = everyChoice(*planner, MadeAllReduces(*planner, 7), Objective::Time);
        const double best = every.choices.front().forecast.trainingSeconds;
        double before = std::numeric_limits<double>::infinity();
        for (const std::uint64_t most : {1, 2, 5, 20}) {
            MadeAllReduces model(*planner, 7);
            const auto stopped =
                searchStrategies(*planner, model, {.objective = Objective::Time, .mostSimulations = most});
            QCOMPARE(model.asked, most);
            QVERIFY(!stopped->isComplete);
            const double found = stopped->best.front().forecast.trainingSeconds;
            QVERIFY(best >= found * (1 - stopped->gap) - 1e-6);
            QVERIFY(found <= before);
            before = found;
        }
    }

    /// Of more machines than the model knows nothing is claimed, and the gap says so.
    void moreMachinesThanTheModelKnows()
    {
        const auto planner = Planner::of(planOf(), offers(5), book());
        MadeAllReduces model(*planner, 7, 6);
        const auto found = searchStrategies(*planner, model, {.objective = Objective::Time});
        QVERIFY(!found->isComplete);
        QVERIFY(found->gap > 0);
        for (const Candidate& each : found->best)
            QVERIFY(each.machines() <= 6);
    }

    /// Costs that are not known are on no front, and last in a list by cost.
    void unknownPrices()
    {
        cost::PriceBook prices = book();
        std::erase_if(prices.traffic, [](const cost::TrafficPrice& price) { return price.provider == "AWS"; });
        const auto planner = Planner::of(planOf(), offers(2), prices);
        MadeAllReduces model(*planner, 1);
        const auto found = searchStrategies(*planner, model, {.best = 100});
        QVERIFY(!found->front.empty());
        for (const Candidate& each : found->front)
            QVERIFY(!std::isnan(each.forecast.trainingDollars()));
        bool areKnown = true;
        for (const Candidate& each : found->best) {
            QVERIFY(areKnown || std::isnan(each.forecast.trainingDollars()));
            areKnown = !std::isnan(each.forecast.trainingDollars());
        }
        QVERIFY(!areKnown);
    }

    /// Its explanation says what the all-reduce sends, and nothing of the law.
    void explained()
    {
        const auto planner = Planner::of(planOf(), offers(2), book());
        MadeAllReduces model(*planner, 1);
        const auto found = searchStrategies(*planner, model, {.objective = Objective::Time});
        const Candidate& choice = found->best.front();
        QVERIFY(!choice.averaging.strategy.empty());
        bool isNamed = false;
        for (const Explanation& line : explain(*planner, choice)) {
            QVERIFY2(line.how.find("fitted") == std::string::npos, line.how.c_str());
            isNamed =
                isNamed || (line.what == "averaging" && line.how.find(choice.averaging.strategy) < line.how.size());
        }
        QVERIFY(isNamed);
        for (const Remark remark : planner->remarks(choice.forecast, choice.averaging))
            QVERIFY(remark != Remark::Extrapolated);
    }

    void badInput()
    {
        const auto planner = Planner::of(planOf(), offers(2), book());
        MadeAllReduces broken(*planner, 1);
        broken.isBroken = true;
        QCOMPARE(searchStrategies(*planner, broken, {}).error().text(), std::string("no such averaging"));
        std::stop_source stopped;
        stopped.request_stop();
        MadeAllReduces model(*planner, 1);
        const auto cancelled = searchStrategies(*planner, model, {}, {stopped.get_token(), {}});
        QCOMPARE(model.asked, std::uint64_t(0));
        QCOMPARE(cancelled->gap, 1.0);
    }
};

QTEST_APPLESS_MAIN(TestStrategySearch)

#include "tst_strategy_search.moc"
