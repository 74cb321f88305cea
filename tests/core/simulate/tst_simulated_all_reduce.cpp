// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/random.h"
#include "core/collective/traffic.h"
#include "core/simulate/all_reduce.h"
#include "core/simulate/queue_load.h"
#include "core/simulate/training.h"

#include <QtTest/QtTest>
#include <cmath>
#include <numeric>

using namespace millrace;
using namespace millrace::simulate;
using collective::Strategy;

namespace {

constexpr double bytesPerSecond = 125e6; // 1 Gbit/s
constexpr double headerBytes = 16;

/// Nodes with NICs of 1 Gbit/s and a delay between each two.
cluster::Cluster star(std::size_t nodes, std::chrono::nanoseconds delay)
{
    cluster::Cluster cluster;
    for (std::size_t i = 0; i < nodes; ++i) {
        cluster::Node node;
        node.name = "n" + std::to_string(i);
        node.nics.front().bitsPerSecond = 8 * bytesPerSecond;
        cluster.nodes.push_back(node);
    }
    cluster::Link link;
    link.settings.delay = delay;
    cluster.links.push_back(link);
    return cluster;
}

AllReduceSpec specOf(Strategy strategy, const cluster::Cluster& cluster, std::vector<std::size_t> tensors)
{
    AllReduceSpec spec;
    spec.strategy = strategy;
    spec.tensors = std::move(tensors);
    spec.nodes = nodesOfRanks(cluster);
    return spec;
}

double endOf(const AllReduceSpec& spec, const Network& network)
{
    AllReduce operation(spec, network);
    return operation.run(std::vector<double>(spec.nodes.size(), 0)).end();
}

bool near(double value, double expected, double tolerance = 1e-9)
{
    if (std::abs(value - expected) <= tolerance * expected)
        return true;
    qWarning("%.12g instead of %.12g", value, expected);
    return false;
}

/// The same operation event by event, whatever the strategy.
Course eventByEvent(const AllReduceSpec& spec, const Network& network, std::span<const double> begin)
{
    std::vector<Endpoint> endpoints;
    for (std::size_t rank = 0; rank < spec.nodes.size(); ++rank)
        endpoints.push_back({"10.0.0." + std::to_string(rank + 1), 10000});
    const auto pairs = collective::graphPairs(spec.strategy, collective::PeerList(endpoints), spec.root);
    const collective::ChunkRule rule{spec.strategy, spec.hash, pairs.size(), spec.segmentBytes};
    std::vector<Load> loads;
    for (const auto& chunk : collective::planChunks(collective::tensorsOfSizes(spec.tensors), rule))
        loads.push_back({static_cast<double>(chunk.elements() * sizeof(float)) + headerBytes, chunk.pair});
    const Wiring wiring(pairs);
    return FlowSimulation(network, wiring, spec.nodes, loads).run(begin);
}

} // namespace

