// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ranks.h"

#include "core/collective/traffic.h"

#include <QtTest>
#include <array>
#include <cmath>

using namespace millrace;
using namespace millrace::collective;

namespace {

constexpr int rankCount = 8;
/// Divides evenly into chunks and shards for 8 ranks: 64 chunks of 1 MiB.
constexpr std::size_t elementCount = std::size_t(64) << 18;
constexpr std::uint64_t payload = elementCount * sizeof(float);

/// Egress of each rank as multiples of the payload, the same for ingress. One rank per host.
std::vector<double> multiples(Strategy strategy, ChunkHash hash = ChunkHash::Balanced)
{
    const TensorList tensors = tensorsOfSizes(std::array{elementCount});
    const TrafficMatrix traffic = predictTraffic(tensors, makePeers(rankCount, rankCount), strategy, hash);
    std::vector<double> result;
    for (int rank = 0; rank < rankCount; ++rank) {
        if (traffic.sentBy(rank) != traffic.receivedBy(rank))
            return {};
        result.push_back(static_cast<double>(traffic.sentBy(rank)) / static_cast<double>(payload));
    }
    return result;
}

} // namespace

class TestTraffic : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void closedFormsOfTheStudy()
    {
        QVERIFY((multiples(Strategy::Star) == std::vector<double>{7, 1, 1, 1, 1, 1, 1, 1}));
        QVERIFY((multiples(Strategy::Tree) == std::vector<double>{7, 1, 1, 1, 1, 1, 1, 1}));
        const std::vector<double> heap{2, 3, 3, 2, 1, 1, 1, 1};
        QVERIFY(multiples(Strategy::BinaryTree) == heap);
        QVERIFY(multiples(Strategy::BinaryTreeStar) == heap);
        const std::vector<double> even(rankCount, 2.0 * (rankCount - 1) / rankCount);
        for (const Strategy strategy :
             {Strategy::Ring, Strategy::Clique, Strategy::MultiStar, Strategy::MultiBinaryTreeStar,
              Strategy::RingAllReduce, Strategy::HalvingDoubling, Strategy::Pairwise})
            QVERIFY2(multiples(strategy) == even, std::string(strategyName(strategy)).c_str());
        QVERIFY(multiples(Strategy::Ring, ChunkHash::Simple) == even);
    }

    void foldedRanksCarryTheirPartners()
    {
        const TensorList tensors = tensorsOfSizes(std::array<std::size_t, 1>{4000});
        const auto traffic = predictTraffic(tensors, makePeers(6, 6), Strategy::HalvingDoubling, ChunkHash::Name);
        for (const int rank : {0, 1})
            QCOMPARE(traffic.sentBy(rank), std::uint64_t(16000 + 24000));
        for (const int rank : {2, 3})
            QCOMPARE(traffic.sentBy(rank), std::uint64_t(24000));
        for (const int rank : {4, 5})
            QCOMPARE(traffic.sentBy(rank), std::uint64_t(16000));
    }

    void everyStrategyMovesTwiceTheTree()
    {
        const TensorList tensors = tensorsOfSizes(std::array<std::size_t, 4>{0, 300001, 17, 900000});
        for (const Strategy strategy : allStrategies()) {
            for (int ranks = 1; ranks <= 17; ++ranks) {
                for (const ChunkHash hash : {ChunkHash::Name, ChunkHash::Simple, ChunkHash::Balanced}) {
                    const auto traffic = predictTraffic(tensors, makePeers(ranks, (ranks + 1) / 2), strategy, hash);
                    std::uint64_t sum = 0;
                    for (int rank = 0; rank < ranks; ++rank)
                        sum += traffic.sentBy(rank);
                    QCOMPARE(sum, std::uint64_t(ranks - 1) * 2 * 4 * (300001 + 17 + 900000));
                }
            }
        }
    }

    void theEngineMovesWhatIsPredicted_data()
    {
        QTest::addColumn<int>("strategy");
        QTest::addColumn<int>("ranks");
        for (const Strategy strategy : allStrategies()) {
            for (const int ranks : {1, 2, 3, 6, 8})
                QTest::addRow("%s n=%d", std::string(strategyName(strategy)).c_str(), ranks)
                    << static_cast<int>(strategy) << ranks;
        }
    }

    void theEngineMovesWhatIsPredicted()
    {
        QFETCH(int, strategy);
        QFETCH(int, ranks);
        const PeerList peers = makePeers(ranks, (ranks + 1) / 2);
        const SessionOptions options{.strategy = static_cast<Strategy>(strategy), .hash = ChunkHash::Simple};
        const TensorList tensors = tensorsOfSizes(std::array<std::size_t, 4>{1, 0, 300001, 7});
        std::vector<SessionStatistics> statistics(static_cast<std::size_t>(ranks));
        constexpr int times = 2;
        spawnRanks(peers, options, [&](int rank, Session& session) {
            std::vector<float> arena(300009, 1.0f);
            for (int time = 0; time < times; ++time) {
                if (!session.allReduce(tensors, arena))
                    return;
            }
            statistics[static_cast<std::size_t>(rank)] = session.statistics();
        });
        const auto traffic = predictTraffic(tensors, peers, options.strategy, options.hash);
        for (int rank = 0; rank < ranks; ++rank) {
            const auto& counted = statistics[static_cast<std::size_t>(rank)];
            QCOMPARE(counted.peers.size(), static_cast<std::size_t>(ranks));
            for (int peer = 0; peer < ranks; ++peer) {
                const auto& link = counted.peers[static_cast<std::size_t>(peer)];
                QCOMPARE(link.sentBytes, times * traffic.bytes(rank, peer));
                QCOMPARE(link.receivedBytes, times * traffic.bytes(peer, rank));
                QCOMPARE(link.sentMessages, times * traffic.messages(rank, peer));
                QCOMPARE(link.receivedMessages, times * traffic.messages(peer, rank));
            }
            QCOMPARE(counted.total().sentBytes, times * traffic.sentBy(rank));
        }
    }
};

QTEST_APPLESS_MAIN(TestTraffic)
#include "tst_traffic.moc"
