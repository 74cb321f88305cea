// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/simulate/all_reduce.h"
#include "core/simulate/connections.h"
#include "core/simulate/lost_packets.h"

#include <QtTest/QtTest>
#include <cmath>

using namespace millrace;
using namespace millrace::simulate;

namespace {

constexpr double segment = 1448;

bool near(double value, double expected, double tolerance = 1e-9)
{
    if (std::abs(value - expected) <= tolerance * std::abs(expected))
        return true;
    qWarning("%.12g instead of %.12g", value, expected);
    return false;
}

/// Nodes with NICs of this rate, bit/s, and links with a delay and loss.
cluster::Cluster lossyStar(std::size_t nodes, double rate, std::chrono::nanoseconds delay, double loss)
{
    cluster::Cluster cluster;
    for (std::size_t i = 0; i < nodes; ++i) {
        cluster::Node node;
        node.name = "n" + std::to_string(i);
        node.nics.front().bitsPerSecond = rate;
        cluster.nodes.push_back(node);
    }
    cluster::Link link;
    link.settings.delay = delay;
    link.settings.loss = loss;
    cluster.links.push_back(link);
    return cluster;
}

TransportLaw plainLaw()
{
    TransportLaw law;
    law.window = linuxWindows(1500);
    law.window.largestBytes = 0;
    return law;
}

/// Bytes per second of one long transfer.
double longTransfer(const cluster::Cluster& cluster, double bytes, std::uint64_t seed)
{
    const Network network(cluster, plainLaw());
    Connections connections(network, 1, Network::largeMessage, seed);
    const std::uint32_t number = connections.add(0, 1);
    connections.send(number, bytes, 7, 0);
    double now = 0;
    bool left = false;
    while (std::isfinite(connections.nextTime()) && !left) {
        connections.settle(now, connections.nextTime());
        now = connections.nextTime();
        left = connections.take(now).left;
    }
    return bytes / now;
}

double meanTransfer(const cluster::Cluster& cluster, double bytes)
{
    constexpr int seeds = 8;
    double sum = 0;
    for (std::uint64_t seed = 1; seed <= seeds; ++seed)
        sum += longTransfer(cluster, bytes, seed);
    return sum / seeds;
}

AllReduceSpec ringOf(const cluster::Cluster& cluster, std::uint64_t seed)
{
    AllReduceSpec spec;
    spec.tensors = {30'000, 500, 500, 12'000, 70'000};
    spec.nodes = nodesOfRanks(cluster);
    spec.seed = seed;
    return spec;
}

} // namespace

class TestLostPackets final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// A geometric distribution: mean 1/p, deviation sqrt(1 - p)/p.
    void packetsBetweenLosses()
    {
        for (const double probability : {0.001, 0.05, 0.5}) {
            LostPackets lost(probability, segment, 11);
            constexpr int count = 20'000;
            double sum = 0;
            for (int i = 0; i < count; ++i) {
                sum += lost.bytesToNext() / segment;
                lost.pass(lost.bytesToNext());
                QVERIFY(lost.isHere());
                lost.draw();
            }
            const double deviation = std::sqrt(1 - probability) / probability / std::sqrt(double(count));
            QVERIFY(std::abs(sum / count - 1 / probability) < 4 * deviation);
        }
    }

    /// By duplicate acknowledgements, by the timer of RACK, by the loss probe.
    void whenAPacketIsSentAgain()
    {
        LostPackets lost(1e-9, segment, 1);
        constexpr double rate = segment * 1000, roundTrip = 0.01;
        const auto inTime = lost.again(100 * segment, 5 * segment, rate, roundTrip);
        QVERIFY(!inTime.isLate);
        QVERIFY(near(inTime.seconds, 0.013));
        // The retransmission queues behind a window of 40 ms.
        QVERIFY(near(lost.again(100 * segment, 40 * segment, rate, roundTrip).seconds, 0.040));
        const auto byTimer = lost.again(2 * segment, 5 * segment, rate, roundTrip);
        QVERIFY(byTimer.isLate);
        QVERIFY(near(byTimer.seconds, 0.0125 + 0.010));
        const auto atTheEnd = lost.again(0, 5 * segment, rate, roundTrip);
        QVERIFY(atTheEnd.isLate);
        QVERIFY(near(atTheEnd.seconds, 0.210));
    }

