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
        QCOMPARE(plan->launch.processes[0].command.argv[0], std::string("{programs}/millrace-worker"));
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
        wanted.settings.workload.framework = "caffe";
        QCOMPARE(makeRunPlan(wanted).error().code, ErrorCode::Unsupported);
        wanted = request(2, "RING");
        wanted.settings.traffic.emplace();
        wanted.settings.traffic->bitsPerSecond = 1e7;
        wanted.settings.traffic->sources = {"node9"};
        wanted.settings.traffic->destinations = {"node0"};
        QVERIFY(makeRunPlan(wanted).error().text().find("node9") != std::string::npos);
        wanted = request(2, "RING");
        wanted.settings.cluster.kind = cluster::ClusterKind::Remote;
        wanted.settings.cluster.bottleneck = cluster::Bottleneck{};
        QVERIFY(makeRunPlan(wanted).error().text().find("bottleneck") != std::string::npos);
        wanted.settings.cluster.bottleneck.reset();
        wanted.settings.cluster.nodes[1].nics[0].bitsPerSecond = 1e9;
        QVERIFY(makeRunPlan(wanted).error().text().find("node1") != std::string::npos);
        wanted = request(2, "RIGN");
        QVERIFY(!makeRunPlan(wanted));
    }

    void remoteNodesKeepTheirAddresses()
    {
        auto wanted = request(2, "RING");
        auto& cluster = wanted.settings.cluster;
        cluster.kind = cluster::ClusterKind::Remote;
        cluster.nodes[0].host = "ann@n1.lab:2222";
        cluster.nodes[0].nics = {{"ib0", "192.168.17.50", 0, 0}};
        cluster.nodes[1].host = "n2";
        cluster.nodes[1].nics = {{"", "", 0, 0}};
        const auto plan = makeRunPlan(wanted);
        QVERIFY2(bool(plan), plan ? "" : plan.error().text().c_str());
        QVERIFY(!plan->emulation);
        QCOMPARE(plan->network.node(0), (RunNode{"node0", "192.168.17.50", "ib0", "ann@n1.lab:2222", 1, "", 22, 0}));
        QCOMPARE(plan->network.node(1).address, std::string("n2")); // until the node says
        QCOMPARE(plan->network.path(0, 1).delay, Nanoseconds(2ms));
        QVERIFY(plan->network.hasConditions());
        QVERIFY(planText(*plan).find("ssh ann@n1.lab:2222") != std::string::npos);
    }

    void aNodeSaysWhichInterfaceItUses()
    {
        const char* links =
            R"([{"ifname": "lo", "addr_info": [{"family": "inet", "local": "127.0.0.1", "scope": "host"}]},
            {"ifname": "mgmt0", "addr_info": [{"family": "inet", "local": "10.78.0.1", "scope": "global"}]},
            {"ifname": "eth1", "addr_info": [{"family": "inet", "local": "10.79.0.1", "scope": "global"}]}])";
        const char* connection = "10.78.0.254 50112 10.78.0.1 2222\n";
        cluster::Node node;
        node.name = "n1";
        node.nics = {{"eth1", "", 0, 0}};
        QCOMPARE(*findNetwork(node, links, connection), (FoundNetwork{"10.79.0.1", "eth1", "10.78.0.254", 2222}));
        node.nics = {{"", "10.79.0.1", 0, 0}};
        QCOMPARE(findNetwork(node, links, connection)->interface, std::string("eth1"));
        node.nics = {cluster::Nic{}};
        QCOMPARE(findNetwork(node, links, connection)->address, std::string("10.78.0.1")); // by which it is reached
        node.nics = {{"", "10.1.1.1", 0, 0}};
        const auto missing = findNetwork(node, links, connection);
        QCOMPARE(missing.error().code, ErrorCode::NotFound);
        QVERIFY(missing.error().text().find("eth1 10.79.0.1") != std::string::npos);
        QVERIFY(!findNetwork(node, "not JSON", ""));
    }

    void destinationsAreTakenApart()
    {
        QCOMPARE(hostPart("n1"), std::string("n1"));
        QCOMPARE(hostPart("ann@10.0.0.1:22"), std::string("10.0.0.1"));
        QCOMPARE(hostPart("ssh://ann@n1:22"), std::string("n1"));
        QCOMPARE(hostPart("ann@[fe80::1]:22"), std::string("fe80::1"));
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
