// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/collective/movement.h"
#include "core/collective/traffic.h"
#include "tests/core/collective/ranks.h"

#include <QTest>

#include <array>
#include <mutex>
#include <numeric>

using namespace millrace;
using namespace millrace::collective;

namespace {

using Integers = std::vector<std::int64_t>;

/// Value of an element on a rank: all sums below stay exact.
std::int64_t valueOf(int rank, std::size_t index)
{
    return 1000 * (rank + 1) + static_cast<std::int64_t>(index % 997);
}

std::int64_t sumOver(int ranks, std::size_t index)
{
    std::int64_t sum = 0;
    for (int rank = 0; rank < ranks; ++rank)
        sum += valueOf(rank, index);
    return sum;
}

Integers ownValues(int rank, std::size_t elements)
{
    Integers values(elements);
    for (std::size_t index = 0; index < elements; ++index)
        values[index] = valueOf(rank, index);
    return values;
}

Values over(Integers& values)
{
    return {values.data(), values.size(), ElementType::Int64};
}

/// Parts of different sizes, an empty one among them.
std::vector<std::size_t> unequalParts(int ranks, std::size_t scale)
{
    std::vector<std::size_t> parts;
    for (int rank = 0; rank < ranks; ++rank)
        parts.push_back(rank == 1 ? 0 : scale + static_cast<std::size_t>(rank));
    return parts;
}

std::size_t beginOf(const std::vector<std::size_t>& parts, int rank)
{
    return std::accumulate(parts.begin(), parts.begin() + rank, std::size_t(0));
}

/// Runs on every rank and collects their complaints.
void onAllRanks(int ranks, const std::function<std::string(int, Session&)>& function)
{
    std::mutex mutex;
    std::string complaints;
    spawnRanks(makePeers(ranks, ranks), {.allLinks = true}, [&](int rank, Session& session) {
        const std::string complaint = function(rank, session);
        const std::lock_guard lock(mutex);
        if (!complaint.empty())
            complaints += "rank " + std::to_string(rank) + ": " + complaint + "\n";
    });
    if (!complaints.empty())
        QFAIL(complaints.c_str());
}

std::string outcome(const Result<void>& result, const Integers& found, const Integers& expected)
{
    if (!result)
        return result.error().what;
    for (std::size_t index = 0; index < expected.size(); ++index)
        if (found[index] != expected[index])
            return "element " + std::to_string(index) + " is " + std::to_string(found[index]) + ", expected "
                + std::to_string(expected[index]);
    return {};
}

void addSizes()
{
    QTest::addColumn<int>("ranks");
    QTest::addColumn<int>("elements");
    for (const int ranks : {1, 2, 3, 4, 5, 8, 9})
        for (const int elements : {1, 7, 1000, 100'000}) // trees, then chains of several pieces
            QTest::addRow("%d ranks, %d", ranks, elements) << ranks << elements;
}

} // namespace

class TestOperations : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void broadcastReachesAll_data() { addSizes(); }
    void broadcastReachesAll()
    {
        QFETCH(int, ranks);
        QFETCH(int, elements);
        const int root = ranks / 2;
        onAllRanks(ranks, [&](int rank, Session& session) {
            Integers values = ownValues(rank, static_cast<std::size_t>(elements));
            const auto result = session.broadcast(over(values), root);
            return outcome(result, values, ownValues(root, values.size()));
        });
    }

    void reduceSumsAtTheRoot_data() { addSizes(); }
    void reduceSumsAtTheRoot()
    {
        QFETCH(int, ranks);
        QFETCH(int, elements);
        const int root = ranks - 1;
        onAllRanks(ranks, [&](int rank, Session& session) {
            Integers values = ownValues(rank, static_cast<std::size_t>(elements));
            const auto result = session.reduce(over(values), root);
            Integers expected;
            for (std::size_t index = 0; rank == root && index < values.size(); ++index)
                expected.push_back(sumOver(ranks, index));
            return outcome(result, values, expected);
        });
    }

    void allGatherCollectsEveryPart_data() { addSizes(); }
    void allGatherCollectsEveryPart()
    {
        QFETCH(int, ranks);
        QFETCH(int, elements);
        const auto parts = unequalParts(ranks, static_cast<std::size_t>(elements));
        const std::size_t total = beginOf(parts, ranks);
        onAllRanks(ranks, [&](int rank, Session& session) {
            Integers expected(total);
            Integers values(total, -1);
            for (int owner = 0; owner < ranks; ++owner) {
                const std::size_t begin = beginOf(parts, owner);
                for (std::size_t index = begin; index < begin + parts[static_cast<std::size_t>(owner)]; ++index) {
                    expected[index] = valueOf(owner, index);
                    if (owner == rank)
                        values[index] = expected[index];
                }
            }
            return outcome(session.allGather(over(values), parts), values, expected);
        });
    }

    void reduceScatterSumsEveryPart_data() { addSizes(); }
    void reduceScatterSumsEveryPart()
    {
        QFETCH(int, ranks);
        QFETCH(int, elements);
        const auto parts = unequalParts(ranks, static_cast<std::size_t>(elements));
        onAllRanks(ranks, [&](int rank, Session& session) {
            Integers values = ownValues(rank, beginOf(parts, ranks));
            const auto result = session.reduceScatter(over(values), parts);
            const std::size_t begin = beginOf(parts, rank);
            Integers found, expected;
            for (std::size_t index = begin; index < begin + parts[static_cast<std::size_t>(rank)]; ++index) {
                found.push_back(values[index]);
                expected.push_back(sumOver(ranks, index));
            }
            return outcome(result, found, expected);
        });
    }

    void gatherAndScatterAreInverse_data() { addSizes(); }
    void gatherAndScatterAreInverse()
    {
        QFETCH(int, ranks);
        QFETCH(int, elements);
        const int root = ranks > 1 ? 1 : 0;
        const auto parts = unequalParts(ranks, static_cast<std::size_t>(elements));
        const std::size_t total = beginOf(parts, ranks);
        onAllRanks(ranks, [&](int rank, Session& session) {
            const std::size_t begin = beginOf(parts, rank);
            const std::size_t own = parts[static_cast<std::size_t>(rank)];
            Integers values(total, -1);
            for (std::size_t index = begin; index < begin + own; ++index)
                values[index] = valueOf(rank, index);
            auto result = session.gather(over(values), parts, root);
            if (rank == root) {
                for (int owner = 0; owner < ranks; ++owner)
                    for (std::size_t index = beginOf(parts, owner); index < beginOf(parts, owner + 1); ++index)
                        if (values[index] != valueOf(owner, index))
                            return std::string("the root has a wrong part");
            } else {
                values.assign(total, -1);
            }
            if (result)
                result = session.scatter(over(values), parts, root);
            Integers expected = values;
            for (std::size_t index = begin; index < begin + own; ++index)
                expected[index] = valueOf(rank, index);
            return outcome(result, values, expected);
        });
    }

    void allToAllSendsEachItsPart_data() { addSizes(); }
    void allToAllSendsEachItsPart()
    {
        QFETCH(int, ranks);
        QFETCH(int, elements);
        // Rank i sends elements + i * j to rank j, nothing to the rank before.
        const auto amount = [&](int from, int to) {
            return (from + ranks - 1) % ranks == to ? std::size_t(0) : static_cast<std::size_t>(elements + from * to);
        };
        onAllRanks(ranks, [&](int rank, Session& session) {
            std::vector<std::size_t> sent, received;
            Integers values, expected;
            for (int peer = 0; peer < ranks; ++peer) {
                sent.push_back(amount(rank, peer));
                received.push_back(amount(peer, rank));
                for (std::size_t index = 0; index < sent.back(); ++index)
                    values.push_back(valueOf(rank, index) * 100 + peer);
            }
            expected = values;
            for (int peer = 0; peer < ranks; ++peer)
                for (std::size_t index = 0; index < received[static_cast<std::size_t>(peer)]; ++index) {
                    values.push_back(-1);
                    expected.push_back(peer == rank ? -1 : valueOf(peer, index) * 100 + rank);
                }
            return outcome(session.allToAll(over(values), sent, received), values, expected);
        });
    }

    void operationsFollowEachOther()
    {
        onAllRanks(4, [&](int rank, Session& session) {
            for (int round = 0; round < 200; ++round) {
                Integers values = ownValues(rank, 100);
                const std::vector<std::size_t> parts(4, 25);
                if (auto result = session.reduceScatter(over(values), parts); !result)
                    return result.error().what;
                if (auto result = session.allGather(over(values), parts); !result)
                    return result.error().what;
                Integers expected;
                for (std::size_t index = 0; index < values.size(); ++index)
                    expected.push_back(sumOver(4, index));
                if (const std::string complaint = outcome({}, values, expected); !complaint.empty())
                    return complaint;
                if (auto result = session.broadcast(over(values), round % 4); !result)
                    return result.error().what;
            }
            return std::string();
        });
    }

    void allTypesAreReduced_data()
    {
        QTest::addColumn<int>("type");
        for (std::size_t type = 0; type < elementTypes; ++type)
            QTest::addRow("%s", std::string(elementTypeName(static_cast<ElementType>(type))).c_str())
                << static_cast<int>(type);
    }
    /// Over a strategy that cuts at every size, so that values are split over reads.
    void allTypesAreReduced()
    {
        QFETCH(int, type);
        const auto element = static_cast<ElementType>(type);
        const std::size_t bytes = elementBytes(element);
        onAllRanks(3, [&](int rank, Session& session) {
            // All bytes zero but the lowest: small positive numbers; for float types the smallest subnormal ones,
            // whose sums are exact.
            std::vector<char> values(bytes * 10'007, 0);
            for (std::size_t index = 0; index < values.size(); index += bytes)
                values[index] = static_cast<char>(element == ElementType::Bool ? rank == 1 : 1 + rank);
            auto result = session.allReduce(tensorsOfSizes(std::array<std::size_t, 2>{7, 10'000}),
                                            Values(values.data(), 10'007, element));
            if (!result)
                return result.error().what;
            for (std::size_t index = 0; index < values.size(); ++index) {
                const char expected = index % bytes != 0 ? 0 : element == ElementType::Bool ? 1 : 6;
                if (values[index] != expected)
                    return "byte " + std::to_string(index) + " is " + std::to_string(values[index]);
            }
            return std::string();
        });
    }

    void aSessionWithoutAllLinksRefuses()
    {
        spawnRanks(makePeers(2, 2), {}, [&](int, Session& session) {
            Integers values(4);
            QCOMPARE(session.broadcast(over(values), 0).error().code, ErrorCode::InvalidInput);
        });
    }

    void differentCallsAreNoticed()
    {
        std::array<std::string, 2> errors;
        spawnRanks(makePeers(2, 2), {.allLinks = true}, [&](int rank, Session& session) {
            Integers values(4);
            const std::vector<std::size_t> parts(2, 2);
            const auto result =
                rank == 0 ? session.allGather(over(values), parts) : session.reduceScatter(over(values), parts);
            errors[static_cast<std::size_t>(rank)] = result ? "" : result.error().what;
        });
        QVERIFY2(errors[0].find("makes another call") != std::string::npos
                     || errors[1].find("makes another call") != std::string::npos,
                 (errors[0] + " / " + errors[1]).c_str());
    }

    /// The least that any algorithm needs: (n-1)/n of the whole in and out for gathers and reductions to all.
    void trafficOfChainsIsOptimal()
    {
        const std::vector<std::size_t> parts(4, 100'000);
        for (const Movement& movement : {allGatherMovement(parts, 4), reduceScatterMovement(parts, 4)}) {
            const TrafficMatrix traffic = predictTraffic(movement.chunks, movement.pairs, 4);
            for (int rank = 0; rank < 4; ++rank) {
                QCOMPARE(traffic.sentBy(rank), std::uint64_t(3 * 400'000));
                QCOMPARE(traffic.receivedBy(rank), std::uint64_t(3 * 400'000));
            }
        }
        const Movement broadcast = broadcastMovement(100'000, 4, 2, 4);
        const TrafficMatrix traffic = predictTraffic(broadcast.chunks, broadcast.pairs, 4);
        QCOMPARE(traffic.sentBy(2), std::uint64_t(400'000));
        QCOMPARE(traffic.sentBy(1), std::uint64_t(0)); // the end of the chain
    }

    void holdersShareWithTheOthers_data()
    {
        QTest::addColumn<int>("ranks");
        QTest::addColumn<QList<int>>("holders");
        QTest::addRow("one newcomer") << 4 << QList<int>{0, 1, 2};
        QTest::addRow("one holder") << 5 << QList<int>{3};
        QTest::addRow("as many of each") << 6 << QList<int>{0, 2, 4};
        QTest::addRow("nobody needs it") << 3 << QList<int>{0, 1, 2};
        QTest::addRow("alone") << 1 << QList<int>{0};
    }
    void holdersShareWithTheOthers()
    {
        QFETCH(int, ranks);
        QFETCH(QList<int>, holders);
        const std::vector<int> from(holders.begin(), holders.end());
        constexpr std::size_t elements = 300'007;
        onAllRanks(ranks, [&](int rank, Session& session) {
            Integers values = holders.contains(rank) ? ownValues(0, elements) : Integers(elements, -1);
            const auto result = session.share(over(values), from);
            return outcome(result, values, ownValues(0, elements));
        });
        // No rank sends or receives the values more than once.
        const Movement movement = shareMovement(elements, ranks, from, sizeof(std::int64_t));
        const TrafficMatrix traffic = predictTraffic(movement.chunks, movement.pairs, sizeof(std::int64_t));
        const std::uint64_t whole = elements * sizeof(std::int64_t);
        const std::uint64_t part = (elements / from.size() + 1) * sizeof(std::int64_t);
        for (int rank = 0; rank < ranks; ++rank) {
            const bool holds = holders.contains(rank);
            QCOMPARE(traffic.receivedBy(rank), holds ? std::uint64_t(0) : whole);
            QVERIFY(traffic.sentBy(rank) <= (holds ? part : whole));
        }
    }

    void nobodyHoldsTheValues()
    {
        spawnRanks(makePeers(1, 1), {.allLinks = true}, [](int, Session& session) {
            Integers values(3);
            QCOMPARE(session.share(over(values), {}).error().code, ErrorCode::InvalidInput);
        });
    }

    /// The bytes move as the new graphs say, with the right sums, and nothing is sent for the change itself.
    void theStrategyChangesBetweenTwoSteps()
    {
        const PeerList peers = makePeers(5, 5);
        const TensorList tensors = tensorsOfSizes(std::array<std::size_t, 2>{70'001, 13});
        spawnRanks(peers, {.strategy = Strategy::Star, .allLinks = true}, [&](int rank, Session& session) {
            std::vector<float> values(70'014);
            SessionStatistics::Peer before;
            for (const auto& [strategy, root] : {std::pair(Strategy::Star, 0), std::pair(Strategy::Star, 1),
                                                 std::pair(Strategy::RingAllReduce, 0), std::pair(Strategy::Tree, 3)}) {
                if (strategy != Strategy::Star || root != 0)
                    QVERIFY(session.useStrategy(strategy, root));
                QCOMPARE(session.strategy(), strategy);
                std::ranges::fill(values, static_cast<float>(rank + 1));
                QVERIFY(session.allReduce(tensors, values));
                QCOMPARE(std::ranges::count(values, 15.0f), std::ptrdiff_t(values.size()));
                const auto pairs = graphPairs(strategy, peers, root);
                const auto chunks = planChunks(tensors, {strategy, ChunkHash::Name, pairs.size(), 0, 4});
                const TrafficMatrix traffic = predictTraffic(chunks, pairs);
                const auto after = session.statistics().total();
                QCOMPARE(after.sentBytes - before.sentBytes, traffic.sentBy(rank));
                QCOMPARE(after.receivedBytes - before.receivedBytes, traffic.receivedBy(rank));
                before = after;
            }
        });
    }

    void aStrategyOfOneRankAloneIsFound()
    {
        std::array<std::string, 2> errors;
        spawnRanks(makePeers(2, 2), {.strategy = Strategy::Star, .allLinks = true}, [&](int rank, Session& session) {
            std::vector<float> values(10);
            if (rank == 1)
                QVERIFY(session.useStrategy(Strategy::Star, 1));
            const auto result = session.allReduce(tensorsOfSizes(std::array<std::size_t, 1>{10}), values);
            errors[static_cast<std::size_t>(rank)] = result ? "" : result.error().what;
        });
        QVERIFY2(!errors[0].empty() || !errors[1].empty(), "both finished");
    }

    void aRankThatSleepsIsWoken()
    {
        spawnRanks(makePeers(2, 2), {.deadline = std::chrono::milliseconds(300), .patience = std::chrono::seconds(20)},
                   [&](int rank, Session& session) {
                       if (rank == 1) { // answers for longer than the deadline while the other waits
                           std::jthread alarm([&] {
                               std::this_thread::sleep_for(std::chrono::milliseconds(900));
                               session.wakeUp();
                           });
                           QVERIFY(session.sleepUntilWoken());
                       }
                       std::vector<float> values(10, 1.0f);
                       QVERIFY(session.allReduce(tensorsOfSizes(std::array<std::size_t, 1>{10}), values));
                       QCOMPARE(values.front(), 2.0f);
                   });
    }
};

QTEST_APPLESS_MAIN(TestOperations)
#include "tst_operations.moc"
