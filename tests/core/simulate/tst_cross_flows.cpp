// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/simulate/all_reduce.h"

#include <QtTest/QtTest>
#include <cmath>

using namespace millrace;
using namespace millrace::simulate;
using collective::Strategy;

namespace {

constexpr double rate = 25e6; // bytes per second of each NIC
constexpr double delay = 1e-3; // s
constexpr double headerBytes = 16;

/// Workers on the first nodes; the last one has none.
cluster::Cluster clusterOf(std::size_t workers, std::uint64_t queueBytes = 0)
{
    cluster::Cluster cluster;
    for (std::size_t i = 0; i <= workers; ++i) {
        cluster::Node node;
        node.name = "n" + std::to_string(i);
        node.slots = i < workers ? 1 : 0;
        node.nics.front().bitsPerSecond = 8 * rate;
        node.nics.front().queueBytes = queueBytes;
        cluster.nodes.push_back(node);
    }
    cluster::Link link;
    link.settings.delay = std::chrono::milliseconds(1);
    cluster.links.push_back(link);
    return cluster;
}

TransportLaw withWindows()
{
    TransportLaw law = headersOnly(1500);
    law.window = linuxWindows(1500);
    return law;
}

AllReduceSpec ringOf(const cluster::Cluster& cluster, std::size_t elements)
{
    AllReduceSpec spec;
    spec.strategy = Strategy::RingAllReduce;
    spec.tensors = {elements};
    spec.nodes = nodesOfRanks(cluster);
    spec.segmentBytes = std::size_t(1) << 30;
    return spec;
}

/// One flow from the last node to the second.
CrossLoad oneFlow(std::size_t from, double bytes, double duration)
{
    CrossLoad load;
    load.flows.push_back({0, bytes, from, 1});
    load.duration = duration;
    load.drain = 2;
    return load;
}

bool near(double value, double expected, double tolerance)
{
    if (std::abs(value - expected) <= tolerance * expected)
        return true;
    qWarning("%.9g instead of %.9g", value, expected);
    return false;
}

} // namespace

