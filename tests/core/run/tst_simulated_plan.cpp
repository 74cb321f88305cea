// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/launch/averaging_options.h"
#include "core/project/planned_cluster.h"
#include "core/run/simulated_plan.h"

#include <QtTest/QtTest>
#include <cmath>

using namespace millrace;
using namespace millrace::run;

namespace {

constexpr double linkRate = 100e6;

/// Three machines of one type; every pair is connected at 100 Mbit/s, and a NIC at 10 Gbit/s.
project::Project offers(std::chrono::nanoseconds delay)
{
    project::Project project;
    cluster::Cluster cluster;
    cluster.name = "offers";
    for (const char* name : {"a", "b", "c"}) {
        cluster::Node node;
        node.name = name;
        node.zone = name;
        node.machine = "T4";
        node.provider = "GC";
        node.region = name;
        node.nics.front().bitsPerSecond = 10e9;
        cluster.nodes.push_back(std::move(node));
    }
    cluster::Link link;
    link.settings.bitsPerSecond = linkRate;
    link.settings.delay = delay;
    cluster.links.push_back(link);
    project.clusters.push_back(std::move(cluster));
    planner::PlanSpec plan;
    plan.name = "vision";
    plan.cluster = "offers";
    plan.parameters = 30'000'000;
    plan.bytesPerParameter = 4;
    plan.targetBatch = 1000;
    plan.samples = 1'000'000;
    plan.rates = {{"T4", 100, "assumed"}};
    project.plans.push_back(std::move(plan));
    return project;
}

Result<SearchedPlan> searchFastest(const project::Project& project)
{
    PlanSearch options;
    options.objective = planner::Objective::Time;
    return searchPlan(project, project.plans.front(), options, {});
}

/// Of all three machines.
planner::SimulatedRound roundOfThree(const Result<SearchedPlan>& searched)
{
    for (std::size_t i = 0; searched && i < searched->simulated.size(); ++i)
        if (searched->found.best[i].machines() == 3)
            return searched->simulated[i];
    return {};
}

} // namespace

