// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/run_plan.h"

#include <QtTest>

using namespace millrace;
using namespace millrace::run;
using namespace std::chrono_literals;

namespace {

RunPlanRequest request(int nodes, const std::string& strategy)
{
    RunPlanRequest request;
    request.id = "test";
    request.label = "strategy=" + strategy;
    request.programs = "/opt/millrace/bin";
    auto& settings = request.settings;
    settings.cluster.name = "lab";
    settings.cluster.nodes.clear();
    for (int i = 0; i < nodes; ++i) {
        cluster::Node node;
        node.name = "node" + std::to_string(i);
        settings.cluster.nodes.push_back(node);
    }
    cluster::Link link;
    link.settings.delay = 2ms;
    link.settings.bitsPerSecond = 1e9;
    settings.cluster.links = {link};
    settings.workload.model = "resnet50";
    settings.workload.strategy = strategy;
    settings.workload.steps = 3;
    settings.workload.warmupSteps = 1;
    settings.workers = nodes;
    return request;
}

bool near(double value, double expected, double relative)
{
    return std::abs(value - expected) <= expected * relative;
}

} // namespace

class TestRunPlan : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void ranksArePlacedNodeByNode()
    {
        auto wanted = request(2, "RING");
        wanted.settings.cluster.nodes[0].slots = 2;
        const auto plan = makeRunPlan(wanted);
        QVERIFY2(bool(plan), plan ? "" : plan.error().text().c_str());
        QCOMPARE(plan->launch.peers,
                 (std::vector<std::string>{"10.77.0.1:10000", "10.77.0.1:10001", "10.77.0.2:10000"}));
        QCOMPARE(plan->launch.processes[1].node, std::string("node0"));
        QCOMPARE(plan->launch.processes[2].rank, 2);
        QCOMPARE(plan->launch.processes[0].command.argv[0], std::string("/opt/millrace/bin/millrace-worker"));
        QCOMPARE(plan->sampling.ports.last, std::uint16_t(10001));
        QCOMPARE(*makeRunPlan(wanted) == *plan, true);
    }

    void forecastFollowsTheClosedForms()
    {
        const double size = 102334368; // S of resnet50
        const auto star = makeRunPlan(request(4, "STAR"));
        QVERIFY(bool(star));
        QVERIFY(near(star->forecast.sentByRank[0], 3 * size, 1e-3)); // root (n-1)S
        QVERIFY(near(star->forecast.sentByRank[3], size, 1e-3)); // leaf S
        QVERIFY(near(star->forecast.sentByNode[0], 4 * 3 * size, 1e-3)); // all four steps
        const auto ring = makeRunPlan(request(4, "RING_ALLREDUCE"));
        QVERIFY(bool(ring));
        for (const double sent : ring->forecast.sentByRank)
            QVERIFY(near(sent, 1.5 * size, 1e-3)); // 2(n-1)/n S
    }

    void everyKindOfPathIsProbed()
    {
        auto wanted = request(4, "RING");
        cluster::Link slow;
        slow.from = "node0";
        slow.to = "node2";
        slow.bothWays = false;
        slow.settings.loss = 0.01;
        wanted.settings.cluster.links.push_back(slow);
        const auto plan = makeRunPlan(wanted);
        QVERIFY(bool(plan));
        QCOMPARE(plan->probes.size(), std::size_t(5));
        QCOMPARE(plan->probes.back(), (ProbePlan{0, 2, true, true, true}));
        QVERIFY(planText(*plan).find("loss 1%") != std::string::npos);
        QVERIFY(planText(*plan).find("packet mode") != std::string::npos);
    }

    void whatCannotBeDoneIsSaid()
    {
        auto wanted = request(2, "RING");
        wanted.settings.workload.framework = "horovod";
        QCOMPARE(makeRunPlan(wanted).error().code, ErrorCode::Unsupported);
        wanted = request(2, "RING");
        wanted.settings.crossTraffic = "web-search";
        QVERIFY(makeRunPlan(wanted).error().text().find("web-search") != std::string::npos);
        wanted = request(2, "RING");
        wanted.settings.cluster.kind = cluster::ClusterKind::Remote;
        QCOMPARE(makeRunPlan(wanted).error().code, ErrorCode::Unsupported);
        wanted = request(2, "RIGN");
        QVERIFY(!makeRunPlan(wanted));
    }

    void oneNodeNeedsNoProbes()
    {
        const auto plan = makeRunPlan(request(1, "STAR"));
        QVERIFY(bool(plan));
        QVERIFY(plan->probes.empty());
        QCOMPARE(plan->forecast.sentByNode, std::vector<double>{0});
    }
};

QTEST_APPLESS_MAIN(TestRunPlan)
#include "tst_run_plan.moc"
