// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/random.h"
#include "core/collective/host_layout.h"
#include "core/operations/goal_text.h"
#include "core/operations/movement_operations.h"
#include "core/simulate/all_reduce.h"
#include "core/simulate/operations_simulation.h"

#include <QtTest/QtTest>
#include <cmath>

using namespace millrace;
using namespace millrace::simulate;
using collective::Strategy;
using operations::parseGoal;

namespace {

constexpr double bytesPerSecond = 125e6; // 1 Gbit/s
constexpr double headerBytes = 16;

cluster::Cluster clusterOf(std::size_t nodes, std::chrono::nanoseconds delay, double bottleneck = 0)
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
    if (bottleneck > 0) {
        cluster.bottleneck.emplace();
        cluster.bottleneck->bitsPerSecond = bottleneck;
    }
    return cluster;
}

std::vector<double> finishOf(std::string_view goal, const cluster::Cluster& cluster, std::vector<double> begin = {})
{
    const auto read = parseGoal(goal);
    if (!read)
        qFatal("%s", read.error().text().c_str());
    const Network network(cluster, {});
    begin.resize(read->ranks.size());
    OperationsSimulation simulation(*read, network, nodesOfRanks(cluster));
    return simulation.run(begin).finish;
}

bool near(double value, double expected, double tolerance = 1e-9)
{
    if (std::abs(value - expected) <= tolerance * expected)
        return true;
    qWarning("%.12g instead of %.12g", value, expected);
    return false;
}

} // namespace

