// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ranks.h"

#include "core/base/random.h"
#include "core/collective/reduce_kernel.h"
#include "core/collective/traffic.h"

#include <QtTest>
#include <algorithm>
#include <array>
#include <cmath>

using namespace millrace;
using namespace millrace::collective;

namespace {

/// Small whole numbers: every order of adding them gives the same float.
std::vector<float> contribution(int rank, std::size_t elements)
{
    std::vector<float> values(elements);
    for (std::size_t i = 0; i < elements; ++i)
        values[i] = static_cast<float>((i * 7 + static_cast<std::size_t>(rank) * 13) % 101);
    return values;
}

std::vector<float> plainSum(int ranks, std::size_t elements)
{
    std::vector<float> sum(elements, 0.0f);
    for (int rank = 0; rank < ranks; ++rank) {
        const auto values = contribution(rank, elements);
        for (std::size_t i = 0; i < elements; ++i)
            sum[i] += values[i];
    }
    return sum;
}

struct Outcome
{
    std::vector<std::vector<float>> arenas;
    std::vector<std::string> errors;
    std::vector<SessionStatistics> statistics;
};

Outcome reduceEverywhere(const PeerList& peers, const SessionOptions& options, const TensorList& tensors,
                         std::size_t elements, int times = 1)
{
    const auto count = static_cast<std::size_t>(peers.size());
    Outcome outcome{std::vector<std::vector<float>>(count), std::vector<std::string>(count),
                    std::vector<SessionStatistics>(count)};
    spawnRanks(peers, options, [&](int rank, Session& session) {
        const auto index = static_cast<std::size_t>(rank);
        for (int time = 0; time < times; ++time) {
            outcome.arenas[index] = contribution(rank, elements);
            const auto result = session.allReduce(tensors, outcome.arenas[index]);
            if (!result)
                outcome.errors[index] = result.error().text();
        }
        outcome.statistics[index] = session.statistics();
    });
    return outcome;
}

#ifdef MR_SANITIZED
constexpr int manyRanks = 6;
const std::vector<int> rankCounts{1, 2, 3, 4, 5, 8};
#else
constexpr int manyRanks = 20;
const std::vector<int> rankCounts{1, 2, 3, 4, 5, 6, 7, 8, 9, 16};
#endif

} // namespace

