// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ranks.h"

#include "core/base/random.h"
#include "core/collective/traffic.h"

#include <QtTest>
#include <array>
#include <cmath>
#include <mutex>

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

std::vector<int> rankCounts()
{
    return {1, 2, 3, 4, 5, 6, 7, 8, 9, 16};
}

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
            for (const int ranks : rankCounts())
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
            if (elements > 1000 && ranks > 9)
                continue;
            const TensorList tensors = tensorsOfSizes(std::array{elements});
            const Outcome outcome = reduceEverywhere(peers, options, tensors, elements);
            const auto expected = plainSum(ranks, elements);
            for (std::size_t rank = 0; rank < outcome.arenas.size(); ++rank) {
                QCOMPARE(outcome.errors[rank], std::string());
                QVERIFY(outcome.arenas[rank] == expected);
            }
        }
    }
};

QTEST_APPLESS_MAIN(TestAllReduce)
#include "tst_all_reduce.moc"
