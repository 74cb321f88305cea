// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/cluster/cluster_json.h"

#include <QtTest>

using namespace millrace;
using namespace millrace::cluster;
using namespace std::chrono_literals;

namespace {

QString linesOf(const Issues& issues)
{
    QStringList lines;
    for (const Issue& issue : issues)
        lines << QString::fromStdString(issueText(issue));
    return lines.join("\n");
}

Cluster read(const char* text)
{
    Issues issues;
    const Json json = Json::parse(text);
    Cluster cluster = readCluster(json, "c", issues);
    if (!issues.empty())
        qWarning("%s", qPrintable(linesOf(issues)));
    return cluster;
}

Cluster full()
{
    Cluster cluster;
    cluster.name = "full";
    cluster.kind = ClusterKind::Remote;
    cluster.nodes.resize(2);
    cluster.nodes[0] = {"a", "west", "alias", 4, {{"eth1", "10.0.0.1", 1e9, 65536}, {"", "", 0, 0}}};
    cluster.nodes[1] = {"b", "", "10.0.0.2", 1, {}};
    cluster.links.resize(2);
    cluster.links[0] = {"a", "b", false, {1e8, 5ms, 1ms, 0.005, 1500}};
    cluster.links[1].settings.bitsPerSecond = 0;
    cluster.links[1].settings.delay = 0ns;
    cluster.bottleneck = Bottleneck{"a", "*", false, 2.5e9, 100'000};
    cluster.congestionControl = "bbr";
    cluster.mtu = 9000;
    cluster.mode = SwitchMode::Packet;
    cluster.backend = EmulationBackend::Netem;
    cluster.access = {Rights::Sudo,
                      AgentUse::Never,
                      "/scratch/me",
                      SlurmAccess{"login.example", 3, "gpu", "proj7", 90min, {"--exclusive", "--gres=gpu:1"}},
                      {"docker", "exec", "-i", "{host}"}};
    return cluster;
}

} // namespace

class TestClusterJson : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyFieldComesBack()
    {
        Issues issues;
        const Json json = Json::parse(toJson(full()).dump());
        QVERIFY(readCluster(json, "c", issues) == full());
        QCOMPARE(linesOf(issues), QString());
        QVERIFY(read("{}") == Cluster{});
    }

    void accessLeavesDefaultsOut()
    {
        Cluster cluster = full();
        cluster.access = {};
        QVERIFY(!toJson(cluster).contains("access"));
        cluster.access.slurm = SlurmAccess{};
        QCOMPARE(toJson(cluster)["access"].dump(), std::string(R"({"slurm":{}})"));
        cluster.access.slurm->time = 2h;
        QCOMPARE(toJson(cluster)["access"].dump(), std::string(R"({"slurm":{"time":"7200s"}})"));
        QVERIFY(read(toJson(cluster).dump().c_str()) == cluster);
        QVERIFY(read(R"({"access":{"rights":"none","agent":"always","slurm":{"time":"90s"}}})").access
                == (Access{Rights::None, AgentUse::Always, "", SlurmAccess{"", 0, "", "", 90s, {}}}));
    }

    void aNumberOfNodes()
    {
        const Cluster cluster = read(R"({"name":"n","nodes":3})");
        QCOMPARE(cluster.nodes.size(), std::size_t(3));
        QVERIFY(cluster.nodes[2] == (Node{"node2", "", "", 1, {Nic{}}}));
        QVERIFY(!hasErrors(validate(cluster)));
    }

    void absentAndZeroAreDifferent()
    {
        const Cluster cluster = read(R"({"links":[{"delay":0},{"rate":0,"queue":0,"loss":0}]})");
        QVERIFY(cluster.links[0].settings.delay == 0ns && !cluster.links[0].settings.bitsPerSecond);
        QVERIFY(cluster.links[1].settings.bitsPerSecond == 0.0 && cluster.links[1].settings.queueBytes == 0u);
        QVERIFY(cluster.links[1].settings.loss == 0.0 && !cluster.links[1].settings.delay);
        Issues issues;
        const Json json = toJson(cluster);
        QVERIFY(readCluster(json, "", issues) == cluster);
    }

    void everyProblemHasItsField()
    {
        Issues issues;
        const Json json =
            Json::parse(R"({"name":1,"kind":"virtual","nodes":[{"name":"a","slots":-1,"nics":[{"rate":"x"}]},5],
            "links":[{"delay":3,"loss":"2","jiter":"1ms"}],"bottleneck":[],"mtu":-1,"mode":"slow","backend":"tc"})");
        (void)readCluster(json, "clusters[0]", issues);
        QCOMPARE(
            linesOf(issues),
            QString("clusters[0].name: 1 is not a text; write it in quotes\n"
                    "clusters[0].kind: \"virtual\" is not one of emulated, remote, simulated\n"
                    "clusters[0].nodes[0].slots: -1 is not a whole number from 0 to 65536\n"
                    "clusters[0].nodes[0].nics[0].rate: \"x\" is not a rate; write 100Mbit, 1Gbit or 0 for no limit\n"
                    "clusters[0].nodes[1]: expected an object, found 5\n"
                    "clusters[0].links[0].delay: 3 is not a duration; write 10ms, 250us or 1.5s\n"
                    "clusters[0].links[0].loss: \"2\" is not a share; write 1% or 0.01\n"
                    "clusters[0].links[0]: the field \"jiter\" is unknown; did you mean \"jitter\"?\n"
                    "clusters[0].bottleneck: a list is not an object; write { … }\n"
                    "clusters[0].mtu: -1 is not a whole number from 576 to 9000\n"
                    "clusters[0].mode: \"slow\" is not one of automatic, fast, packet\n"
                    "clusters[0].backend: \"tc\" is not one of automatic, switch, netem"));
    }

    void everyProblemOfTheAccessHasItsField()
    {
        Issues issues;
        const Json json = Json::parse(R"({"access":{"rights":"root","agent":1,"folder":2,"slurm":{"nodes":-1,"time":5,
            "optoins":[]}}})");
        (void)readCluster(json, "c", issues);
        QCOMPARE(linesOf(issues),
                 QString("c.access.rights: \"root\" is not one of automatic, sudo, none\n"
                         "c.access.agent: 1 is not one of automatic, always, never\n"
                         "c.access.folder: 2 is not a text; write it in quotes\n"
                         "c.access.slurm.nodes: -1 is not a whole number from 0 to 4096\n"
                         "c.access.slurm.time: 5 is not a duration; write 10ms, 250us or 1.5s\n"
                         "c.access.slurm: the field \"optoins\" is unknown; did you mean \"options\"?"));
    }

    void listsAreLimited()
    {
        Json json = {{"nodes", Json::array()}};
        for (int i = 0; i < 20000; ++i)
            json["nodes"].push_back({{"name", "n"}});
        Issues issues;
        QCOMPARE(readCluster(json, "", issues).nodes.size(), std::size_t(16384));
        QCOMPARE(linesOf(issues), QString("nodes: has 20000 items, more than 16384"));
        Issues others;
        QVERIFY(readCluster(Json{{"nodes", 20000}}, "", others).nodes.empty());
        QVERIFY(hasErrors(others));
    }
};

QTEST_APPLESS_MAIN(TestClusterJson)
#include "tst_cluster_json.moc"
