// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/cluster_agents.h"
#include "core/run/matrix_measurement.h"
#include "tests/fakes/fake_node.h"

#include <QtTest>
#include <fmt/format.h>

using namespace millrace;
using namespace millrace::run;
using namespace millrace::test;
using cluster::Light;

namespace {

cluster::Cluster remoteCluster(int nodes)
{
    cluster::Cluster lab;
    lab.name = "lab";
    lab.kind = cluster::ClusterKind::Remote;
    lab.nodes.clear();
    for (int i = 0; i < nodes; ++i) {
        cluster::Node& node = lab.nodes.emplace_back();
        node.name = "node" + std::to_string(i);
        node.host = "host" + std::to_string(i);
    }
    return lab;
}

} // namespace

/// Looking at remote nodes without a run.
class TestClusterAgents : public QObject
{
    Q_OBJECT

    ManualClock m_clock;
    std::function<void(FakeMachine&)> m_prepare;

    /// Each node by a connection of its own.
    NodeConnector connector()
    {
        return [this](const cluster::Cluster& part, const JobContext&) -> Result<std::unique_ptr<NodeSource>> {
            std::vector<std::string> names;
            for (const cluster::Node& node : part.nodes)
                names.push_back(node.name);
            if (names.front() == "node9")
                return fail(ErrorCode::Denied, "the key was refused");
            auto source = std::make_unique<FakeCluster>(m_clock, names);
            for (const std::string& name : names) {
                FakeMachine& machine = source->named(name);
                const std::string address = "10.0.0.1" + name.substr(4);
                machine.facts.machineId = name;
                machine.facts.nics.front().addresses = {address + "/24"};
                source->found[name] = {address, "eth0", {}, 22};
                if (m_prepare)
                    m_prepare(machine);
            }
            return std::unique_ptr<NodeSource>(std::move(source));
        };
    }
    Result<ClusterCheck> check(const cluster::Cluster& lab, const project::Project& project = {})
    {
        MR_TRY(agents, ClusterAgents::start(lab, "/opt", connector(), {}));
        return checkCluster(agents->nodes(project), {}, {});
    }

private Q_SLOTS:
    void init() { m_prepare = {}; }

    void allNodesAreAskedAndPingEachOther()
    {
        const auto checked = check(remoteCluster(3));
        QVERIFY2(bool(checked), checked ? "" : checked.error().text().c_str());
        QVERIFY(checked->allReached());
        QCOMPARE(checked->nodes[1].facts.interface, std::string("eth0"));
        QCOMPARE(checked->nodes[1].facts.peers.size(), std::size_t(2));
        QCOMPARE(checked->nodes[1].findings.front().sentence, std::string("reached"));
        QVERIFY(checked->light() != Light::Red);
        QCOMPARE(toJson(*checked)["nodes"].size(), std::size_t(3));
    }

    void aNodeThatIsNotReachedHidesNoOther_data()
    {
        QTest::addColumn<QString>("function");
        QTest::addColumn<int>("code");
        QTest::addColumn<QString>("remedy");
        QTest::newRow("login") << "reach" << int(ErrorCode::Denied) << "ssh-copy-id host1";
        QTest::newRow("host key") << "reach" << int(ErrorCode::Untrusted) << "ssh-keygen -R host1";
        QTest::newRow("network") << "start" << int(ErrorCode::Unreachable) << "ssh -v host1 true";
        QTest::newRow("agent") << "start" << int(ErrorCode::Unsupported) << "ssh -v host1 true";
        QTest::newRow("answer") << "preflight" << int(ErrorCode::Timeout) << "ssh -v host1 true";
        QTest::newRow("pings") << "reachPeers" << int(ErrorCode::Timeout) << "ssh -v host1 true";
    }
    void aNodeThatIsNotReachedHidesNoOther()
    {
        QFETCH(QString, function);
        QFETCH(int, code);
        QFETCH(QString, remedy);
        m_prepare = [&](FakeMachine& machine) {
            if (machine.name == "node1")
                machine.errors[function.toStdString()] = fail(static_cast<ErrorCode>(code), "it does not work");
        };
        const auto checked = check(remoteCluster(3));
        QVERIFY(bool(checked));
        QVERIFY(!checked->allReached());
        QCOMPARE(checked->light(), Light::Red);
        QVERIFY(checked->nodes[1].unreachable.has_value());
        QVERIFY(!checked->nodes[0].unreachable && !checked->nodes[2].unreachable);
        const cluster::Finding& finding = checked->nodes[1].findings.front();
        QCOMPARE(finding.topic, std::string("reach"));
        QVERIFY2(finding.remedy.find(remedy.toStdString()) != std::string::npos, finding.remedy.c_str());
        QVERIFY(!toJson(*checked)["nodes"][1].contains("facts"));
    }

