// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ranks.h"

#include "core/base/text.h"
#include "core/collective/strategy.h"

#include <QtTest>
#include <algorithm>
#include <set>

using namespace millrace;
using namespace millrace::collective;

namespace {

/// Returns sorted edges, then the ranks with self-loops: "0>1 0>2 1>3" or "1>0 2>0 (0 1 2)".
std::string graphText(const Graph& graph)
{
    std::vector<std::string> parts;
    std::vector<std::string> loops;
    for (int from = 0; from < graph.size(); ++from) {
        auto successors = graph.successors(from);
        std::sort(successors.begin(), successors.end());
        for (const int to : successors)
            parts.push_back(std::to_string(from) + ">" + std::to_string(to));
        if (graph.hasSelfLoop(from))
            loops.push_back(std::to_string(from));
    }
    if (!loops.empty())
        parts.push_back("(" + join(loops, " ") + ")");
    return join(parts, " ");
}

/// "reduce | broadcast" of one pair.
QString pairText(Strategy strategy, const PeerList& peers, std::size_t index)
{
    const auto pairs = graphPairs(strategy, peers);
    return QString::fromStdString(graphText(pairs.at(index).reduce) + " | " + graphText(pairs.at(index).broadcast));
}

/// Ranks reached from `root` by following edges, each exactly once.
bool isSpanningTree(const Graph& graph, int root)
{
    std::set<int> reached{root};
    std::vector<int> open{root};
    while (!open.empty()) {
        const int rank = open.back();
        open.pop_back();
        for (const int next : graph.successors(rank)) {
            if (!reached.insert(next).second)
                return false;
            open.push_back(next);
        }
    }
    return static_cast<int>(reached.size()) == graph.size();
}

Graph reversed(const Graph& graph)
{
    Graph result(graph.size());
    for (int from = 0; from < graph.size(); ++from) {
        for (const int to : graph.successors(from))
            result.addEdge(to, from);
    }
    return result;
}

int rootOf(const Graph& graph)
{
    int root = 0;
    while (!graph.predecessors(root).empty())
        ++root;
    return root;
}

} // namespace

