// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/rate_conditions.h"
#include "core/run/spot_checks.h"

#include <QtTest>
#include <set>

using namespace millrace;
using namespace millrace::run;
using namespace std::chrono_literals;
using store::RunState;

namespace {

RunPlan planOf(int nodes, double nicRate, double loss)
{
    RunPlanRequest request;
    request.id = "test";
    request.programs = "/opt/millrace/bin";
    auto& cluster = request.settings.cluster;
    cluster.name = "lab";
    cluster.nodes.clear();
    for (int i = 0; i < nodes; ++i) {
        cluster::Node node;
        node.name = "node" + std::to_string(i);
        node.nics.front().bitsPerSecond = nicRate;
        cluster.nodes.push_back(node);
    }
    cluster::Link link;
    link.settings.delay = 1ms;
    link.settings.loss = loss;
    cluster.links = {link};
    request.settings.workload.model = "slp-mnist";
    request.settings.workload.strategy = "RING";
    request.settings.workers = nodes;
    auto plan = makeRunPlan(request);
    if (!plan)
        qFatal("%s", plan.error().text().c_str());
    return *std::move(plan);
}

RunPlan chosen(const SpotChecks& checks, RunPlan plan)
{
    checks.choose(plan);
    return plan;
}

} // namespace

class TestSpotChecks : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void nicRatesAreMeasured()
    {
        const RunPlan plan = planOf(4, 5e8, 0);
        QCOMPARE(plan.probes.size(), std::size_t(4));
        for (const ProbePlan& probe : plan.probes) {
            QVERIFY(probe.rate && probe.delay && !probe.loss);
            QCOMPARE(plan.network.rateLimit(probe.from, probe.to), 5e8);
        }
    }

    void theLowestLimitOfAPathCounts()
    {
        NetworkPlan network = planOf(3, 5e8, 0).network;
        network.paths[1].bitsPerSecond = 2e8; // 0 to 1
        network.nodes[2].nicBitsPerSecond = 1e8;
        network.sharedLimits.push_back({5e7, {{1, 0}}});
        QCOMPARE(network.rateLimit(0, 1), 2e8);
        QCOMPARE(network.rateLimit(0, 2), 1e8);
        QCOMPARE(network.rateLimit(2, 0), 1e8);
        QCOMPARE(network.rateLimit(1, 0), 5e7);
        QCOMPARE(planOf(3, 0, 0).network.rateLimit(0, 1), 0.0);
    }

    void allOnceThenOnePairInTurn()
    {
        SpotChecks checks;
        const RunPlan plan = planOf(4, 5e8, 0.01);
        QVERIFY(chosen(checks, plan) == plan);
        checks.settle(plan, RunState::Done);
        std::set<int> senders;
        int trains = 0;
        for (int run = 1; run <= 8; ++run) {
            const RunPlan spot = chosen(checks, plan);
            QVERIFY(spot.spotCheck);
            QCOMPARE(spot.probes.size(), std::size_t(1));
            QVERIFY(spot.probes.front().delay);
            QCOMPARE(spot.probes.front().loss, spot.probes.front().rate);
            trains += spot.probes.front().rate ? 1 : 0;
            senders.insert(spot.probes.front().from);
            checks.settle(spot, RunState::Done);
        }
        QCOMPARE(trains, 2);
        QCOMPARE(senders.size(), std::size_t(4));
    }

    void anotherNetworkIsMeasuredWhole()
    {
        SpotChecks checks;
        checks.settle(planOf(4, 5e8, 0), RunState::Done);
        QVERIFY(!chosen(checks, planOf(4, 5e8, 0.01)).spotCheck);
        QVERIFY(!chosen(checks, planOf(4, 4e8, 0)).spotCheck);
        QVERIFY(chosen(checks, planOf(4, 5e8, 0)).spotCheck);
    }

    void afterAnInvalidRunAllAgain()
    {
        SpotChecks checks;
        const RunPlan plan = planOf(4, 5e8, 0);
        checks.settle(plan, RunState::Done);
        checks.settle(chosen(checks, plan), RunState::Cancelled);
        QVERIFY(chosen(checks, plan).spotCheck);
        checks.settle(chosen(checks, plan), RunState::Invalid);
        QVERIFY(!chosen(checks, plan).spotCheck);
    }

    void slowPairsAreMeasuredTogether()
    {
        const RunPlan slow = planOf(6, 1e7, 0);
        const auto groups = rateGroups(slow.network, slow.probes);
        QCOMPARE(groups.size(), std::size_t(1)); // a ring shares no direction of a NIC
        QCOMPARE(groups.front().size(), std::size_t(6));
        const RunPlan fast = planOf(6, 1e9, 0);
        QCOMPARE(rateGroups(fast.network, fast.probes).size(), std::size_t(6));
    }

    void pairsOfOneQueueAreMeasuredApart()
    {
        RunPlan plan = planOf(4, 1e7, 0);
        plan.network.sharedLimits.push_back({5e6, {{0, 1}, {2, 3}}});
        for (const auto& group : rateGroups(plan.network, plan.probes)) {
            int shared = 0;
            for (const std::size_t i : group)
                shared += plan.probes[i].from == 0 || plan.probes[i].from == 2 ? 1 : 0;
            QVERIFY(shared <= 1);
        }
    }
};

QTEST_APPLESS_MAIN(TestSpotChecks)
#include "tst_spot_checks.moc"
