// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/emulate/health.h"

#include <QtTest>

#include <nlohmann/json.hpp>

using namespace millrace;
using namespace millrace::emulate;
using namespace std::chrono_literals;
using Json = nlohmann::ordered_json;

namespace {

EmulationSpec specOfTwoNodes()
{
    cluster::Cluster cluster;
    cluster.name = "h";
    cluster.nodes.emplace_back().name = "a";
    cluster.nodes.emplace_back().name = "b";
    cluster::Link link;
    link.settings.delay = 5ms;
    cluster.links = {link};
    return makeEmulationSpec(cluster, 1, false);
}

EmulationHealth good()
{
    EmulationHealth health;
    health.timedFrames = 1000;
    health.latenessMedian = 20us;
    health.lateness99 = 200us;
    health.latenessMaximum = 5ms;
    health.cpuSeconds = 2;
    health.wallSeconds = 10;
    health.realtime = true;
    PairCounters counters;
    counters.offered = {1000, 5000, 7'570'000};
    counters.delivered = {990, 4950, 7'494'300};
    counters.lost = {4, 20, 30'280};
    counters.queueDropped = {6, 30, 45'420};
    health.total = counters;
    health.pairs = {{0, 1, counters}};
    return health;
}

} // namespace

class TestEmulationHealth : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void jsonComesBackTheSame()
    {
        EmulationHealth health = good();
        health.mode = cluster::SwitchMode::Packet;
        health.deadNodes = {"b"};
        health.notes = {"one", "two"};
        health.ringDroppedPackets = 3;
        health.bufferedBytesMaximum = 1 << 20;
        health.memoryLocked = true;
        health.total.memoryDropped = {1, 2, 3};
        health.total.writeDropped = {4, 5, 6};
        const auto again = parseEmulationHealth(Json::parse(toJson(health).dump()));
        QVERIFY2(again, again ? "" : again.error().text().c_str());
        QVERIFY(*again == health);
    }

    void damagedJsonIsRefused()
    {
        const Json whole = toJson(good());
        for (const auto& [key, value] : whole.items()) {
            Json json = whole;
            json.erase(key);
            const auto health = parseEmulationHealth(json);
            QVERIFY2(!health, key.c_str());
            QVERIFY(health.error().text().find(key) != std::string::npos);
        }
        Json json = whole;
        json["pairs"][0]["lost"]["bytes"] = -1;
        QVERIFY(!parseEmulationHealth(json));
        QVERIFY(!parseEmulationHealth(Json("text")));
    }

    void aGoodRunHasNoProblems() { QVERIFY(healthProblems(good(), specOfTwoNodes()).empty()); }

    void everyProblemIsSeen_data()
    {
        QTest::addColumn<std::function<void(EmulationHealth&)>>("damage");
        QTest::addColumn<QString>("words");
        const auto row = [](const char* name, const char* words, std::function<void(EmulationHealth&)> damage) {
            QTest::newRow(name) << std::move(damage) << QString::fromUtf8(words);
        };
        row("saturated", "busy 95 %", [](EmulationHealth& h) { h.cpuSeconds = 9.5; });
        row("memory", "waited in the switch", [](EmulationHealth& h) { h.total.memoryDropped = {1, 1, 1514}; });
        row("write", "not taken", [](EmulationHealth& h) { h.total.writeDropped = {1, 1, 1514}; });
        row("ring", "before the switch could read", [](EmulationHealth& h) { h.ringDroppedPackets = 6; });
        row("dead", "node b died", [](EmulationHealth& h) { h.deadNodes = {"b"}; });
    }

    void everyProblemIsSeen()
    {
        QFETCH(std::function<void(EmulationHealth&)>, damage);
        QFETCH(QString, words);
        EmulationHealth health = good();
        damage(health);
        const auto problems = healthProblems(health, specOfTwoNodes());
        QCOMPARE(problems.size(), 1u);
        QVERIFY2(QString::fromStdString(problems[0]).contains(words), problems[0].c_str());
    }
};

QTEST_APPLESS_MAIN(TestEmulationHealth)
#include "tst_emulation_health.moc"
