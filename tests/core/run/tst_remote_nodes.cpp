// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/file_io.h"
#include "core/base/local_host.h"
#include "core/run/cluster_check.h"
#include "core/run/imposed_conditions.h"
#include "core/run/node_rights.h"
#include "core/run/rate_conditions.h"

#include <QtTest>
#include <algorithm>

using namespace millrace;
using namespace millrace::run;
using namespace std::chrono_literals;
using cluster::Rights;

namespace {

NetworkPlan threeNodes()
{
    NetworkPlan network;
    for (int i = 1; i <= 3; ++i) {
        RunNode& node = network.nodes.emplace_back();
        node.name = "n" + std::to_string(i);
        node.address = "10.0.0." + std::to_string(i);
    }
    network.paths.resize(9);
    return network;
}

void writeProgram(const std::filesystem::path& file, const std::string& text)
{
    QVERIFY(writeFileAtomically(file, "#!/bin/sh\n" + text + "\n"));
    std::filesystem::permissions(file, std::filesystem::perms::owner_all);
}

} // namespace

/// What nodes of a remote cluster are asked to do, before any is reached.
class TestRemoteNodes : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void lossIsImposedWherePacketsArrive()
    {
        NetworkPlan network = threeNodes();
        network.paths[0 * 3 + 1].loss = 0.02; // from n1 to n2
        network.paths[0 * 3 + 1].bitsPerSecond = 1e8;
        const auto specs = impairmentsOf(network);
        QCOMPARE(specs.size(), std::size_t(3));
        QCOMPARE(specs[0].peers.size(), std::size_t(1));
        QCOMPARE(specs[0].peers[0].address, std::string("10.0.0.2"));
        QCOMPARE(specs[0].peers[0].bitsPerSecond, 1e8);
        QCOMPARE(specs[0].peers[0].loss, 0.0);
        QVERIFY(specs[0].peers[0].cut);
        QCOMPARE(specs[1].peers.size(), std::size_t(1));
        QCOMPARE(specs[1].peers[0].address, std::string("10.0.0.1"));
        QCOMPARE(specs[1].peers[0].bitsPerSecond, 0.0);
        QCOMPARE(specs[1].peers[0].loss, 0.02);
        QVERIFY(specs[2].peers.empty());
    }

    void needsOfConditions()
    {
        project::Project project;
        cluster::Cluster& cluster = project.clusters.emplace_back();
        cluster.kind = cluster::ClusterKind::Remote;
        cluster.nodes.resize(2);
        const auto needs = [&] { return needsOf(project, cluster, cluster.nodes[0]); };
        const auto has = [](const std::vector<std::string>& all, const char* one) {
            return std::ranges::count(all, one) > 0;
        };
        QVERIFY(!needs().impairments);
        cluster.links.emplace_back().settings.loss = 0.01;
        QVERIFY(needs().impairments && has(needs().features, "nft-loss") && has(needs().tools, "nft"));
        QVERIFY(!has(needs().features, "netem"));
        cluster.links[0].settings.delay = 5ms;
        QVERIFY(has(needs().features, "netem"));
    }

    void needsOfFrameworks()
    {
        project::Project project;
        const cluster::Cluster& cluster = project.clusters.emplace_back();
        const cluster::Node node;
        launch::Workload& workload = project.workloads.emplace_back();
        project.grids.emplace_back();
        QVERIFY(needsOf(project, cluster, node).tools.empty());
        workload.framework = "hivemind";
        QCOMPARE(needsOf(project, cluster, node).tools, std::vector<std::string>{"python3"});
        QCOMPARE(needsOf(project, cluster, node).packages, (std::vector<std::string>{"hivemind", "torch"}));
        workload.framework = "unheard of";
        QVERIFY(needsOf(project, cluster, node).packages.empty());
    }

    /// A node's own queue lets through at once what drains in 2 ms.
    void trainsOutweighABurst()
    {
        for (const double rate : {1e6, 1e8, 1e9, 1e10})
            QVERIFY(trainTime(rate, true, 1) >= 200ms);
        QCOMPARE(trainTime(1e8, false, 1), Nanoseconds(40ms));
        QCOMPARE(trainTime(5e8, false, 1), Nanoseconds(25ms)); // a thousand packets
        QCOMPARE(trainTime(1e8, true, 3), Nanoseconds(800ms));
    }

    void whoMayUseSudo_data()
    {
        QTest::addColumn<QString>("user");
        QTest::addColumn<QString>("sudo");
        QTest::addColumn<int>("rights");
        QTest::addColumn<QString>("expected");
        const QString asks = "echo 'sudo: a password is required' >&2; exit 1";
        const auto automatic = static_cast<int>(Rights::Automatic);
        const auto wanted = static_cast<int>(Rights::Sudo);
        const auto none = static_cast<int>(Rights::None);
        QTest::newRow("root") << "0"
                              << "exit 0" << automatic << "no";
        QTest::newRow("root, sudo wanted") << "0"
                                           << "exit 1" << wanted << "no";
        QTest::newRow("it works") << "1000"
                                  << "exit 0" << automatic << "yes";
        QTest::newRow("it works, wanted") << "1000"
                                          << "exit 0" << wanted << "yes";
        QTest::newRow("it works, not wanted") << "1000"
                                              << "exit 0" << none << "no";
        QTest::newRow("it asks") << "1000" << asks << automatic << "no";
        QTest::newRow("it asks, wanted") << "1000" << asks << wanted << "a password is required";
    }
    void whoMayUseSudo()
    {
        QFETCH(QString, user);
        QFETCH(QString, sudo);
        QFETCH(int, rights);
        QFETCH(QString, expected);
        const auto folder = TemporaryFolder::make("millrace-rights");
        QVERIFY(folder);
        writeProgram(folder->path() / "id", "echo " + user.toStdString());
        writeProgram(folder->path() / "sudo", sudo.toStdString());
        LocalHost host("n1", {"env", "PATH=" + folder->path().string() + ":/usr/bin:/bin"});
        const auto acts = actsBySudo(host, static_cast<Rights>(rights), {});
        if (acts)
            QCOMPARE(QString(*acts ? "yes" : "no"), expected);
        else
            QVERIFY2(QString::fromStdString(acts.error().text()).contains(expected)
                         && acts.error().code == ErrorCode::Denied,
                     acts.error().text().c_str());
    }

    void theAgentIsStartedForTheShellsUser()
    {
        const auto folder = TemporaryFolder::make("millrace-rights");
        QVERIFY(folder);
        writeProgram(folder->path() / "sudo", "shift 2; echo \"$@\" of $PPID");
        LocalHost host("n1", {"env", "PATH=" + folder->path().string() + ":/usr/bin:/bin"});
        Command serve{agentStart("/p/millrace-agent", true), {}, {}};
        serve.argv.push_back("serve");
        QCOMPARE(agentStart("/p/millrace-agent", true).back(), std::string("/p/millrace-agent"));
        const auto output = host.run(serve, deadlineIn(10s));
        QVERIFY(output && output->succeeded());
        const QStringList words = QString::fromStdString(output->out).simplified().split(' ');
        QCOMPARE(words.mid(0, 2), QStringList({"/p/millrace-agent", "for"}));
        QCOMPARE(words.mid(3), QStringList({"serve", "of", words.at(2)})); // its parent stays and is the one named
    }
};

QTEST_APPLESS_MAIN(TestRemoteNodes)
#include "tst_remote_nodes.moc"