class TestAllReduce : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void sumsLikeAPlainLoop_data()
    {
        QTest::addColumn<int>("strategy");
        QTest::addColumn<int>("ranks");
        for (const Strategy strategy : allStrategies()) {
            for (const int ranks : rankCounts)
                QTest::addRow("%s n=%d", std::string(strategyName(strategy)).c_str(), ranks)
                    << static_cast<int>(strategy) << ranks;
        }
    }

    void sumsLikeAPlainLoop()
    {
        QFETCH(int, strategy);
        QFETCH(int, ranks);
        const PeerList peers = makePeers(ranks, (ranks + 1) / 2);
        const SessionOptions options{.strategy = static_cast<Strategy>(strategy)};
        for (const std::size_t elements : {0ul, 1ul, 3ul, 1000ul, 300001ul}) {
            const TensorList tensors = tensorsOfSizes(std::array{elements});
            const Outcome outcome = reduceEverywhere(peers, options, tensors, elements);
            const auto expected = plainSum(ranks, elements);
            for (std::size_t rank = 0; rank < outcome.arenas.size(); ++rank) {
                QCOMPARE(outcome.errors[rank], std::string());
                QVERIFY(outcome.arenas[rank] == expected);
            }
        }
    }

    void severalStreamsCarryTheSame_data() { addStrategies(); }

    void severalStreamsCarryTheSame()
    {
        QFETCH(int, strategy);
        const PeerList peers = makePeers(4, 4);
        for (const int streams : {2, 5, 32}) {
            const SessionOptions options{.strategy = static_cast<Strategy>(strategy), .streams = streams};
            for (const std::size_t elements : {0ul, 3ul, 1'000'001ul}) {
                const TensorList tensors = tensorsOfSizes(std::array{elements});
                const Outcome outcome = reduceEverywhere(peers, options, tensors, elements, 2);
                const auto expected = plainSum(4, elements);
                const auto traffic =
                    predictTraffic(tensors, peers, options.strategy, options.hash, sizeof(float), streams);
                for (int rank = 0; rank < 4; ++rank) {
                    const auto place = static_cast<std::size_t>(rank);
                    QCOMPARE(outcome.errors[place], std::string());
                    QVERIFY(outcome.arenas[place] == expected);
                    QCOMPARE(outcome.statistics[place].total().sentBytes, 2 * traffic.sentBy(rank));
                }
            }
        }
    }

    void partsByRank()
    {
        const PeerList peers = makePeers(4, 4);
        for (const ShardParts& parts : {ShardParts{4, 2, 1, 0}, ShardParts{0, 0, 0, 1}, ShardParts{1, 1, 1, 1.5}}) {
            const SessionOptions options{.strategy = Strategy::Pairwise, .streams = 2, .parts = parts};
            for (const std::size_t elements : {0ul, 3ul, 1'000'001ul}) {
                const TensorList tensors = tensorsOfSizes(std::array{elements});
                const Outcome outcome = reduceEverywhere(peers, options, tensors, elements, 2);
                const auto expected = plainSum(4, elements);
                const auto traffic =
                    predictTraffic(tensors, peers, options.strategy, options.hash, sizeof(float), 2, parts);
                for (int rank = 0; rank < 4; ++rank) {
                    const auto place = static_cast<std::size_t>(rank);
                    QCOMPARE(outcome.errors[place], std::string());
                    QVERIFY(outcome.arenas[place] == expected);
                    QCOMPARE(outcome.statistics[place].total().sentBytes, 2 * traffic.sentBy(rank));
                }
            }
        }
        const auto refused = [&peers](const SessionOptions& options) {
            const auto session = Session::connect(peers, 0, options);
            return session ? std::string() : session.error().text();
        };
        QVERIFY(refused({.strategy = Strategy::Star, .parts = {1, 1, 1, 1}}).find("PAIRWISE") != std::string::npos);
        QVERIFY(refused({.strategy = Strategy::Pairwise, .parts = {1, 1}}).find("2 parts") != std::string::npos);
    }

    /// Segments are for all streams alike.
    void segmentsAreAMultipleOfTheStreams()
    {
        for (const int streams : {1, 3, 16, 128}) {
            const ChunkRule rule{Strategy::Pairwise, ChunkHash::Name, 4, 0, sizeof(float), streams};
            std::vector<std::size_t> counts(4);
            for (const Chunk& chunk : planChunks(tensorsOfSizes(std::array{std::size_t(1'000'000)}), rule))
                ++counts[chunk.pair];
            for (const std::size_t count : counts) {
                QVERIFY(count > 0);
                QCOMPARE(count % static_cast<std::size_t>(streams), std::size_t(0));
            }
        }
    }

    void manyTensorsInOneOperation_data() { addStrategies(); }

    void manyTensorsInOneOperation()
    {
        QFETCH(int, strategy);
        const PeerList peers = makePeers(4, 2);
        const SessionOptions options{.strategy = static_cast<Strategy>(strategy), .hash = ChunkHash::Balanced};
        std::vector<std::size_t> sizes;
        for (std::size_t index = 0; index < 2000; ++index)
            sizes.push_back(index * 7919 % 97);
        const TensorList tensors = tensorsOfSizes(sizes);
        const std::size_t elements = tensors.back().begin + tensors.back().elements;
        const Outcome outcome = reduceEverywhere(peers, options, tensors, elements, 3);
        for (std::size_t rank = 0; rank < 4; ++rank) {
            QCOMPARE(outcome.errors[rank], std::string());
            QVERIFY(outcome.arenas[rank] == plainSum(4, elements));
        }
    }

    void leavesTheGapsBetweenTensorsAlone_data() { addStrategies(); }

    void leavesTheGapsBetweenTensorsAlone()
    {
        QFETCH(int, strategy);
        const SessionOptions options{.strategy = static_cast<Strategy>(strategy)};
        const TensorList tensors{{"late", 600, 300}, {"early", 7, 100}, {"none", 107, 0}, {"next", 107, 5}};
        const Outcome outcome = reduceEverywhere(makePeers(3, 3), options, tensors, 1000);
        const auto sum = plainSum(3, 1000);
        for (int rank = 0; rank < 3; ++rank) {
            auto expected = contribution(rank, 1000);
            for (const Tensor& tensor : tensors) {
                for (std::size_t i = tensor.begin; i < tensor.begin + tensor.elements; ++i)
                    expected[i] = sum[i];
            }
            QCOMPARE(outcome.errors[static_cast<std::size_t>(rank)], std::string());
            QVERIFY(outcome.arenas[static_cast<std::size_t>(rank)] == expected);
        }
    }

    void isBitwiseEqualEverywhereAndNearTheTrueSum_data() { addStrategies(); }

    void isBitwiseEqualEverywhereAndNearTheTrueSum()
    {
        QFETCH(int, strategy);
        constexpr int ranks = 6;
        constexpr std::size_t elements = 20011;
        std::vector<std::vector<float>> arenas(ranks);
        std::vector<double> exact(elements, 0.0);
        for (int rank = 0; rank < ranks; ++rank) {
            Random random(static_cast<std::uint64_t>(rank) + 1);
            for (std::size_t i = 0; i < elements; ++i) {
                arenas[static_cast<std::size_t>(rank)].push_back(static_cast<float>(random.uniform() - 0.5));
                exact[i] += static_cast<double>(arenas[static_cast<std::size_t>(rank)].back());
            }
        }
        std::array<std::uint64_t, ranks> checksums{};
        std::array<int, ranks> agreed{};
        const SessionOptions options{.strategy = static_cast<Strategy>(strategy)};
        spawnRanks(makePeers(ranks, 3), options, [&](int rank, Session& session) {
            const auto index = static_cast<std::size_t>(rank);
            if (!session.allReduce(tensorsOfSizes(std::array{elements}), arenas[index]))
                return;
            checksums[index] = checksum(arenas[index]);
            const auto agree = session.checksumsAgree(checksums[index]);
            agreed[index] = agree && *agree ? 1 : 0;
        });
        for (std::size_t rank = 0; rank < ranks; ++rank) {
            QCOMPARE(checksums[rank], checksums[0]);
            QCOMPARE(agreed[rank], 1);
        }
        for (std::size_t i = 0; i < elements; ++i)
            QVERIFY(std::abs(static_cast<double>(arenas[0][i]) - exact[i]) < 1e-6);
    }

    void knowsMoreThanSums()
    {
        std::array<std::vector<float>, 3> results;
        const std::array operators{Operator::Minimum, Operator::Maximum, Operator::Product};
        for (std::size_t which = 0; which < operators.size(); ++which) {
            spawnRanks(makePeers(5, 5), {.strategy = Strategy::Pairwise}, [&](int rank, Session& session) {
                std::vector<float> arena;
                for (int i = 0; i < 50; ++i)
                    arena.push_back(static_cast<float>((i + 3 * rank) % 5 - 2));
                if (session.allReduce(tensorsOfSizes(std::array<std::size_t, 1>{50}), arena, operators[which])
                    && rank == 4)
                    results[which] = arena;
            });
        }
        QVERIFY(results[0] == std::vector<float>(50, -2.0f));
        QVERIFY(results[1] == std::vector<float>(50, 2.0f));
        QCOMPARE(results[2].size(), std::size_t(50));
        for (const float value : results[2])
            QCOMPARE(value, 0.0f);
    }

    void productsAndSumsOfTheKernelAreExact()
    {
        std::vector<float> target(1003, 3.0f);
        const std::vector<float> source(1004, 5.0f);
        const auto reduce = [](Operator operation, float* into, const float* from, std::size_t count) {
            reduceFunction(operation, ElementType::Float32)(reinterpret_cast<char*>(into),
                                                            reinterpret_cast<const char*>(from), count);
        };
        reduce(Operator::Product, target.data(), source.data() + 1, target.size());
        QVERIFY(target == std::vector<float>(1003, 15.0f));
        reduce(Operator::Sum, target.data() + 1, source.data(), target.size() - 2);
        QCOMPARE(target.front(), 15.0f);
        QCOMPARE(target.back(), 15.0f);
        QVERIFY(std::all_of(target.begin() + 1, target.end() - 1, [](float value) { return value == 20.0f; }));
    }

    void worksOverTcpAndBetweenManyRanks_data()
    {
        QTest::addColumn<int>("strategy");
        QTest::addColumn<int>("ranks");
        for (const Strategy strategy :
             {Strategy::RingAllReduce, Strategy::Pairwise, Strategy::HalvingDoubling, Strategy::BinaryTree}) {
            QTest::addRow("%s n=2", std::string(strategyName(strategy)).c_str()) << static_cast<int>(strategy) << 2;
            QTest::addRow("%s, many", std::string(strategyName(strategy)).c_str())
                << static_cast<int>(strategy) << manyRanks;
        }
    }

    void worksOverTcpAndBetweenManyRanks()
    {
        QFETCH(int, strategy);
        QFETCH(int, ranks);
        const std::size_t elements = ranks > 2 ? 5000 : 1000003;
        const PeerList peers = loopbackPeers(ranks);
        SessionOptions options{.strategy = static_cast<Strategy>(strategy)};
        options.congestionControl = "reno";
        std::vector<std::string> errors(static_cast<std::size_t>(ranks));
        std::vector<std::string> controls(static_cast<std::size_t>(ranks));
        std::vector<std::vector<float>> arenas(static_cast<std::size_t>(ranks));
        std::vector<std::thread> threads;
        for (int rank = 0; rank < ranks; ++rank) {
            threads.emplace_back([&, rank] {
                const auto index = static_cast<std::size_t>(rank);
                arenas[index] = contribution(rank, elements);
                auto session = Session::connect(peers, rank, options);
                if (!session) {
                    errors[index] = session.error().text();
                    return;
                }
                controls[index] = (*session)->congestionControl();
                const auto result = (*session)->allReduce(tensorsOfSizes(std::array{elements}), arenas[index]);
                errors[index] = result ? std::string() : result.error().text();
                if (const auto end = (*session)->barrier(); !end)
                    errors[index] += end.error().text();
                (*session)->close();
            });
        }
        for (auto& thread : threads)
            thread.join();
        for (std::size_t rank = 0; rank < errors.size(); ++rank) {
            QCOMPARE(errors[rank], std::string());
            QCOMPARE(controls[rank], std::string("reno"));
            QVERIFY(arenas[rank] == plainSum(ranks, elements));
        }
    }

private:
    static void addStrategies()
    {
        QTest::addColumn<int>("strategy");
        for (const Strategy strategy : allStrategies())
            QTest::addRow("%s", std::string(strategyName(strategy)).c_str()) << static_cast<int>(strategy);
    }
};

QTEST_APPLESS_MAIN(TestAllReduce)
#include "tst_all_reduce.moc"
