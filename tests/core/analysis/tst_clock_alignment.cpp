// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/analysis/clock_alignment.h"
#include "tests/core/analysis/made_packets.h"

#include <QtTest>

#include <algorithm>
#include <cmath>
#include <random>

using namespace millrace;
using namespace millrace::analysis;
using millrace::analysis::test::MadePackets;

namespace {

constexpr std::int64_t start = 1'700'000'000'000'000'000;
constexpr std::uint32_t nodes[3] = {0x0a000001, 0x0a000002, 0x0a000003};

/// Clocks, delays and losses of a network of up to three nodes; every packet is captured at both ends.
struct Network
{
    std::array<double, 3> offset{}; ///< seconds ahead of the true time at the start
    std::array<double, 3> drift{};
    double delayThere = 100e-6; ///< shortest, from a lower to a higher node
    double delayBack = 100e-6;
    double queueing = 200e-6; ///< mean, exponential
    double loss = 0;
    double seconds = 60;
    int packetsPerPair = 20'000;
    bool bothWays = true;
    std::array<MadePackets, 3> captures;
    int sent = 0, lost = 0; ///< from node 0 to node 1

    std::int64_t clock(int node, double time) const
    {
        const auto n = static_cast<std::size_t>(node);
        return start + std::llround((time + offset[n] + drift[n] * time) * 1e9);
    }

    void run(int count, unsigned seed = 3)
    {
        std::mt19937 random(seed);
        std::uniform_real_distribution<double> uniform;
        for (int a = 0; a < count; ++a) {
            for (int b = 0; b < count; ++b) {
                if (a == b || (!bothWays && a > b))
                    continue;
                for (int i = 0; i < packetsPerPair; ++i) {
                    const double time = seconds * (i + uniform(random)) / packetsPerPair;
                    const double delay = (a < b ? delayThere : delayBack) - queueing * std::log(1 - uniform(random));
                    const bool dropped = uniform(random) < loss;
                    put(a, a, b, clock(a, time), static_cast<std::uint32_t>(i));
                    if (!dropped)
                        put(b, a, b, clock(b, time + delay), static_cast<std::uint32_t>(i));
                    sent += a == 0 && b == 1 ? 1 : 0;
                    lost += a == 0 && b == 1 && dropped ? 1 : 0;
                }
            }
        }
        for (MadePackets& capture : captures)
            std::sort(capture.packets.begin(), capture.packets.end(),
                      [](const auto& x, const auto& y) { return x.time < y.time; });
    }

    void put(int at, int from, int to, std::int64_t time, std::uint32_t number)
    {
        auto& packet = captures[static_cast<std::size_t>(at)].tcp(time, nodes[from], 5000, nodes[to], 5001, 100);
        packet.sequence = number * 100;
    }

    std::vector<CaptureSights> sights(int count) const
    {
        std::vector<CaptureSights> result;
        for (int node = 0; node < count; ++node) {
            capture::AddressBook book;
            SightCollector collector;
            collector.add(captures[static_cast<std::size_t>(node)].packets, book);
            result.push_back(collector.finish("node" + std::to_string(node)));
        }
        return result;
    }
};

} // namespace

class TestClockAlignment : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void findsOffsetAndDrift_data();
    void findsOffsetAndDrift();
    void boundsAsymmetricDelays();
    void oneDirectionIsNotEnough();
    void noticesAClockThatJumped();
    void chainsThreeNodes();
    void measuresLossAndDelay();
    void sameLookingPacketsAreLeftOut();
    void samplesTheSamePackets();
};

void TestClockAlignment::findsOffsetAndDrift_data()
{
    QTest::addColumn<double>("offset");
    QTest::addColumn<double>("drift");
    QTest::newRow("none") << 0.0 << 0.0;
    QTest::newRow("ahead, fast") << 0.350 << 50e-6;
    QTest::newRow("behind, slow") << -7200.0 << -50e-6;
    QTest::newRow("small") << 12e-6 << 1e-6;
}

