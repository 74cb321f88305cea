// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/core/collective/ranks.h"

#include <QTest>

#include <array>
#include <atomic>
#include <cmath>
#include <filesystem>
#include <mutex>
#include <set>

using namespace millrace;
using namespace millrace::collective;

namespace {

/// `perHost` ranks on each of some loopback addresses, joined over TCP, in threads.
void connectRanks(int hosts, int perHost, SessionOptions options, const RankFunction& function)
{
    std::vector<Endpoint> endpoints;
    std::vector<UniqueFd> listeners;
    for (int rank = 0; rank < hosts * perHost; ++rank) {
        listeners.push_back(*listenTcp({"127.0.0." + std::to_string(1 + rank / perHost), 0}));
        endpoints.push_back(*localEndpoint(listeners.back().get()));
    }
    const PeerList peers(std::move(endpoints));
    options.allLinks = true;
    options.sharedMemory = true;
    std::vector<std::jthread> threads;
    for (int rank = 0; rank < peers.size(); ++rank)
        threads.emplace_back([&, rank] {
            auto session =
                Session::connect(peers, rank, options, {}, std::move(listeners[static_cast<std::size_t>(rank)]));
            if (!session)
                qFatal("%s", session.error().what.c_str());
            function(rank, **session);
            (*session)->close();
        });
}

/// Names of shared memory of Millrace that are left.
std::size_t leftMemory()
{
    std::size_t count = 0;
    for (const auto& entry : std::filesystem::directory_iterator("/dev/shm"))
        count += entry.path().filename().string().starts_with("millrace-") ? 1 : 0;
    return count;
}

} // namespace

class TestNodeMemory : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void allRanksHaveTheSum_data()
    {
        QTest::addColumn<int>("hosts");
        QTest::addColumn<int>("perHost");
        QTest::addColumn<int>("elements");
        for (const auto& [hosts, perHost] : {std::pair(1, 2), {1, 3}, {1, 4}, {2, 1}, {2, 2}, {3, 2}, {2, 3}})
            for (const int elements : {1, 3, 1000, 65'536, 65'537, 1'000'003})
                QTest::addRow("%d hosts with %d, %d", hosts, perHost, elements) << hosts << perHost << elements;
    }
    void allRanksHaveTheSum()
    {
        QFETCH(int, hosts);
        QFETCH(int, perHost);
        QFETCH(int, elements);
        const int ranks = hosts * perHost;
        std::atomic<int> wrong = 0;
        std::atomic<std::uint64_t> sent = 0;
        connectRanks(hosts, perHost, {}, [&](int rank, Session& session) {
            wrong += session.sharesMemory() != (perHost > 1);
            for (int round = 0; round < 3; ++round) { // blocks alternate from call to call
                std::vector<float> values(static_cast<std::size_t>(elements));
                for (std::size_t i = 0; i < values.size(); ++i)
                    values[i] = static_cast<float>((i + static_cast<std::size_t>(rank + round)) % 17);
                const auto result = session.allReduce(tensorsOfSizes(std::array{values.size()}), values, Operator::Sum);
                wrong += !result;
                for (std::size_t i = 0; i < values.size(); ++i) {
                    float expected = 0;
                    for (int other = 0; other < ranks; ++other)
                        expected += static_cast<float>((i + static_cast<std::size_t>(other + round)) % 17);
                    wrong += values[i] != expected;
                }
            }
            sent += session.statistics().total().sentBytes;
        });
        QCOMPARE(wrong.load(), 0);
        // One rank of each host uses the network: as many bytes as an all-reduce of so many ranks.
        const double all = 3.0 * 4 * elements * 2 * (hosts - 1);
        QVERIFY2(std::abs(static_cast<double>(sent) - all) < 1, qPrintable(QString::number(double(sent))));
        QCOMPARE(leftMemory(), std::size_t(0));
    }

    void resultsAreBitwiseTheSame()
    {
        std::mutex mutex;
        std::set<std::uint64_t> sums;
        connectRanks(2, 3, {.strategy = Strategy::Star}, [&](int rank, Session& session) {
            std::vector<float> values(500'000);
            for (std::size_t i = 0; i < values.size(); ++i)
                values[i] = 1.0f / static_cast<float>(i + static_cast<std::size_t>(rank) + 1);
            QVERIFY(session.allReduce(tensorsOfSizes(std::array{values.size()}), values));
            const std::lock_guard lock(mutex);
            sums.insert(checksum(values));
        });
        QCOMPARE(sums.size(), std::size_t(1));
    }

    void otherOperationsAlternateWithReductions()
    {
        std::atomic<int> wrong = 0;
        connectRanks(1, 3, {}, [&](int rank, Session& session) {
            for (int round = 0; round < 50; ++round) {
                std::vector<std::int64_t> values(1000, rank + round);
                const Values arena(values.data(), values.size(), ElementType::Int64);
                wrong += !session.allReduce(tensorsOfSizes(std::array{values.size()}), arena, Operator::Maximum);
                wrong += values.back() != 2 + round;
                values.assign(1000, rank);
                wrong += !session.broadcast(arena, round % 3);
                wrong += values.front() != round % 3;
            }
        });
        QCOMPARE(wrong.load(), 0);
    }

    void partOfTheArenaIsRefused()
    {
        connectRanks(1, 2, {}, [&](int rank, Session& session) {
            const auto waited = session.computeUntil(deadlineIn(std::chrono::milliseconds(rank == 0 ? 200 : 500)));
            if (rank == 1)
                return; // rank 0 ends the session
            QVERIFY(waited);
            std::vector<float> values(10);
            QCOMPARE(session.allReduce({{"part", 2, 5}}, values).error().code, ErrorCode::InvalidInput);
        });
    }

    /// A rank that dies between two reductions, and one that stays away.
    void aMissingRankIsNamed_data()
    {
        QTest::addColumn<bool>("dies");
        QTest::newRow("dies") << true;
        QTest::newRow("too slow") << false;
    }
    void aMissingRankIsNamed()
    {
        QFETCH(bool, dies);
        std::mutex mutex;
        std::vector<std::string> errors;
        std::atomic<int> waiting = 2;
        connectRanks(1, 3, {.deadline = std::chrono::milliseconds(400)}, [&](int rank, Session& session) {
            std::vector<float> values(100'000, 1.0f);
            QVERIFY(session.allReduce(tensorsOfSizes(std::array{values.size()}), values));
            if (rank == 1) {
                while (waiting > 0 && !dies)
                    (void)session.computeUntil(deadlineIn(std::chrono::milliseconds(20)));
                return;
            }
            const auto result = session.allReduce(tensorsOfSizes(std::array{values.size()}), values);
            --waiting;
            const std::lock_guard lock(mutex);
            errors.push_back(result ? "" : result.error().what);
        });
        QCOMPARE(errors.size(), std::size_t(2));
        for (const std::string& error : errors)
            QVERIFY2(error.find("rank 1") != std::string::npos, error.c_str());
    }
};

QTEST_APPLESS_MAIN(TestNodeMemory)
#include "tst_node_memory.moc"
