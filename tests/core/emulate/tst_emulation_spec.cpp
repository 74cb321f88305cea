// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/emulate/emulation_spec.h"

#include <QtTest>

#include <nlohmann/json.hpp>

using namespace millrace;
using namespace millrace::emulate;
using namespace std::chrono_literals;
using Json = nlohmann::ordered_json;

namespace {

cluster::Cluster sample()
{
    cluster::Cluster cluster;
    cluster.name = "two zones";
    for (const auto& [name, zone] : {std::pair{"a1", "a"}, {"a2", "a"}, {"b1", "b"}}) {
        cluster::Node node;
        node.name = name;
        node.zone = zone;
        cluster.nodes.push_back(node);
    }
    cluster.nodes[0].nics[0].bitsPerSecond = 1e9;
    cluster::Link link{"a", "b", true, {}};
    link.settings.bitsPerSecond = 1e8;
    link.settings.delay = 5ms;
    link.settings.jitter = 1ms;
    cluster.links = {link};
    return cluster;
}

} // namespace

class TestEmulationSpec : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void addressesAreChosen()
    {
        const EmulationSpec spec = makeEmulationSpec(sample(), 42, false);
        QCOMPARE(spec.id, "two-zones");
        QCOMPARE(spec.seed, 42u);
        QCOMPARE(spec.nodes[0].address, "10.77.0.1");
        QCOMPARE(spec.nodes[2].address, "10.77.0.3");
        QCOMPARE(macText(spec.nodes[2].mac), "02:4d:52:00:00:03");
        QCOMPARE(spec.nodes[0].nicBitsPerSecond, 1e9);
        QCOMPARE(spec.nodes[0].nicQueueBytes, 6250000u);
        QVERIFY(checkEmulationSpec(spec));
    }

    void pathsFollowTheRules()
    {
        const EmulationSpec spec = makeEmulationSpec(sample(), 1, false);
        QCOMPARE(spec.path(0, 1), cluster::PathSettings{});
        QCOMPARE(spec.path(0, 2), (cluster::PathSettings{1e8, 5ms, 1ms, 0, 625000}));
        QCOMPARE(spec.path(2, 1), spec.path(0, 2));
        QCOMPARE(spec.path(2, 2), cluster::PathSettings{});
    }

    void theModeIsResolved()
    {
        cluster::Cluster cluster = sample();
        QCOMPARE(makeEmulationSpec(cluster, 1, false).mode, cluster::SwitchMode::Fast);
        QCOMPARE(makeEmulationSpec(cluster, 1, true).mode, cluster::SwitchMode::Packet);
        cluster.links[0].settings.loss = 0.001;
        QCOMPARE(makeEmulationSpec(cluster, 1, false).mode, cluster::SwitchMode::Packet);
        QVERIFY(makeEmulationSpec(cluster, 1, false).segmentationOffload);
        QVERIFY(!makeEmulationSpec(cluster, 1, true).segmentationOffload);
        cluster.mode = cluster::SwitchMode::Packet;
        QVERIFY(!makeEmulationSpec(cluster, 1, false).segmentationOffload);
        cluster.mode = cluster::SwitchMode::Fast;
        QVERIFY(!makeEmulationSpec(cluster, 1, false).segmentationOffload);
        QCOMPARE(makeEmulationSpec(cluster, 1, true).mode, cluster::SwitchMode::Fast);
        cluster.backend = cluster::EmulationBackend::Netem;
        QCOMPARE(makeEmulationSpec(cluster, 1, true).backend, cluster::EmulationBackend::Netem);
    }

    void aBottleneckBecomesOnePortPerDirection()
    {
        using Pairs = std::vector<std::pair<int, int>>;
        cluster::Cluster cluster = sample();
        cluster.bottleneck = cluster::Bottleneck{"a", "b", true, 1e7, 0};
        const EmulationSpec spec = makeEmulationSpec(cluster, 1, false);
        QCOMPARE(spec.sharedPorts.size(), 2u);
        QCOMPARE(spec.sharedPorts[0].pairs, (Pairs{{0, 2}, {1, 2}}));
        QCOMPARE(spec.sharedPorts[1].pairs, (Pairs{{2, 0}, {2, 1}}));
        QCOMPARE(spec.sharedPorts[0].queueBytes, 262144u);
        cluster.bottleneck->bothWays = false;
        QCOMPARE(makeEmulationSpec(cluster, 1, false).sharedPorts.size(), 1u);
        cluster.bottleneck = cluster::Bottleneck{"*", "*", true, 1e7, 5000};
        const EmulationSpec all = makeEmulationSpec(cluster, 1, false);
        QCOMPARE(all.sharedPorts.size(), 1u);
        QCOMPARE(all.sharedPorts[0].pairs.size(), 6u);
        QCOMPARE(all.sharedPorts[0].queueBytes, 5000u);
        QVERIFY(checkEmulationSpec(all));
    }

    void memoryFollowsTheQueues()
    {
        cluster::Cluster cluster = sample();
        QCOMPARE(makeEmulationSpec(cluster, 1, false).memoryLimitBytes, std::uint64_t(256) << 20);
        cluster.links[0].settings.bitsPerSecond = 1e9;
        cluster.links[0].settings.delay = 400ms;
        cluster.links[0].settings.jitter = 0ms;
        cluster.links[0].settings.queueBytes = 10'000'000;
        // Four directed pairs, each 10 MB queued and 50 MB in flight, plus 50 % for the buffers.
        QCOMPARE(makeEmulationSpec(cluster, 1, false).memoryLimitBytes, 360'000'000u);
        cluster.links[0].settings.bitsPerSecond = 1e11;
        QCOMPARE(makeEmulationSpec(cluster, 1, false).memoryLimitBytes, std::uint64_t(1) << 30);
    }

    void twoHundredAndFiftyNodes()
    {
        cluster::Cluster cluster;
        cluster.name = "large";
        for (int i = 0; i < 250; ++i)
            cluster.nodes.emplace_back().name = "n" + std::to_string(i);
        const EmulationSpec spec = makeEmulationSpec(cluster, 1, false);
        QVERIFY(checkEmulationSpec(spec));
        QCOMPARE(spec.nodes.back().address, "10.77.0.250");
        const auto again = parseEmulationSpec(toJson(spec));
        QVERIFY(again);
        QVERIFY(*again == spec);
    }

    void jsonComesBackTheSame()
    {
        cluster::Cluster cluster = sample();
        cluster.bottleneck = cluster::Bottleneck{"a", "b", true, 1e7, 0};
        EmulationSpec spec = makeEmulationSpec(cluster, 0xffffffffffffffffull, true);
        spec.path(1, 2) = {123456.5, 60s, 17ns, 1e-7, 99999};
        spec.sharedFolders = {"/tmp/build"};
        spec.congestionControl = "bbr";
        spec.mtu = 9000;
        spec.backend = cluster::EmulationBackend::Netem;
        const auto again = parseEmulationSpec(Json::parse(toJson(spec).dump()));
        QVERIFY2(again, again ? "" : again.error().text().c_str());
        QVERIFY(*again == spec);
    }

    void quietPairsAreLeftOut()
    {
        const Json json = toJson(makeEmulationSpec(sample(), 1, false));
        QCOMPARE(json["paths"].size(), 4u);
    }

    void everyProblemIsNamed_data()
    {
        QTest::addColumn<std::function<void(Json&)>>("damage");
        QTest::addColumn<QString>("words");
        const auto row = [](const char* name, const char* words, std::function<void(Json&)> damage) {
            QTest::newRow(name) << std::move(damage) << QString::fromUtf8(words);
        };
        row("no object", "spec must be an object", [](Json& j) { j = Json::array(); });
        row("no id", "spec.id is missing", [](Json& j) { j.erase("id"); });
        row("bad id", "id must be", [](Json& j) { j["id"] = "../x"; });
        row("id is a number", "spec.id must be a text", [](Json& j) { j["id"] = 5; });
        row("no nodes", "spec.nodes is missing", [](Json& j) { j.erase("nodes"); });
        row("empty nodes", "nodes must be 1 to 250", [](Json& j) { j["nodes"] = Json::array(); });
        row("node name", "nodes[1].name must be a host name", [](Json& j) { j["nodes"][1]["name"] = "a b"; });
        row("node address", "nodes[1].address", [](Json& j) { j["nodes"][1]["address"] = "10.77.0"; });
        row("node mac", "spec.nodes[1].mac", [](Json& j) { j["nodes"][1]["mac"] = "02:4d:52:00:00"; });
        row("group mac", "multicast", [](Json& j) { j["nodes"][1]["mac"] = "03:4d:52:00:00:01"; });
        row("same address", "of another node", [](Json& j) { j["nodes"][1]["address"] = "10.77.0.1"; });
        row("nic rate", "nodes[0] needs a rate", [](Json& j) { j["nodes"][0]["nic_bits_per_second"] = -1; });
        row("mode", "spec.mode must be fast or packet", [](Json& j) { j["mode"] = "automatic"; });
        row("backend", "spec.backend must be", [](Json& j) { j["backend"] = "tc"; });
        row("mtu", "mtu must be", [](Json& j) { j["mtu"] = 100; });
        row("network", "network must be", [](Json& j) { j["network"] = "10.77.0.0/99"; });
        row("network with more", "network must be", [](Json& j) { j["network"] = "10.77.0.0/24 via x"; });
        row("algorithm", "congestion_control must be", [](Json& j) { j["congestion_control"] = "a\nlink"; });
        row("memory", "memory_limit_bytes", [](Json& j) { j["memory_limit_bytes"] = 5; });
        row("path node", "not a pair of nodes", [](Json& j) { j["paths"][0]["to"] = 3; });
        row("path to itself", "not a pair of nodes", [](Json& j) { j["paths"][0]["to"] = j["paths"][0]["from"]; });
        row("loss", "loss must be 0 to 1", [](Json& j) { j["paths"][0]["loss"] = 1.01; });
        row("delay", "delay_ns must be 0 to 60 s", [](Json& j) { j["paths"][0]["delay_ns"] = -1; });
        row("fraction of a delay", "whole number of nanoseconds", [](Json& j) { j["paths"][0]["delay_ns"] = 1.5; });
        row("jitter", "jitter_ns must be between", [](Json& j) { j["paths"][0]["jitter_ns"] = 5000001; });
        row("queue", "needs a queue of at least", [](Json& j) { j["paths"][0]["queue_bytes"] = 100; });
        row("shared port pair", "must be two indices", [](Json& j) {
            j["shared_ports"] = Json::array({{{"bits_per_second", 1e6}, {"queue_bytes", 9999}, {"pairs", {{0}}}}});
        });
        row("pair in two ports", "twice", [](Json& j) {
            const Json port{
                {"bits_per_second", 1e6}, {"queue_bytes", 9999}, {"pairs", Json::array({Json::array({0, 1})})}};
            j["shared_ports"] = Json::array({port, port});
        });
        row("folder", "absolute plain path", [](Json& j) { j["shared_folders"] = {"/tmp/../etc"}; });
    }

    void everyProblemIsNamed()
    {
        QFETCH(std::function<void(Json&)>, damage);
        QFETCH(QString, words);
        Json json = toJson(makeEmulationSpec(sample(), 1, false));
        QVERIFY(parseEmulationSpec(json));
        damage(json);
        const auto spec = parseEmulationSpec(json);
        QVERIFY(!spec);
        QCOMPARE(spec.error().code, ErrorCode::InvalidInput);
        const QString text = QString::fromStdString(spec.error().text());
        QVERIFY2(text.contains(words), qPrintable(text));
    }

    void updatesKeepWhatTheyDoNotName()
    {
        const EmulationSpec spec = makeEmulationSpec(sample(), 1, false);
        const auto update = parsePathUpdate(Json{{"from", 0}, {"to", 2}, {"loss", 0.5}}, spec);
        QVERIFY(update);
        QCOMPARE(update->path, (cluster::PathSettings{1e8, 5ms, 1ms, 0.5, 625000}));
        const auto rate = parsePathUpdate(Json{{"from", 0}, {"to", 1}, {"bits_per_second", 1e9}}, spec);
        QVERIFY(rate);
        QCOMPARE(rate->path.queueBytes, 6250000u);
        QVERIFY(!parsePathUpdate(Json{{"from", 0}, {"to", 2}, {"delay_ns", 0}}, spec)); // below the jitter
        QVERIFY(!parsePathUpdate(Json{{"from", 0}, {"to", 9}}, spec));
    }
};

QTEST_APPLESS_MAIN(TestEmulationSpec)
#include "tst_emulation_spec.moc"