void TestClockAlignment::findsOffsetAndDrift()
{
    QFETCH(double, offset);
    QFETCH(double, drift);
    Network network;
    network.offset[1] = offset;
    network.drift[1] = drift;
    network.run(2);
    const ClockReport report = measureClocks(network.sights(2));
    const CaptureClock& clock = report.captures[1];
    QVERIFY2(clock.known, clock.reason.c_str());
    const double at = static_cast<double>(clock.reference - start) / 1e9;
    const double truth = offset + drift * at;
    QVERIFY2(std::abs(clock.offset - truth) <= clock.bound, qPrintable(QString::number(clock.offset - truth)));
    QVERIFY(std::abs(clock.offset - truth) < 5e-6);
    QVERIFY(clock.bound < 110e-6 && clock.bound > 99e-6);
    QVERIFY2(std::abs(clock.drift - drift) < 0.3e-6, qPrintable(QString::number(clock.drift)));
    for (const double time : {1.0, 30.0, 59.0}) {
        const std::int64_t there = network.clock(1, time);
        QVERIFY(std::abs(there + clock.correction(there) - network.clock(0, time)) < 15'000);
    }
}

void TestClockAlignment::boundsAsymmetricDelays()
{
    Network network;
    network.delayThere = 50e-6;
    network.delayBack = 450e-6;
    network.offset[1] = 0.01;
    network.run(2);
    const CaptureClock clock = measureClocks(network.sights(2)).captures[1];
    QVERIFY(clock.known);
    QVERIFY(std::abs(clock.offset - 0.01) <= clock.bound);
    QVERIFY(std::abs(clock.offset - 0.01) > 150e-6); // nobody can know better
}

void TestClockAlignment::oneDirectionIsNotEnough()
{
    Network network;
    network.bothWays = false;
    network.run(2);
    const ClockReport report = measureClocks(network.sights(2));
    QVERIFY(!report.captures[1].known);
    QVERIFY(!report.captures[1].reason.empty());
    for (const PathObservation& path : report.paths)
        QVERIFY(std::isnan(path.delayMean));
}

void TestClockAlignment::noticesAClockThatJumped()
{
    Network network;
    network.run(2);
    for (capture::Packet& packet : network.captures[1].packets)
        if (packet.time > start + 30'000'000'000)
            packet.time += 80'000'000;
    const CaptureClock clock = measureClocks(network.sights(2)).captures[1];
    QVERIFY(!clock.known);
    QVERIFY(QString::fromStdString(clock.reason).contains(QStringLiteral("was set")));
}

void TestClockAlignment::chainsThreeNodes()
{
    Network network;
    network.offset = {0.1, -0.2, 5};
    network.drift = {10e-6, -20e-6, 0};
    network.packetsPerPair = 5000;
    network.run(3);
    const ClockReport report = measureClocks(network.sights(3));
    QCOMPARE(report.paths.size(), std::size_t(6));
    QVERIFY(report.disagreement < 100e-6);
    for (std::size_t i = 1; i < 3; ++i) {
        const CaptureClock& clock = report.captures[i];
        QVERIFY(clock.known);
        for (const double time : {5.0, 30.0, 55.0}) {
            const std::int64_t there = network.clock(static_cast<int>(i), time);
            QVERIFY2(std::abs(there + clock.correction(there) - network.clock(0, time)) < 60'000,
                     qPrintable(QString::number(there + clock.correction(there) - network.clock(0, time))));
        }
    }
}

void TestClockAlignment::measuresLossAndDelay()
{
    Network network;
    network.offset[1] = -3;
    network.loss = 0.02;
    network.packetsPerPair = 50'000;
    network.run(2);
    const ClockReport report = measureClocks(network.sights(2));
    const PathObservation& path = report.paths[0];
    QCOMPARE(path.from, std::string("10.0.0.1"));
    const double truth = static_cast<double>(network.lost) / network.sent;
    QVERIFY2(std::abs(path.loss() - truth) < 0.001, qPrintable(QString::number(path.loss())));
    QVERIFY(path.unseen == 0);
    QVERIFY(std::abs(path.delayMinimum - 100e-6) < 10e-6);
    QVERIFY(std::abs(path.delayMean - 300e-6) < 10e-6); // 100 µs + the mean of the queue
    QVERIFY(std::abs(path.delayMedian - (100e-6 + 200e-6 * std::log(2))) < 10e-6);
    QVERIFY(std::abs(path.delayP99 - (100e-6 + 200e-6 * std::log(100))) < 50e-6);
    QVERIFY(path.reordered > 0);
}

void TestClockAlignment::sameLookingPacketsAreLeftOut()
{
    Network network;
    network.run(2);
    for (MadePackets& capture : network.captures)
        for (int i = 0; i < 100; ++i)
            capture.tcp(start + i * 1'000'000, nodes[0], 1, nodes[1], 2, 100).sequence = 7;
    const auto sights = network.sights(2);
    QCOMPARE(sights[0].ambiguous, std::uint64_t(100));
    QVERIFY(measureClocks(sights).captures[1].known);
}

void TestClockAlignment::samplesTheSamePackets()
{
    Network network;
    network.run(2);
    capture::AddressBook book;
    SightCollector few(1000);
    few.add(network.captures[1].packets, book);
    const std::vector<CaptureSights> sights{network.sights(1)[0], few.finish("few")};
    QVERIFY(sights[1].sampling >= 5);
    QVERIFY(sights[1].sights.size() <= 1000);
    const ClockReport report = measureClocks(sights);
    QVERIFY(report.captures[1].known);
    QVERIFY(std::abs(report.captures[1].offset) < 100e-6);
    QVERIFY(report.paths[0].loss() < 1e-9);
}

QTEST_APPLESS_MAIN(TestClockAlignment)
#include "tst_clock_alignment.moc"
