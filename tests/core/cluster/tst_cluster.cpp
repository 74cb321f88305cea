// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/cluster/access_command.h"
#include "core/cluster/cluster.h"

#include <QtTest>

#include <algorithm>
#include <limits>

using namespace millrace;
using namespace millrace::cluster;
using namespace std::chrono_literals;

namespace {

Cluster fourNodes()
{
    Cluster cluster;
    cluster.name = "c";
    for (const auto& [name, zone] : {std::pair{"a1", "a"}, {"a2", "a"}, {"b1", "b"}, {"b2", "b"}}) {
        Node node;
        node.name = name;
        node.zone = zone;
        cluster.nodes.push_back(node);
    }
    return cluster;
}

Link link(std::string from, std::string to, bool bothWays, LinkSettings settings)
{
    return {std::move(from), std::move(to), bothWays, settings};
}

PathSettings path(const Cluster& cluster, std::string_view from, std::string_view to)
{
    return pathBetween(cluster, *findNode(cluster, from), *findNode(cluster, to));
}

} // namespace

class TestCluster : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void findsNodes()
    {
        const Cluster cluster = fourNodes();
        QCOMPARE(findNode(cluster, "b1"), &cluster.nodes[2]);
        QCOMPARE(findNode(cluster, "b"), nullptr);
        QCOMPARE(findNode(Cluster{}, ""), nullptr);
    }

    void queueRule()
    {
        QCOMPARE(defaultQueueBytes(0), 262144u);
        QCOMPARE(defaultQueueBytes(10e6), 262144u);
        QCOMPARE(defaultQueueBytes(41943040), 262144u);
        QCOMPARE(defaultQueueBytes(100e6), 625000u);
        QCOMPARE(defaultQueueBytes(1e9), 6250000u);
    }

    void laterRulesOverrideFieldByField()
    {
        Cluster cluster = fourNodes();
        cluster.links = {
            link("*", "*", true, {.bitsPerSecond = 1e9, .delay = 1ms, .jitter = {}, .loss = {}, .queueBytes = {}}),
            link("a", "b", false, {.bitsPerSecond = {}, .delay = 20ms, .jitter = 2ms, .loss = 0.01, .queueBytes = {}}),
            link("a1", "b2", false,
                 {.bitsPerSecond = 1e8, .delay = {}, .jitter = {}, .loss = 0.0, .queueBytes = 9000})};
        QCOMPARE(path(cluster, "a1", "a2"), (PathSettings{1e9, 1ms, 0ms, 0, 6250000}));
        QCOMPARE(path(cluster, "a2", "b2"), (PathSettings{1e9, 20ms, 2ms, 0.01, 6250000}));
        QCOMPARE(path(cluster, "a1", "b2"), (PathSettings{1e8, 20ms, 2ms, 0, 9000}));
        QCOMPARE(path(cluster, "b2", "a1"), (PathSettings{1e9, 1ms, 0ms, 0, 6250000}));
    }

    void bothWaysHoldsInBothDirections()
    {
        Cluster cluster = fourNodes();
        cluster.links = {
            link("a", "b1", true, {.bitsPerSecond = {}, .delay = 5ms, .jitter = {}, .loss = {}, .queueBytes = {}})};
        QCOMPARE(path(cluster, "a2", "b1").delay, 5ms);
        QCOMPARE(path(cluster, "b1", "a2").delay, 5ms);
        QCOMPARE(path(cluster, "b2", "a2").delay, 0ms);
        QCOMPARE(path(cluster, "a1", "a2").delay, 0ms);
        cluster.links[0].bothWays = false;
        QCOMPARE(path(cluster, "b1", "a2").delay, 0ms);
    }

    void anEmptyZoneIsNoZone()
    {
        Cluster cluster = fourNodes();
        cluster.nodes[0].zone.clear();
        cluster.links = {
            link("", "*", true, {.bitsPerSecond = {}, .delay = 5ms, .jitter = {}, .loss = {}, .queueBytes = {}})};
        QCOMPARE(path(cluster, "a1", "b1").delay, 0ms);
    }

    void aGoodClusterHasNoIssues()
    {
        Cluster cluster = fourNodes();
        cluster.links = {
            link("a", "b", true, {.bitsPerSecond = 1e9, .delay = 5ms, .jitter = 5ms, .loss = 1.0, .queueBytes = 1514})};
        cluster.bottleneck = Bottleneck{"a", "b", true, 1e8, 0};
        QVERIFY(validate(cluster).empty());
    }

    void commandsReachNodes()
    {
        Access access;
        Node node;
        node.host = "train-0";
        access.command = {"kubectl", "exec", "-i", "pod/{host}", "-c", "{host}-{host}", "--"};
        const std::vector<std::string> words = {"kubectl", "exec", "-i", "pod/train-0", "-c", "train-0-train-0", "--"};
        QVERIFY(commandOf(access, node) == words);
        node.host = "{host}"; // is not put in again
        QCOMPARE(commandOf(access, node)[3], std::string("pod/{host}"));
        QCOMPARE(whyNoAccessCommand({}), std::string());
        QCOMPARE(whyNoAccessCommand(access.command), std::string());
        QVERIFY(!whyNoAccessCommand({"docker", "exec", "-i"}).empty());
        QVERIFY(!whyNoAccessCommand({"{host}"}).empty());
        QVERIFY(!whyNoAccessCommand({"-x", "{host}"}).empty());
        QVERIFY(!whyNoAccessCommand({"", "{host}"}).empty());
        QVERIFY(!whyNoAccessCommand({"sh", "a\nb", "{host}"}).empty());
        QCOMPARE(whyNoCommandHost("/srv/root"), std::string());
        QVERIFY(!whyNoCommandHost("--privileged").empty());
        QVERIFY(!whyNoCommandHost(std::string("a\0b", 3)).empty());
    }

    void slurmNodesNeedNoHost()
    {
        Cluster cluster = fourNodes();
        cluster.kind = ClusterKind::Remote;
        QVERIFY(hasErrors(validate(cluster)));
        cluster.access.slurm.emplace().nodes = 6;
        cluster.nodes[0].nics[0].name.clear();
        QVERIFY(validate(cluster).empty());
    }

    void everyProblemHasItsField_data()
    {
        QTest::addColumn<std::function<void(Cluster&)>>("damage");
        QTest::addColumn<std::string>("where");
        const auto row = [](const char* name, std::string where, std::function<void(Cluster&)> damage) {
            QTest::newRow(name) << std::move(damage) << std::move(where);
        };
        row("no nodes", "nodes", [](Cluster& c) { c.nodes.clear(); });
        row("251 nodes", "nodes", [](Cluster& c) {
            c.nodes.clear();
            for (int i = 0; i < 251; ++i)
                c.nodes.emplace_back().name = "n" + std::to_string(i);
        });
        row("empty name", "nodes[1].name", [](Cluster& c) { c.nodes[1].name.clear(); });
        row("name with space", "nodes[1].name", [](Cluster& c) { c.nodes[1].name = "a b"; });
        row("star as name", "nodes[1].name", [](Cluster& c) { c.nodes[1].name = "*"; });
        row("64 letters", "nodes[1].name", [](Cluster& c) { c.nodes[1].name = std::string(64, 'x'); });
        row("same name", "nodes[2].name", [](Cluster& c) { c.nodes[2].name = "a1"; });
        row("zone named like a node", "nodes[0].zone", [](Cluster& c) { c.nodes[0].zone = "b1"; });
        row("star as zone", "nodes[0].zone", [](Cluster& c) { c.nodes[0].zone = "*"; });
        row("no slots at all", "nodes", [](Cluster& c) {
            for (Node& node : c.nodes)
                node.slots = 0;
        });
        row("no slots", "nodes[3].slots", [](Cluster& c) { c.nodes[3].slots = -1; });
        row("no nic", "nodes[0].nics", [](Cluster& c) { c.nodes[0].nics.clear(); });
        row("two nics", "nodes[0].nics", [](Cluster& c) { c.nodes[0].nics.resize(2); });
        row("nic rate", "nodes[0].nics[0].rate", [](Cluster& c) { c.nodes[0].nics[0].bitsPerSecond = -1; });
        row("nic queue", "nodes[0].nics[0].queue", [](Cluster& c) { c.nodes[0].nics[0].queueBytes = 1513; });
        row("remote without host", "nodes[0].host", [](Cluster& c) {
            c.kind = ClusterKind::Remote;
            for (Node& node : c.nodes)
                node.host = "h";
            c.nodes[0].host.clear();
        });
        for (const char* host :
             {"-F/evil_config", "-oProxyCommand=touch /tmp/x", "$(touch x)", "`touch x`", "a b", "a\nb",
              "ssh://-oProxyCommand=x", "-l@h", "me;x@h", "h:0", "h:ssh", "[fd00::1", "@h", "h:"})
            row(host, "nodes[0].host", [host](Cluster& c) {
                c.kind = ClusterKind::Remote;
                for (Node& node : c.nodes)
                    node.host = "h";
                c.nodes[0].host = host;
            });
        row("host with a zero", "nodes[0].host", [](Cluster& c) {
            c.kind = ClusterKind::Remote;
            for (Node& node : c.nodes)
                node.host = "h";
            c.nodes[0].host = std::string("h\0x", 3);
        });
        row("folder with a new line", "access.folder", [](Cluster& c) { c.access.folder = "/tmp/a\nb"; });
        row("nic address", "nodes[0].nics[0].address", [](Cluster& c) { c.nodes[0].nics[0].address = "10.0.0"; });
        row("no nic name", "nodes[0].nics[0].name", [](Cluster& c) { c.nodes[0].nics[0].name.clear(); });
        row("long nic name", "nodes[0].nics[0].name", [](Cluster& c) { c.nodes[0].nics[0].name.assign(16, 'e'); });
        row("folder of the controller", "access.folder", [](Cluster& c) { c.access.folder = "runs"; });
        row("few slurm nodes", "access.slurm.nodes", [](Cluster& c) { c.access.slurm.emplace().nodes = 3; });
        row("no slurm time", "access.slurm.time", [](Cluster& c) { c.access.slurm.emplace().time = 59s; });
        row("unknown from", "links[0].from", [](Cluster& c) { c.links[0].from = "a3"; });
        row("unknown to", "links[0].to", [](Cluster& c) { c.links[0].to = ""; });
        row("infinite rate", "links[0].rate",
            [](Cluster& c) { c.links[0].settings.bitsPerSecond = std::numeric_limits<double>::infinity(); });
        row("one bit per second", "links[0].rate", [](Cluster& c) { c.links[0].settings.bitsPerSecond = 1; });
        row("loss above one", "links[0].loss", [](Cluster& c) { c.links[0].settings.loss = 1.5; });
        row("loss is not a number", "links[0].loss",
            [](Cluster& c) { c.links[0].settings.loss = std::numeric_limits<double>::quiet_NaN(); });
        row("negative delay", "links[0].delay", [](Cluster& c) { c.links[0].settings.delay = -1ns; });
        row("hour of delay", "links[0].delay", [](Cluster& c) { c.links[0].settings.delay = 1h; });
        row("negative jitter", "links[0].jitter", [](Cluster& c) { c.links[0].settings.jitter = -1ns; });
        row("jitter above delay", "links", [](Cluster& c) { c.links[0].settings.jitter = 6ms; });
        row("queue below a frame", "links[0].queue", [](Cluster& c) { c.links[0].settings.queueBytes = 100; });
        row("bottleneck without rate", "bottleneck.rate", [](Cluster& c) { c.bottleneck = Bottleneck{}; });
        row("bottleneck unknown", "bottleneck.from", [](Cluster& c) {
            c.bottleneck = Bottleneck{"z", "*", true, 1e6, 0};
        });
        row("small mtu", "mtu", [](Cluster& c) { c.mtu = 500; });
        row("large mtu", "mtu", [](Cluster& c) { c.mtu = 9001; });
        row("congestion control", "congestion_control", [](Cluster& c) { c.congestionControl = "cubic; rm"; });
    }

    void everyProblemHasItsField()
    {
        QFETCH(std::function<void(Cluster&)>, damage);
        QFETCH(std::string, where);
        Cluster cluster = fourNodes();
        cluster.links = {
            link("a", "b", true, {.bitsPerSecond = 1e9, .delay = 5ms, .jitter = {}, .loss = {}, .queueBytes = {}})};
        QVERIFY(validate(cluster).empty());
        damage(cluster);
        const Issues issues = validate(cluster);
        QVERIFY(hasErrors(issues));
        QVERIFY2(std::ranges::any_of(issues, [&](const Issue& issue) { return issue.where == where; }),
                 issueText(issues.front()).c_str());
    }

    void allProblemsAtOnce()
    {
        Cluster cluster = fourNodes();
        cluster.nodes[0].slots = -1;
        cluster.nodes[1].name.clear();
        cluster.mtu = 1;
        cluster.links = {
            link("x", "y", true, {.bitsPerSecond = {}, .delay = {}, .jitter = {}, .loss = 2.0, .queueBytes = {}})};
        QCOMPARE(validate(cluster).size(), 6u);
    }
};

QTEST_APPLESS_MAIN(TestCluster)
#include "tst_cluster.moc"