class TestStrategy : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void buildsTheWorkedExamples_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("ranks");
        QTest::addColumn<int>("hosts");
        QTest::addColumn<int>("index");
        QTest::addColumn<int>("pairs");
        QTest::addColumn<QString>("expected");
        const QString tree = "1>0 2>0 3>2 4>0 5>4 (0 1 2 3 4 5) | 0>1 0>2 0>4 2>3 4>5";
        QTest::newRow("TREE") << "TREE" << 6 << 3 << 0 << 1 << tree;
        QTest::newRow("BINARY_TREE_STAR") << "BINARY_TREE_STAR" << 6 << 3 << 0 << 1 << tree;
        QTest::newRow("AUTO over hosts") << "AUTO" << 6 << 3 << 0 << 1 << tree;
        QTest::newRow("AUTO on one host") << "AUTO" << 3 << 1 << 0 << 1 << "1>0 2>0 (0 1 2) | 0>1 0>2";
        QTest::newRow("BINARY_TREE") << "BINARY_TREE" << 6 << 3 << 0 << 1
                                     << "1>0 2>0 3>1 4>1 5>2 (0 1 2 3 4 5) | 0>1 0>2 1>3 1>4 2>5";
        QTest::newRow("MULTI_BINARY_TREE_STAR") << "MULTI_BINARY_TREE_STAR" << 6 << 3 << 1 << 3
                                                << "0>2 1>0 3>2 4>2 5>4 (0 1 2 3 4 5) | 0>1 2>0 2>3 2>4 4>5";
        QTest::newRow("MULTI_STAR") << "MULTI_STAR" << 6 << 3 << 2 << 3
                                    << "0>4 1>0 2>4 3>2 5>4 (0 1 2 3 4 5) | 0>1 2>3 4>0 4>2 4>5";
        QTest::newRow("RING 0") << "RING" << 4 << 4 << 0 << 4 << "1>2 2>3 3>0 (0 1 2 3) | 0>1 1>2 2>3";
        QTest::newRow("RING 2") << "RING" << 4 << 4 << 2 << 4 << "0>1 1>2 3>0 (0 1 2 3) | 0>1 2>3 3>0";
        QTest::newRow("STAR") << "STAR" << 4 << 2 << 0 << 1 << "1>0 2>0 3>0 (0 1 2 3) | 0>1 0>2 0>3";
        QTest::newRow("CLIQUE 2") << "CLIQUE" << 4 << 2 << 2 << 4 << "0>2 1>2 3>2 (0 1 2 3) | 2>0 2>1 2>3";
        QTest::newRow("PAIRWISE 1") << "PAIRWISE" << 3 << 3 << 1 << 3 << "0>1 2>1 (0 1 2) | 1>0 1>2";
        QTest::newRow("RING_ALLREDUCE 1") << "RING_ALLREDUCE" << 3 << 3 << 1 << 3 << "0>1 2>0 (0 1 2) | 1>2 2>0";
        QTest::newRow("HALVING_DOUBLING 4, shard 0")
            << "HALVING_DOUBLING" << 4 << 4 << 0 << 4 << "1>0 2>0 3>1 (0 1 2 3) | 0>1 0>2 1>3";
        QTest::newRow("HALVING_DOUBLING 4, shard 3")
            << "HALVING_DOUBLING" << 4 << 4 << 3 << 4 << "0>2 1>3 2>3 (0 1 2 3) | 2>0 3>1 3>2";
        QTest::newRow("HALVING_DOUBLING 6, shard 1")
            << "HALVING_DOUBLING" << 6 << 6 << 1 << 4 << "0>1 2>0 3>1 4>0 5>1 (0 1 2 3 4 5) | 0>2 0>4 1>0 1>3 1>5";
        QTest::newRow("alone") << "RING" << 1 << 1 << 0 << 1 << "(0) | ";
    }

    void buildsTheWorkedExamples()
    {
        QFETCH(QString, name);
        QFETCH(int, ranks);
        QFETCH(int, hosts);
        QFETCH(int, index);
        QFETCH(int, pairs);
        QFETCH(QString, expected);
        const Strategy strategy = *parseStrategy(name.toStdString());
        const PeerList peers = makePeers(ranks, hosts);
        QCOMPARE(static_cast<int>(graphPairs(strategy, peers).size()), pairs);
        QCOMPARE(pairText(strategy, peers, static_cast<std::size_t>(index)), expected);
    }

    void everyPairReducesToOneRootAndReachesAll()
    {
        for (const Strategy strategy : allStrategies()) {
            for (int ranks = 1; ranks <= 33; ++ranks) {
                for (const int hosts : {1, (ranks + 2) / 3, ranks}) {
                    for (const GraphPair& pair : graphPairs(strategy, makePeers(ranks, hosts))) {
                        const int root = rootOf(pair.broadcast);
                        QVERIFY(isSpanningTree(pair.broadcast, root));
                        QVERIFY(isSpanningTree(reversed(pair.reduce), root));
                        for (int rank = 0; rank < ranks; ++rank) {
                            QVERIFY(pair.reduce.hasSelfLoop(rank));
                            QVERIFY(!pair.broadcast.hasSelfLoop(rank));
                        }
                    }
                }
            }
        }
    }

    void mastersAreTheFirstOfTheirHostsInAnyOrder()
    {
        const auto peers = parsePeerList("10.0.0.2:1, 10.0.0.1:1,10.0.0.2:2,10.0.0.3:1,10.0.0.1:2");
        QVERIFY(peers);
        QVERIFY((peers->masters() == std::vector<int>{0, 1, 3}));
        QCOMPARE(peers->masterOf(4), 1);
        QCOMPARE(pairText(Strategy::BinaryTreeStar, *peers, 0),
                 QString("1>0 2>0 3>0 4>1 (0 1 2 3 4) | 0>1 0>2 0>3 1>4"));
    }

    void namesReadBack()
    {
        for (const Strategy strategy : allStrategies())
            QCOMPARE(*parseStrategy(strategyName(strategy)), strategy);
        QCOMPARE(static_cast<int>(Strategy::MultiBinaryTreeStar), 7);
        for (const ChunkHash hash : {ChunkHash::Name, ChunkHash::Simple, ChunkHash::Balanced})
            QCOMPARE(*parseChunkHash(chunkHashName(hash)), hash);
    }

    void refusesWhatItDoesNotKnow()
    {
        const auto typing = parseStrategy("PAIRWIZE");
        QCOMPARE(typing.error().code, ErrorCode::InvalidInput);
        QVERIFY(typing.error().what.find("did you mean PAIRWISE?") != std::string::npos);
        QVERIFY(parseStrategy("quantum entanglement").error().what.find("PAIRWISE") != std::string::npos);
        QCOMPARE(parseChunkHash("MD5").error().code, ErrorCode::InvalidInput);
    }

    void peerListsReadBackAndAreChecked()
    {
        const std::string text = "10.77.0.1:10000,10.77.0.1:10001,10.77.0.2:10000";
        QCOMPARE(peerListText(*parsePeerList(text)), text);
        QCOMPARE(parsePeerList(text)->describe(2), std::string("rank 2 (10.77.0.2:10000)"));
        for (const char* bad : {"", "10.0.0.1", "10.0.0.1:1,", "10.0.0.1:1,10.0.0.300:1", "10.0.0.1:70000"})
            QCOMPARE(parsePeerList(bad).error().code, ErrorCode::InvalidInput);
        const auto twice = parsePeerList("10.0.0.1:1,10.0.0.2:1,10.0.0.1:1");
        QVERIFY(twice.error().what.find("ranks 0 and 2") != std::string::npos);
    }
};

QTEST_APPLESS_MAIN(TestStrategy)
#include "tst_strategy.moc"