    void aConnectionThatCannotBeMade()
    {
        cluster::Cluster lab = remoteCluster(2);
        lab.nodes[1].name = "node9";
        const auto checked = check(lab);
        QVERIFY(bool(checked));
        QCOMPARE(checked->nodes[1].unreachable->what, std::string("the key was refused"));
        QVERIFY(!checked->nodes[0].unreachable);
    }

    void slurmGivesAllNodesAtOnce()
    {
        cluster::Cluster lab = remoteCluster(2);
        lab.access.slurm.emplace();
        QVERIFY(check(lab)->allReached());
        lab.nodes[0].name = "node9"; // then there is no allocation
        const auto checked = check(lab);
        QVERIFY(checked->nodes[0].unreachable && checked->nodes[1].unreachable);
    }

    void aNicThatNobodyHas()
    {
        cluster::Cluster lab = remoteCluster(2);
        m_prepare = [](FakeMachine& machine) { machine.facts.nics.clear(); };
        const auto checked = check(lab);
        QVERIFY(bool(checked));
        QCOMPARE(checked->light(), Light::Red);
        QCOMPARE(checked->across.front().topic, std::string("nic"));
    }

    void whatTheProjectNeeds()
    {
        project::Project project;
        grid::GridSpec grid;
        grid.cluster = "lab";
        grid.capture.enabled = true;
        project.grids = {grid};
        m_prepare = [](FakeMachine& machine) { machine.facts.root = false; };
        const auto checked = check(remoteCluster(2), project);
        QVERIFY(bool(checked));
        QCOMPARE(cluster::lightOf(checked->nodes[0].findings, "rights"), Light::Red);
    }

    void withoutAWayToReachNodes()
    {
        const auto agents = ClusterAgents::start(remoteCluster(2), "/opt", {}, {});
        QCOMPARE(agents.error().code, ErrorCode::Unsupported);
    }

    void cancelled()
    {
        std::stop_source stop;
        m_prepare = [&stop](FakeMachine& machine) { machine.hooks["start"] = [&stop] { stop.request_stop(); }; };
        const auto agents = ClusterAgents::start(remoteCluster(2), "/opt", connector(), {stop.get_token(), {}});
        QCOMPARE(agents.error().code, ErrorCode::Cancelled);
    }

    /// Each direction of each pair; what one node cannot do hides no other pair.
    void allPairsAreMeasured()
    {
        m_prepare = [](FakeMachine& machine) {
            machine.bitsPerSecond = machine.name == "node2" ? 3e8 : 9e8;
            if (machine.name == "node1")
                machine.errors["startDrain"] = fail(ErrorCode::Unsupported, "there is no agent");
        };
        cluster::Cluster lab = remoteCluster(4);
        lab.nodes[3].name = "node9";
        const auto agents = ClusterAgents::start(lab, "/opt", connector(), {});
        std::vector<std::string> steps;
        const JobContext job{{}, [&](long long done, long long total, std::string_view step) {
                                 steps.push_back(fmt::format("{}/{} {}", done, total, step));
                             }};
        const auto pairs = measureMatrix((*agents)->nodes({}), {4}, job);
        QVERIFY2(pairs, pairs ? "" : pairs.error().text().c_str());
        QCOMPARE(pairs->matrix.size(), std::size_t(4)); // of 6, the two into node1 fail
        QCOMPARE(steps.size(), std::size_t(6));
        QCOMPARE(steps.back(), std::string("5/6 node1 → node2, 6 of 6"));
        const cluster::PairEntry& first = pairs->matrix.front();
        QCOMPARE(first.from + first.to, std::string("node1node0"));
        QCOMPARE(*first.bitsPerSecond, 9e8);
        QCOMPARE(first.streams, 4);
        QVERIFY(first.source.starts_with("measured 20") && first.source.ends_with(" for 3s, cubic"));
        QCOMPARE(pairs->matrix[1].from, std::string("node2"));
        QCOMPARE(*pairs->matrix[1].bitsPerSecond, 3e8);
        QCOMPARE(pairs->problems,
                 (std::vector<std::string>{"node9: the key was refused", "node0 → node1: there is no agent",
                                           "node2 → node1: there is no agent"}));
        m_prepare = [](FakeMachine& machine) { machine.errors["probeTcpRate"] = fail(ErrorCode::Unreachable, "lost"); };
        const auto lost = ClusterAgents::start(remoteCluster(2), "/opt", connector(), {});
        const auto none = measureMatrix((*lost)->nodes({}), {}, {});
        QCOMPARE(none.error().code, ErrorCode::NotFound);
        QCOMPARE(none.error().text(), std::string("no pair of nodes could be measured: node1 → node0: lost"));
    }
};

QTEST_GUILESS_MAIN(TestClusterAgents)
#include "tst_cluster_agents.moc"