    /// The response functions of RFC 9438, 5.2: segments in flight on average. Random losses leave a little more than
    /// the periodic ones of the formulas (Reno: 1.31 instead of 1.22 / sqrt(p); Ott, Kemperman, Mathis 1996).
    void aLongTransferHasTheRateOfCubic_data()
    {
        QTest::addColumn<int>("roundTripMilliseconds");
        QTest::addColumn<double>("loss");
        QTest::newRow("cubic, 100 ms, 0.1 %") << 100 << 1e-3;
        QTest::newRow("cubic, 200 ms, 0.02 %") << 200 << 2e-4;
        QTest::newRow("as Reno, 4 ms, 0.1 %") << 4 << 1e-3;
        QTest::newRow("as Reno, 8 ms, 1 %") << 8 << 1e-2;
    }
    void aLongTransferHasTheRateOfCubic()
    {
        QFETCH(const int, roundTripMilliseconds);
        QFETCH(const double, loss);
        const double roundTrip = 1e-3 * roundTripMilliseconds;
        const double cubic = 1.054 * std::pow(roundTrip / loss, 0.75);
        const double reno = std::sqrt(3 / (2 * loss));
        const double expected = std::max(cubic, reno) * segment / roundTrip;
        const auto cluster = lossyStar(2, 1e10, std::chrono::milliseconds(roundTripMilliseconds) / 2, loss);
        const double rate = meanTransfer(cluster, 3000 * segment / loss);
        QVERIFY2(rate > 0.95 * expected && rate < 1.2 * expected,
                 qPrintable(QString("%1 of %2").arg(rate).arg(expected)));
    }

    /// Losses that are far apart do not slow down a path with a small product of rate and delay.
    void aShortPathKeepsItsRate()
    {
        const auto cluster = lossyStar(2, 100e6, std::chrono::microseconds(100), 1e-4);
        QVERIFY(near(meanTransfer(cluster, 1e8), 12.5e6, 0.02));
    }

    /// Every message leaves once and arrives once, in order, however many packets are lost.
    void nothingIsLostOrOvertakes()
    {
        for (const double loss : {0.001, 0.1, 0.6}) {
            const Network network(lossyStar(2, 100e6, std::chrono::milliseconds(1), loss), plainLaw());
            Connections connections(network, 1, 5000, 3);
            const std::uint32_t number = connections.add(0, 1);
            QVERIFY(connections.isRandom());
            std::uint64_t sent = 0, left = 0, arrived = 0;
            double now = 0;
            const auto send = [&] {
                connections.send(number, 300 + 700.0 * static_cast<double>(sent % 9), sent, now);
                ++sent;
            };
            for (int i = 0; i < 50; ++i)
                send();
            while (std::isfinite(connections.nextTime())) {
                connections.settle(now, connections.nextTime());
                QVERIFY(connections.nextTime() >= now);
                now = connections.nextTime();
                const Connections::Sent event = connections.take(now);
                if (event.left) {
                    ++left;
                    if (sent < 400)
                        send();
                }
                if (event.arrives)
                    QCOMPARE(event.cargo, arrived++);
            }
            QCOMPARE(left, sent);
            QCOMPARE(arrived, sent);
        }
    }

    void theSeedDecides()
    {
        const auto cluster = lossyStar(4, 100e6, std::chrono::milliseconds(2), 0.01);
        const Network network(cluster, plainLaw());
        const std::vector<double> begin(4, 0);
        const auto ends = [&](std::uint64_t seed) {
            AllReduce operation(ringOf(cluster, seed), network);
            std::vector<double> all;
            for (int i = 0; i < 5; ++i)
                all.push_back(operation.run(begin, 0.01, 0.01).end());
            return all;
        };
        QCOMPARE(ends(1), ends(1));
        QVERIFY(ends(1) != ends(2));
        const auto one = ends(3);
        QVERIFY(std::ranges::any_of(one, [&](double end) { return end != one.front(); }));
    }

    /// With a vanishing loss the times are those without one.
    void hardlyAnyLossIsNone()
    {
        const auto lossy = lossyStar(4, 100e6, std::chrono::microseconds(50), 1e-12);
        const auto clean = lossyStar(4, 100e6, std::chrono::microseconds(50), 0);
        const std::vector<double> begin(4, 0);
        const Network lossyNetwork(lossy, plainLaw()), cleanNetwork(clean, plainLaw());
        AllReduce one(ringOf(lossy, 1), lossyNetwork), other(ringOf(clean, 1), cleanNetwork);
        QVERIFY(one.isRandom());
        QVERIFY(!other.isRandom());
        QVERIFY(near(one.run(begin).end(), other.run(begin).end(), 0.05));
    }

    /// The last packet of an operation is noticed late, but earlier if the sender soon begins the next one.
    void aLossAtTheEnd()
    {
        const auto cluster = lossyStar(2, 100e6, std::chrono::microseconds(100), 0.05);
        const Network network(cluster, plainLaw());
        const std::vector<double> begin(2, 0);
        const auto late = [&](double computing) {
            AllReduceSpec spec = ringOf(cluster, 5);
            spec.tensors = {300}; // a packet for each message
            AllReduce operation(spec, network);
            int count = 0;
            for (int i = 0; i < 1000; ++i)
                count += operation.run(begin, 0.01, computing).end() > 0.2;
            return count;
        };
        const int without = late(Connections::never);
        const int with = late(0.005);
        // Two of four messages are the last ones of their connections.
        QVERIFY2(without > 70 && without < 130, qPrintable(QString::number(without)));
        QVERIFY2(with < without / 4, qPrintable(QString::number(with)));
    }
};

QTEST_GUILESS_MAIN(TestLostPackets)
#include "tst_lost_packets.moc"