class TestCrossFlows final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// Rank 0 sends two shards to rank 1, whose NIC also receives the flow; the other way is free. Without windows both
    /// get half.
    void anEndlessFlowTakesHalf()
    {
        const cluster::Cluster cluster = clusterOf(2);
        const Network network(cluster, {});
        const AllReduceSpec spec = ringOf(cluster, 1'000'000);
        CrossFlows flows(oneFlow(2, 0, 60));
        AllReduce operation(spec, network);
        operation.share(flows);
        QVERIFY(operation.isRandom());
        const std::vector<double> begin(2, 0);
        const double shard = 2e6 + headerBytes;
        QVERIFY(near(operation.run(begin).end(), 2 * (shard / rate + delay), 1e-9)); // the load has not begun
        flows.begin(0.5);
        (void)operation.run(begin, 0.5); // begins with it, or a moment before
        const double loaded = operation.run(begin, 0.1).end();
        QVERIFY(near(loaded, 4 * shard / rate + delay, 2e-3));
        QVERIFY(!flows.isOver());
        while (!flows.isOver())
            (void)operation.run(begin, 1);
        QVERIFY(near(flows.end(), 60.5, 1e-9));
        QVERIFY(near(operation.run(begin, 0.1).end(), 2 * (shard / rate + delay), 1e-9));
    }

    /// Datagrams have their pace, a long message has the rest; all that is sent arrives.
    void datagramsKeepTheirPace_data()
    {
        QTest::addColumn<double>("part");
        QTest::addColumn<bool>("windows");
        for (const double part : {0.2, 0.5, 0.8})
            for (const bool windows : {false, true})
                QTest::addRow("%.0f %%%s", 100 * part, windows ? ", windows" : "") << part << windows;
    }
    void datagramsKeepTheirPace()
    {
        QFETCH(const double, part);
        QFETCH(const bool, windows);
        const cluster::Cluster cluster = clusterOf(2);
        const TransportLaw law = windows ? withWindows() : TransportLaw{};
        const Network network(cluster, law);
        const double payload = rate * law.efficiency;
        CrossLoad load = oneFlow(2, 0, 30);
        load.bytesPerSecond = part * rate;
        load.datagramBytes = 1448;
        CrossFlows flows(load);
        AllReduce operation(ringOf(cluster, 10'000'000), network);
        operation.share(flows);
        flows.begin(0.01);
        (void)operation.run(std::vector<double>(2, 0));
        const double shard = 20e6 + headerBytes;
        const double frame = windows ? 1490.0 / 1448 : 1;
        const double left = payload - part * rate * law.efficiency * (windows ? frame : 1490.0 / 1448);
        const double loaded = operation.run(std::vector<double>(2, 0), 0.05).end();
        QVERIFY(near(loaded, 2 * shard / left + delay, 0.05));
        while (!flows.isOver())
            (void)operation.run(std::vector<double>(2, 0), 1);
        const CrossOutcome& outcome = flows.outcomes().front();
        QVERIFY(!outcome.isCut);
        QVERIFY(near(outcome.bytes, part * rate * 30, 0.01));
    }

    /// A flow that shares nothing takes a handshake, its bytes and an acknowledgement, and nobody notices it.
    void aFlowAlone()
    {
        const cluster::Cluster cluster = clusterOf(3);
        const Network network(cluster, {});
        AllReduceSpec spec = ringOf(cluster, 1'000'000);
        spec.nodes = {0, 2};
        CrossFlows flows(oneFlow(3, 5e6, 4));
        AllReduce operation(spec, network);
        operation.share(flows);
        flows.begin(0);
        const std::vector<double> begin(2, 0);
        const double alone = AllReduce(spec, network).run(begin).end();
        while (!flows.isOver())
            QVERIFY(near(operation.run(begin, 0.001).end(), alone, 1e-9));
        const CrossOutcome& outcome = flows.outcomes().front();
        QVERIFY(near(outcome.end - outcome.begin, 66 / rate + 2 * delay + 5e6 / rate + 2 * delay, 1e-9));
        QCOMPARE(outcome.bytes, 5e6);
    }

    /// What does not end by the end of the drain is cut, with the bytes that arrived.
    void whatIsTooLongIsCut()
    {
        const cluster::Cluster cluster = clusterOf(2);
        const Network network(cluster, {});
        CrossFlows flows(oneFlow(2, 1e9, 1));
        AllReduce operation(ringOf(cluster, 1000), network);
        operation.share(flows);
        flows.begin(0);
        while (!flows.isOver())
            (void)operation.run(std::vector<double>(2, 0), 0.5);
        const CrossOutcome& outcome = flows.outcomes().front();
        QVERIFY(outcome.isCut);
        QVERIFY(near(outcome.end, 3, 1e-9));
        QVERIFY(near(outcome.bytes, (3 - 2 * delay) * rate, 2e-3));
    }

    /// Two endless flows and a job fill the NIC; windows lose packets by overflow and grow again.
    void windowsFillTheQueue()
    {
        const cluster::Cluster cluster = clusterOf(2);
        const Network network(cluster, withWindows());
        CrossLoad load = oneFlow(2, 0, 20);
        load.flows.push_back({0, 0, 0, 1});
        CrossFlows flows(load);
        AllReduce operation(ringOf(cluster, 1'000'000), network);
        operation.share(flows);
        flows.begin(0.1);
        double reduced = 0; // bytes to the second node
        double time = 0;
        std::vector<double> ends;
        while (!flows.isOver()) {
            const double took = operation.run(std::vector<double>(2, 0), 0.001).end();
            ends.push_back(took);
            time += took + 0.001;
            reduced += 4e6;
        }
        double crossed = 0;
        for (const CrossOutcome& outcome : flows.outcomes()) {
            QVERIFY(outcome.bytes > 0.05 * 20 * rate); // nobody starves
            crossed += outcome.bytes;
        }
        const double payload = network.capacity(3);
        QVERIFY(near(crossed + reduced, payload * time, 0.08));
        // The same seed, the same losses.
        CrossFlows again(load);
        AllReduce other(ringOf(cluster, 1'000'000), network);
        other.share(again);
        again.begin(0.1);
        for (const double took : ends)
            QCOMPARE(other.run(std::vector<double>(2, 0), 0.001).end(), took);
    }

    /// A short flow waits for the queue that a job fills, once for its handshake and once for its bytes.
    void shortFlowsWaitInTheQueue()
    {
        const cluster::Cluster cluster = clusterOf(2);
        const Network network(cluster, withWindows());
        CrossLoad load;
        for (int i = 0; i < 200; ++i)
            load.flows.push_back({0.05 * i, 2000, 2, 1});
        load.duration = 10;
        load.drain = 2;
        CrossFlows flows(load);
        AllReduce operation(ringOf(cluster, 1'000'000), network);
        operation.share(flows);
        flows.begin(2);
        while (!flows.isOver())
            (void)operation.run(std::vector<double>(2, 0), 0.02);
        double sum = 0;
        for (const CrossOutcome& outcome : flows.outcomes()) {
            QVERIFY(outcome.end - outcome.begin >= 4 * delay);
            QCOMPARE(outcome.bytes, 2000.0);
            sum += outcome.end - outcome.begin;
        }
        const double queueing = sum / 200 - 4 * delay;
        QVERIFY2(queueing > 0.02 && queueing < 0.2, qPrintable(QString::number(queueing)));
    }
};

QTEST_GUILESS_MAIN(TestCrossFlows)
#include "tst_cross_flows.moc"