class TestSimulatedAllReduce final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// Where only the processors limit, they are busy all the time: every message takes them its bytes and its cost.
    void processorsAreSharedByAll()
    {
        auto cluster = star(4, std::chrono::nanoseconds(0));
        for (cluster::Node& node : cluster.nodes)
            node.nics.front().bitsPerSecond = 0;
        TransportLaw law;
        law.processorBytesPerSecond = 1e8;
        const std::vector<std::size_t> tensors(40, 1000);
        for (const double cost : {0.0, 1e4})
            for (const Strategy strategy : {Strategy::Star, Strategy::BinaryTree}) {
                law.processorMessageBytes = cost;
                const double messages = 2.0 * 3 * static_cast<double>(tensors.size());
                QVERIFY(near(endOf(specOf(strategy, cluster, tensors), Network(cluster, law)),
                             messages * (4000 + headerBytes + cost) / law.processorBytesPerSecond));
            }
    }

    /// H steps of c and one all-reduce of T: H c + T, or the longer of T and the steps that overlap it.
    void roundsOfLocalSteps_data()
    {
        QTest::addColumn<int>("fragments");
        QTest::addColumn<int>("overlap");
        QTest::addColumn<double>("compute");
        for (const double compute : {1e-3, 20e-3})
            for (const int fragments : {1, 2})
                for (const int overlap : {0, 1, 3})
                    if (overlap < 8 / fragments)
                        QTest::addRow("%g s, %d fragments, %d overlap", compute, fragments, overlap)
                            << fragments << overlap << compute;
    }
    void roundsOfLocalSteps()
    {
        QFETCH(int, fragments);
        QFETCH(int, overlap);
        QFETCH(double, compute);
        const auto cluster = star(4, std::chrono::milliseconds(2));
        const Network network(cluster, {});
        auto spec = specOf(Strategy::Pairwise, cluster, {400'000 / static_cast<std::size_t>(fragments)});
        spec.segmentBytes = 1 << 30;
        spec.elementBytes = 2;
        AllReduce operation(spec, network);
        const double shard = 200'000.0 / fragments + headerBytes;
        const double averaging = 2 * (3 * shard / bytesPerSecond + 2e-3);
        QVERIFY(near(endOf(spec, network), averaging));
        std::vector<AllReduce*> operations(static_cast<std::size_t>(fragments), &operation);
        constexpr int localSteps = 8, rounds = 3;
        Training training({localSteps, fragments, overlap}, operations, 4, [&](int, std::int64_t) { return compute; });
        training.beginPhase(rounds * localSteps);
        double end = 0;
        for (int step = 0; step < rounds * localSteps; ++step)
            end = training.next().end[0];
        // The averaging that the last step begins is overlapped by none.
        const double hidden = overlap * compute;
        const double wait = std::max(0.0, averaging - hidden);
        QVERIFY(near(end, rounds * localSteps * compute + (rounds * fragments - 1) * wait + averaging));
    }

    void aRingTakesItsClosedForm()
    {
        for (const std::size_t n : {2u, 3u, 8u, 17u}) {
            const auto cluster = star(n, std::chrono::microseconds(10));
            const Network network(cluster, {});
            auto spec = specOf(Strategy::RingAllReduce, cluster, {n * 10000});
            spec.segmentBytes = 1 << 30;
            const double hop = (40000 + headerBytes) / bytesPerSecond + 10e-6;
            AllReduce operation(spec, network);
            QVERIFY(operation.sharesNothing());
            QVERIFY(near(endOf(spec, network), 2 * static_cast<double>(n - 1) * hop));
            QVERIFY(near(eventByEvent(spec, network, std::vector<double>(n, 0)).end(),
                         2 * static_cast<double>(n - 1) * hop));
        }
    }

    /// The root receives from all at once, then sends to all at once.
    void aStarIsLimitedByItsRoot()
    {
        const auto cluster = star(5, std::chrono::milliseconds(1));
        const Network network(cluster, {});
        const double bytes = 4 * 100'000 + headerBytes;
        QVERIFY(
            near(endOf(specOf(Strategy::Star, cluster, {100'000}), network), 2 * (4 * bytes / bytesPerSecond + 1e-3)));
    }

    /// Every rank sends a shard to each other one, and gets one from each, twice.
    void pairwiseMovesTwoTimesTheRest()
    {
        const auto cluster = star(8, std::chrono::milliseconds(2));
        const Network network(cluster, {});
        auto spec = specOf(Strategy::Pairwise, cluster, {80'000});
        spec.segmentBytes = 1 << 30;
        const double shard = 40'000 + headerBytes;
        QVERIFY(near(endOf(spec, network), 2 * (7 * shard / bytesPerSecond + 2e-3)));
    }

    /// Delays and chunks of a pipeline: with many small chunks the tree of two levels approaches its two busiest NICs.
    void chunksAreInFlightTogether()
    {
        const auto cluster = star(3, std::chrono::milliseconds(0));
        const Network network(cluster, {});
        const std::size_t tensors = 200;
        const auto spec = specOf(Strategy::BinaryTree, cluster, std::vector<std::size_t>(tensors, 25'000));
        const double chunk = (100'000 + headerBytes) / bytesPerSecond;
        // The root receives two streams at half of the rate, and sends each chunk on as soon as it is there; of the
        // last chunk both copies follow.
        QVERIFY(near(endOf(spec, network), 2 * chunk * tensors + 2 * chunk, 1e-6));
    }

    void theBottleneckIsShared()
    {
        auto cluster = star(4, std::chrono::nanoseconds(0));
        cluster.bottleneck = cluster::Bottleneck{"*", "*", true, 8 * bytesPerSecond, 0};
        const Network network(cluster, {});
        auto spec = specOf(Strategy::RingAllReduce, cluster, {40'000});
        spec.segmentBytes = 1 << 30;
        AllReduce operation(spec, network);
        QVERIFY(!operation.sharesNothing());
        const double shard = 40'000 + headerBytes;
        QVERIFY(near(endOf(spec, network), 6 * 4 * shard / bytesPerSecond));
    }

    /// A ring over different rates, delays, beginnings and sizes: the recurrence is the simulation.
    void theRecurrenceIsTheSimulation()
    {
        Random random(11);
        for (int trial = 0; trial < 60; ++trial) {
            const std::size_t n = 2 + random.below(9);
            auto cluster = star(n, std::chrono::microseconds(random.below(3000)));
            for (auto& node : cluster.nodes)
                node.nics.front().bitsPerSecond *= 0.2 + random.uniform();
            cluster::Link odd{"n0", "*", false, {}};
            odd.settings.bitsPerSecond = 8 * 30e6;
            odd.settings.delay = std::chrono::microseconds(500);
            cluster.links.push_back(odd);
            TransportLaw law = headersOnly(1500);
            law.messageSeconds = 20e-6;
            law.hopSeconds = 35e-6;
            law.acknowledgements = 0; // the recurrence counts them as if they always came
            law.burstSeconds = trial % 2 == 0 ? 0 : 1e-3;
            const Network network(cluster, law);
            std::vector<std::size_t> tensors;
            for (int i = 0; i < 20; ++i)
                tensors.push_back(1 + random.below(600'000));
            auto spec = specOf(trial % 2 == 0 ? Strategy::Ring : Strategy::RingAllReduce, cluster, tensors);
            spec.root = static_cast<int>(random.below(n));
            std::vector<double> begin;
            for (std::size_t rank = 0; rank < n; ++rank)
                begin.push_back(trial % 3 == 0 ? 0.0 : 0.3 * random.uniform());
            AllReduce operation(spec, network);
            QVERIFY(operation.sharesNothing());
            const Course quick = operation.run(begin);
            const Course slow = eventByEvent(spec, network, begin);
            QCOMPARE(quick.messages, slow.messages);
            for (std::size_t rank = 0; rank < n; ++rank)
                QVERIFY(near(quick.finish[rank], slow.finish[rank]));
        }
    }

    /// Acknowledgements take their part of the way back: of a ring, where every NIC sends and receives, but not of a
    /// star, where a NIC does one of them at a time.
    void acknowledgementsTakeTheirPart()
    {
        const auto cluster = star(4, std::chrono::nanoseconds(0));
        TransportLaw law;
        law.acknowledgements = 0.02;
        const Network with(cluster, law);
        const Network without(cluster, {});
        for (const auto& [strategy, factor] : {std::pair(Strategy::RingAllReduce, 1.02),
                                               std::pair(Strategy::Pairwise, 1.02), std::pair(Strategy::Star, 1.0)}) {
            auto spec = specOf(strategy, cluster, {400'000});
            spec.segmentBytes = 1 << 30;
            if (strategy == Strategy::Star)
                spec.tensors = {100'000};
            QVERIFY(near(endOf(spec, with), factor * endOf(spec, without), 1e-6));
        }
    }

    /// Cells whose losses were measured on an emulated cluster, and such without any.
    void overloadedQueuesAreNamed()
    {
        const auto loadOf = [](Strategy strategy, std::size_t nodes, double bitsPerSecond) {
            cluster::Cluster cluster = star(nodes, std::chrono::microseconds(500));
            for (cluster::Node& node : cluster.nodes)
                node.nics.front().bitsPerSecond = bitsPerSecond;
            return overloadedQueue(specOf(strategy, cluster, {109'527}), cluster); // mobilenetv2/32
        };
        const auto load = loadOf(Strategy::Star, 6, 1e8);
        QVERIFY(load);
        QCOMPARE(load->senders, 5);
        QCOMPARE(load->bytes, 5 * 4 * 109'527.0);
        QCOMPARE(load->queueBytes, 625e3); // 50 ms at the rate
        QVERIFY(
            load->text(star(6, std::chrono::microseconds(500))).starts_with("in an all-reduce 5 nodes send 2.09 MiB"));
        QVERIFY(loadOf(Strategy::Star, 12, 3e8) && loadOf(Strategy::Clique, 12, 1e8));
        QVERIFY(!loadOf(Strategy::Clique, 12, 1e9) && !loadOf(Strategy::RingAllReduce, 12, 1e8));
    }

    /// What is lost takes its time again: never quicker than with queues that hold everything, and other losses with
    /// another seed. After some steps windows fit.
    void queuesThatOverflow()
    {
        cluster::Cluster cluster = star(8, std::chrono::microseconds(500));
        for (cluster::Node& node : cluster.nodes)
            node.nics.front().bitsPerSecond = 1e8;
        TransportLaw law = headersOnly(1500);
        law.window = linuxWindows(1500);
        const auto stepsOf = [&](std::uint64_t queueBytes, std::uint64_t seed) {
            for (cluster::Node& node : cluster.nodes)
                node.nics.front().queueBytes = queueBytes;
            AllReduceSpec spec = specOf(Strategy::Star, cluster, {600'000});
            spec.seed = seed;
            const Network network(cluster, law);
            AllReduce operation(spec, network);
            if (operation.isRandom() != overflowsQueues(spec, cluster))
                return std::vector<double>{};
            std::vector<double> steps;
            for (int step = 0; step < 30; ++step)
                steps.push_back(operation.run(std::vector<double>(8, 0), 20e-3).end());
            return steps;
        };
        const auto wide = stepsOf(100'000'000, 1);
        const auto narrow = stepsOf(625'000, 1);
        QCOMPARE(wide.size(), std::size_t(30));
        QCOMPARE(narrow.size(), std::size_t(30));
        const auto sum = [](const std::vector<double>& steps) {
            return std::accumulate(steps.begin(), steps.end(), 0.0);
        };
        QVERIFY2(sum(narrow) > 1.005 * sum(wide) && sum(narrow) < 2 * sum(wide),
                 qPrintable(QString::asprintf("%g %g", sum(narrow), sum(wide))));
        QVERIFY(stepsOf(625'000, 1) == narrow);
        QVERIFY(stepsOf(625'000, 2) != narrow);
        AllReduceSpec many = specOf(Strategy::Star, star(17, std::chrono::microseconds(500)), {600'000});
        QVERIFY(overloadedQueue(many, star(17, std::chrono::microseconds(500))));
        QVERIFY(!overflowsQueues(many, star(17, std::chrono::microseconds(500))));
    }

    /// A short message leaves in one piece, which a queue passes on as a whole.
    void burstsDelayShortMessages()
    {
        const auto cluster = star(2, std::chrono::nanoseconds(0));
        TransportLaw law;
        law.burstSeconds = 1e-3;
        QCOMPARE(law.burst(131'073, 1 / bytesPerSecond), 0.0); // clocked by acknowledgements
        QCOMPARE(law.burst(131'072, 1 / bytesPerSecond), 1e-3);
        QVERIFY(near(law.burst(50'000, 1 / bytesPerSecond), 50'000 / bytesPerSecond)); // not longer than itself
        const Network with(cluster, law);
        const Network without(cluster, {});
        // Two stages of a ring of two, half of the gradients each.
        const auto spec = specOf(Strategy::RingAllReduce, cluster, {60'000});
        QVERIFY(near(endOf(spec, with), endOf(spec, without) + 2 * std::min(1e-3, 120'016 / bytesPerSecond)));
        auto large = specOf(Strategy::RingAllReduce, cluster, {200'000});
        large.segmentBytes = 1 << 30;
        QVERIFY(near(endOf(large, with), endOf(large, without)));
    }

    /// What the graphs move is what predictTraffic says, for all strategies.
    void allMessagesAreMoved()
    {
        for (const Strategy strategy : collective::allStrategies()) {
            if (strategy == Strategy::Auto)
                continue;
            for (const std::size_t n : {2u, 5u, 8u}) {
                const auto cluster = star(n, std::chrono::microseconds(50));
                const Network network(cluster, {});
                const auto spec = specOf(strategy, cluster, {1'000'000, 3, 70'000});
                std::vector<Endpoint> endpoints;
                for (std::size_t rank = 0; rank < n; ++rank)
                    endpoints.push_back({"10.0.0." + std::to_string(rank + 1), 10000});
                const auto traffic = collective::predictTraffic(collective::tensorsOfSizes(spec.tensors),
                                                                collective::PeerList(endpoints), strategy, spec.hash);
                std::uint64_t messages = 0;
                double busiest = 0;
                for (int from = 0; from < traffic.size(); ++from) {
                    busiest = std::max(busiest, static_cast<double>(traffic.sentBy(from)));
                    for (int to = 0; to < traffic.size(); ++to)
                        messages += traffic.messages(from, to);
                }
                AllReduce operation(spec, network);
                const Course course = operation.run(std::vector<double>(n, 0));
                QCOMPARE(course.messages, messages);
                QVERIFY(course.end() >= busiest / bytesPerSecond);
            }
        }
    }

    /// A late rank holds all others up.
    void aStragglerIsWaitedFor()
    {
        const auto cluster = star(4, std::chrono::nanoseconds(0));
        const Network network(cluster, {});
        auto spec = specOf(Strategy::Pairwise, cluster, {40'000});
        spec.segmentBytes = 1 << 30;
        AllReduce operation(spec, network);
        const double shard = (40'000 + headerBytes) / bytesPerSecond;
        const Course course = operation.run(std::vector<double>{0, 0, 2, 0});
        // The others have exchanged theirs long before; the late rank sends its three, and the results of all follow.
        for (const double finish : course.finish)
            QVERIFY(finish >= 2 + 3 * shard);
        QVERIFY(course.end() <= 2 + 6 * shard + 1e-9);
    }
};

QTEST_GUILESS_MAIN(TestSimulatedAllReduce)
#include "tst_simulated_all_reduce.moc"