class TestOperationsSimulation : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void messagesTakeBytesAndDelay()
    {
        const auto finish = finishOf("num_ranks 2\n"
                                     "rank 0 {\na: calc 1000000\nb: send 1250000b to 1\nb requires a\n}\n"
                                     "rank 1 {\na: recv 1250000b from 0\nb: calc 2000000\nb requires a\n}\n",
                                     clusterOf(2, std::chrono::milliseconds(5)));
        const double sent = 1e-3 + (1250000 + headerBytes) / bytesPerSecond;
        QVERIFY(near(finish[0], sent));
        QVERIFY(near(finish[1], sent + 5e-3 + 2e-3));
    }

    void aProcessorDoesOneThingAtATime()
    {
        const auto cluster = clusterOf(1, std::chrono::nanoseconds(0));
        QVERIFY(near(finishOf("num_ranks 1\nrank 0 {\ncalc 300\ncalc 500\ncalc 200 cpu 1\n}\n", cluster)[0], 800e-9));
        // b begins when a has begun, on another processor; c when b has ended.
        QVERIFY(near(finishOf("num_ranks 1\nrank 0 {\na: calc 900\nb: calc 500 cpu 1\nc: calc 600 cpu 1\n"
                              "b irequires a\nc requires b\n}\n",
                              cluster)[0],
                     1100e-9));
    }

    void receivesWaitForTheirRankAndTag()
    {
        // The message is there before rank 1 begins; tags are received out of their order.
        const auto finish =
            finishOf("num_ranks 2\n"
                     "rank 0 {\nsend 984b to 1 tag 1\nsend 1984b to 1 tag 2\n}\n"
                     "rank 1 {\na: recv 1984b from 0 tag 2\nb: recv 984b from 0 tag 1\nb requires a\n}\n",
                     clusterOf(2, std::chrono::milliseconds(1)), {0, 0.5});
        QVERIFY(near(finish[0], 3000 / bytesPerSecond));
        QCOMPARE(finish[1], 0.5);
    }

    /// The pattern of LogGOPSim's example dissemination_16: in round k a rank sends to the one 2^k further on, and goes
    /// on when it has received.
    void disseminationTakesARoundForEachPower()
    {
        constexpr int ranks = 16;
        std::string goal = "num_ranks 16\n";
        for (int rank = 0; rank < ranks; ++rank) {
            goal += "\nrank " + std::to_string(rank) + " {\n";
            for (int round = 0; round < 4; ++round) {
                const int distance = 1 << round;
                goal += QString::asprintf("l%d: send 1b to %d tag 0\n", 2 * round + 1, (rank + distance) % ranks)
                            .toStdString();
                if (round > 0)
                    goal += QString::asprintf("l%d requires l%d\n", 2 * round + 1, 2 * round).toStdString();
                goal +=
                    QString::asprintf("l%d: recv 1b from %d tag 0\n", 2 * round + 2, (rank + ranks - distance) % ranks)
                        .toStdString();
            }
            goal += "}\n";
        }
        const double round = (1 + headerBytes) / bytesPerSecond + 1e-3;
        for (const double finish : finishOf(goal, clusterOf(ranks, std::chrono::milliseconds(1))))
            QVERIFY(near(finish, 4 * round));
    }

    /// All-reduces as operations take as long as by the simulation of all-reduces, whatever is shared.
    void allReducesTakeAsLongAsByTheirGraphs()
    {
        const std::vector<std::size_t> tensors = {300'000, 17, 90'000};
        for (const double bottleneck : {0.0, 0.5e9})
            for (const Strategy strategy : collective::allStrategies()) {
                if (strategy == Strategy::Auto)
                    continue;
                const auto cluster = clusterOf(6, std::chrono::microseconds(300), bottleneck);
                const Network network(cluster, {});
                AllReduceSpec spec;
                spec.strategy = strategy;
                spec.tensors = tensors;
                spec.nodes = nodesOfRanks(cluster);
                // Ranks that begin one after another find several chunks at one instant, and the two pass another one
                // of them on first.
                for (const double spread : {0.0, 0.01}) {
                    Random random(7);
                    std::vector<double> begin;
                    for (std::size_t rank = 0; rank < spec.nodes.size(); ++rank)
                        begin.push_back(spread * random.uniform());
                    AllReduce allReduce(spec, network);
                    const Course byGraphs = allReduce.run(begin);

                    auto pairs = collective::graphPairs(strategy, collective::peersOnHosts(spec.nodes));
                    const collective::ChunkRule rule{strategy, collective::ChunkHash::Name, pairs.size()};
                    operations::Writer writer(spec.nodes.size());
                    writer.move(
                        collective::allReduceMovement(collective::tensorsOfSizes(tensors), rule, std::move(pairs)),
                        sizeof(float));
                    OperationsSimulation simulation(writer.operations(), network, spec.nodes);
                    for (int repetition = 0; repetition < 2; ++repetition) {
                        const Course made = simulation.run(begin);
                        QCOMPARE(made.messages > 0, true);
                        for (std::size_t rank = 0; rank < begin.size(); ++rank)
                            QVERIFY2(near(made.finish[rank], byGraphs.finish[rank], spread > 0 ? 0.05 : 1e-6),
                                     collective::strategyName(strategy).data());
                    }
                }
            }
    }

    void speed()
    {
        // A PAIRWISE all-reduce of 32 ranks, five times.
        std::vector<std::size_t> nodes(32);
        std::iota(nodes.begin(), nodes.end(), std::size_t(0));
        auto pairs = collective::graphPairs(Strategy::Pairwise, collective::peersOnHosts(nodes));
        const collective::ChunkRule rule{Strategy::Pairwise, collective::ChunkHash::Name, pairs.size()};
        operations::Writer writer(nodes.size());
        const std::vector<std::size_t> tensors = {1'000'000};
        const auto movement =
            collective::allReduceMovement(collective::tensorsOfSizes(tensors), rule, std::move(pairs));
        for (int step = 0; step < 5; ++step)
            writer.move(movement, sizeof(float));
        const Network network(clusterOf(32, std::chrono::microseconds(300)), {});
        OperationsSimulation simulation(writer.operations(), network, nodes);
        QElapsedTimer timer;
        timer.start();
        const Course made = simulation.run(std::vector<double>(32, 0));
        qInfo("%llu messages: %.3g µs each", static_cast<unsigned long long>(made.messages),
              1e-3 * static_cast<double>(timer.nsecsElapsed()) / static_cast<double>(made.messages));
    }
};

QTEST_APPLESS_MAIN(TestOperationsSimulation)
#include "tst_operations_simulation.moc"
