// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/simulate/all_reduce.h"

#include <QProcess>
#include <QtTest/QtTest>
#include <cmath>

using namespace millrace;
using namespace millrace::simulate;

namespace {

struct Case
{
    const char* strategy;
    int ranks = 0;
    std::size_t elements = 0;
    double rate = 0; ///< bytes per second
    double latency = 0; ///< s
    double trunk = 0;
    double uneven = 0;
};

double inSimGrid(const Case& each)
{
    QProcess process;
    const auto number = [](double value) { return QString::number(value, 'g', 17); };
    process.start(qEnvironmentVariable("MR_BIN") + "/../test-bin/simgrid_all_reduce",
                  {each.strategy, QString::number(each.ranks), QString::number(each.elements), number(each.rate),
                   number(each.latency), number(each.trunk), number(each.uneven)});
    process.waitForFinished(60'000);
    return process.readAllStandardOutput().trimmed().toDouble();
}

double inOurs(const Case& each)
{
    cluster::Cluster cluster;
    for (int rank = 0; rank < each.ranks; ++rank) {
        cluster::Node node;
        node.name = "n" + std::to_string(rank);
        node.zone = rank < each.ranks / 2 ? "low" : "high";
        node.nics.front().bitsPerSecond = 8 * each.rate * (1 - each.uneven * (rank % 4));
        cluster.nodes.push_back(node);
    }
    cluster::Link link;
    link.settings.delay = std::chrono::nanoseconds(std::llround(1e9 * each.latency));
    cluster.links.push_back(link);
    if (each.trunk > 0)
        cluster.bottleneck = cluster::Bottleneck{"low", "high", true, 8 * each.trunk, 0};
    const Network network(cluster, {});
    AllReduceSpec spec;
    spec.strategy = *collective::parseStrategy(each.strategy);
    spec.hash = collective::ChunkHash::Balanced;
    spec.segmentBytes = std::size_t(1) << 40;
    spec.tensors = {each.elements};
    spec.nodes = nodesOfRanks(cluster);
    AllReduce operation(spec, network);
    return operation.run(std::vector<double>(spec.nodes.size(), 0)).end();
}

bool agrees(const Case& each, double tolerance)
{
    const double theirs = inSimGrid(each);
    const double ours = inOurs(each);
    if (theirs > 0 && std::abs(ours - theirs) <= tolerance * theirs)
        return true;
    qWarning("%s, %d ranks, trunk %g, uneven %g: SimGrid %.9g s, ours %.9g s, %+.4f %%", each.strategy, each.ranks,
             each.trunk, each.uneven, theirs, ours, 100 * (ours / theirs - 1));
    return false;
}

} // namespace

/// The plain max-min model of SimGrid 3.32 (CM02 with factors of one) on the same graphs.
class TestSimGrid final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void ringsWithoutSharing()
    {
        for (const int ranks : {2, 4, 16, 64})
            for (const double latency : {0.0, 10e-6, 5e-3})
                QVERIFY(agrees({"RING_ALLREDUCE", ranks, 640'000, 1.25e9, latency, 0, 0}, 1e-6));
    }

    /// Here messages wait for each other, in SimGrid until the delay of the one before is over, too: so without delays.
    void unevenRings()
    {
        for (const int ranks : {4, 16, 32})
            for (const double uneven : {0.03, 0.1})
                QVERIFY(agrees({"RING_ALLREDUCE", ranks, 640'000, 1.25e9, 0, 0, uneven}, 1e-6));
    }

    void strategiesThatShareNics()
    {
        for (const char* strategy : {"STAR", "TREE", "BINARY_TREE", "BINARY_TREE_STAR", "RING"})
            for (const int ranks : {2, 5, 16})
                for (const double uneven : {0.0, 0.1})
                    QVERIFY(agrees({strategy, ranks, 250'000, 125e6, 100e-6, 0, uneven}, 1e-6));
    }

    /// Not HALVING_DOUBLING, where which of two messages that are ready at one instant goes first changes the time.
    void aSharedTrunk()
    {
        for (const char* strategy : {"RING_ALLREDUCE", "STAR", "BINARY_TREE", "PAIRWISE", "RING"})
            for (const int ranks : {4, 8, 16})
                for (const double trunk : {50e6, 200e6})
                    QVERIFY(agrees({strategy, ranks, 800'000, 125e6, 0, trunk, 0}, 1e-2));
    }
};

QTEST_GUILESS_MAIN(TestSimGrid)
#include "tst_simgrid.moc"