class TestSimulatedPlan : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// Each worker owns a third: two messages of a third for each direction of a pair, at the rate of a full frame.
    void agreesWithTheClosedForm()
    {
        const project::Project project = offers({});
        const auto searched = searchFastest(project);
        QVERIFY2(searched.has_value(), searched ? "" : searched.error().text().c_str());
        QCOMPARE(searched->found.best.size(), searched->simulated.size());
        const double payload = 1448.0 / 1514;
        const double expected = 2 * (120e6 / 3) * 8 / (linkRate * payload);
        const planner::SimulatedRound round = roundOfThree(searched);
        QVERIFY2(std::abs(round.averagingSeconds / expected - 1) < 0.02,
                 qPrintable(QString::number(round.averagingSeconds)));
        QVERIFY(std::abs(round.samplesPerSecond / (1000 / (1000 / 300.0 + round.averagingSeconds)) - 1) < 1e-12);
    }

    void oneMachineDoesNotAverage()
    {
        const auto searched = searchFastest(offers({}));
        for (std::size_t i = 0; i < searched->simulated.size(); ++i)
            if (searched->found.best[i].machines() == 1) {
                QCOMPARE(searched->simulated[i].averagingSeconds, 0.0);
                QCOMPARE(searched->simulated[i].samplesPerSecond, 100.0);
            }
    }

    /// 500 Mbit/s over 300 ms are more than half a receive buffer of 6 MiB, so that a second connection helps.
    void connectionsAddTheirWindows()
    {
        project::Project project = offers(std::chrono::milliseconds(150));
        for (cluster::Link& link : project.clusters.front().links)
            link.settings.bitsPerSecond = 500e6;
        const auto one = searchFastest(project);
        project.plans.front().streams = 8;
        for (cluster::Link& link : project.clusters.front().links)
            *link.settings.bitsPerSecond /= 8; // the rate of a link is that of one connection
        const auto eight = searchFastest(project);
        QVERIFY(roundOfThree(eight).averagingSeconds < 0.6 * roundOfThree(one).averagingSeconds);
    }

    /// What the machines send costs what the graphs of each strategy say, with a price for each pair of sites.
    void otherStrategies()
    {
        project::Project project = offers({});
        const auto price = [&project](const char* from, const char* to, double dollars) {
            cost::TrafficPrice rule;
            rule.provider = "GC";
            rule.from = from;
            rule.to = to;
            rule.perGigabyte = dollars;
            rule.date = "2026-11";
            rule.source = "assumed";
            project.prices.traffic.push_back(rule);
        };
        int cents = 1;
        std::map<std::pair<std::string, std::string>, double> prices;
        for (const std::string from : {"a", "b", "c"})
            for (const std::string to : {"a", "b", "c"})
                if (from != to) {
                    prices[{from, to}] = 0.01 * cents++;
                    price(from.c_str(), to.c_str(), prices[{from, to}]);
                }
        const auto searched = searchFastest(project);
        const planner::Candidate all{{1, 1, 1}, searched->planner.forecast(std::vector<int>{1, 1, 1})};
        const auto compared = compareStrategies(project, searched->planner, all, {});
        QVERIFY2(compared.has_value(), compared ? "" : compared.error().text().c_str());
        QCOMPARE(compared->size(), plannedStrategies.size());
        const auto ofRound = [&](const std::string& strategy) {
            for (const planner::Candidate& each : *compared)
                if (each.averaging.strategy == strategy)
                    return each.forecast.trafficDollars * each.forecast.roundSeconds / 3600;
            return unknown;
        };
        const auto near = [](double value, double expected) { return std::abs(value / expected - 1) < 1e-6; };
        const double vector = 0.12; // 10⁹ B
        double sum = 0;
        for (const auto& [pair, dollars] : prices)
            sum += dollars;
        // Two thirds of the vector on each pair in each direction; as the law has it.
        QVERIFY(near(ofRound("PAIRWISE"), sum * vector * 2 / 3));
        QVERIFY(near(all.forecast.trafficDollars * all.forecast.roundSeconds / 3600, sum * vector * 2 / 3));
        const auto of = [&](const char* from, const char* to) { return prices[{from, to}]; };
        // Around the ring each sends the next one two times two thirds; to the root of a star and back goes all.
        QVERIFY(near(ofRound("RING_ALLREDUCE"), (of("a", "b") + of("b", "c") + of("c", "a")) * vector * 4 / 3));
        QVERIFY(near(ofRound("STAR"), (of("a", "b") + of("b", "a") + of("a", "c") + of("c", "a")) * vector));
        const planner::Candidate alone{{1, 0, 0}, searched->planner.forecast(std::vector<int>{1, 0, 0})};
        QVERIFY(compareStrategies(project, searched->planner, alone, {})->empty());
        std::stop_source stopped;
        stopped.request_stop();
        QCOMPARE(compareStrategies(project, searched->planner, all, {}, {stopped.get_token(), {}}).error().code,
                 ErrorCode::Cancelled);
        // What is added to the project averages as was chosen.
        QVERIFY(
            project::addPlannedCluster(project, searched->planner, all, {.strategy = "RING_ALLREDUCE"}).has_value());
        QCOMPARE(project.workloads.back().strategy, std::string("RING_ALLREDUCE"));
    }

    /// A search over all-reduces has the numbers of the comparison of each choice, and the best of them.
    void searchesStrategies()
    {
        const project::Project project = offers(std::chrono::milliseconds(20));
        PlanSearch options;
        options.objective = planner::Objective::Time;
        options.strategies = true;
        const auto searched = searchPlan(project, project.plans.front(), options, {});
        QVERIFY2(searched.has_value(), searched ? "" : searched.error().text().c_str());
        QVERIFY(searched->found.isComplete);
        QVERIFY(searched->simulated.empty());
        QCOMPARE(searched->found.best.size(), std::size_t(7));
        for (const planner::Candidate& choice : searched->found.best) {
            if (choice.machines() == 1) {
                QVERIFY(choice.averaging.strategy.empty());
                continue;
            }
            double fastest = std::numeric_limits<double>::infinity();
            const auto compared = compareStrategies(project, searched->planner, choice, {});
            for (const planner::Candidate& each : *compared) {
                fastest = std::min(fastest, each.forecast.trainingSeconds);
                if (each.averaging.strategy == choice.averaging.strategy) {
                    QCOMPARE(each.forecast.averagingSeconds, choice.forecast.averagingSeconds);
                    QVERIFY(each.averaging.bytes == choice.averaging.bytes);
                }
            }
            QCOMPARE(choice.forecast.trainingSeconds, fastest);
        }
    }

    /// With overlap a round takes the longer of computing and averaging.
    void overlap()
    {
        project::Project project = offers({});
        project.plans.front().overlap = true;
        const auto searched = searchFastest(project);
        const planner::SimulatedRound round = roundOfThree(searched);
        QVERIFY(round.averagingSeconds > 1000 / 300.0);
        QVERIFY(std::abs(round.samplesPerSecond * round.averagingSeconds / 1000 - 1) < 1e-9);
    }

    void theEmulatedWorkloadHasTheConnections()
    {
        project::Project project = offers({});
        project.plans.front().streams = 4;
        const auto searched = searchFastest(project);
        const planner::Candidate all{{1, 1, 1}, searched->planner.forecast(std::vector<int>{1, 1, 1})};
        const auto name = project::addPlannedCluster(project, searched->planner, all);
        QVERIFY(name.has_value());
        QCOMPARE(project.workloads.front().extras.at("streams"), std::string("4"));
        QCOMPARE(project.clusters.back().links.front().settings.bitsPerSecond, std::optional(4 * linkRate));
    }

    /// A round of the emulated workload is the plan's, divided; all but one of its steps go on during an averaging.
    void theEmulatedWorkloadOverlaps()
    {
        project::Project project = offers({});
        const auto apart = searchFastest(project);
        const planner::Candidate all{{1, 1, 1}, apart->planner.forecast(std::vector<int>{1, 1, 1})};
        QVERIFY(project::addPlannedCluster(project, apart->planner, all).has_value());
        const launch::Workload whole = project.workloads.back();
        QVERIFY(!whole.extras.contains("local_steps"));
        project.plans.front().overlap = true;
        const auto searched = searchFastest(project);
        planner::Candidate same{{1, 1, 1}, searched->planner.forecast(std::vector<int>{1, 1, 1})};
        same.forecast.roundSeconds = all.forecast.roundSeconds; // divides by the same number
        QVERIFY(project::addPlannedCluster(project, searched->planner, same).has_value());
        const launch::Workload parts = project.workloads.back();
        QCOMPARE(parts.model, whole.model);
        QCOMPARE(parts.extras.at("local_steps"), std::string("20"));
        QCOMPARE(parts.extras.at("overlap_steps"), std::string("19"));
        QVERIFY(std::abs(20.0 * parts.batch / whole.batch - 1) < 0.1);
        QVERIFY(std::abs(20.0 * static_cast<double>(parts.computeTime->count())
                             / static_cast<double>(whole.computeTime->count())
                         - 1)
                < 1e-6);
        Issues issues;
        launch::checkAveraging(parts, 3, issues);
        QVERIFY2(!hasErrors(issues), issues.empty() ? "" : issueText(issues.front()).c_str());
    }

    void badInput()
    {
        project::Project project = offers({});
        project.plans.front().cluster = "elsewhere";
        auto searched = searchFastest(project);
        QVERIFY(!searched.has_value());
        QVERIFY(searched.error().text().find("has no cluster \"elsewhere\"") != std::string::npos);
        project.plans.front().cluster = "offers";
        project.plans.front().parameters = 0;
        searched = searchFastest(project);
        QVERIFY(!searched.has_value());
        QVERIFY(searched.error().text().find("parameters") != std::string::npos);
        project.plans.front().parameters = 1;
        std::stop_source stopped;
        stopped.request_stop();
        const JobContext cancelled{stopped.get_token(), {}};
        QCOMPARE(searchPlan(project, project.plans.front(), {}, {}, cancelled).error().code, ErrorCode::Cancelled);
    }
};

QTEST_APPLESS_MAIN(TestSimulatedPlan)

#include "tst_simulated_plan.moc"
