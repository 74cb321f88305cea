// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ranks.h"

#include "core/collective/wire.h"

#include <QtTest>
#include <array>
#include <atomic>
#include <optional>
#include <sys/socket.h>

using namespace millrace;
using namespace millrace::collective;
using namespace std::chrono_literals;

namespace {

const std::array<std::size_t, 1> thousand{1000};

struct Ended
{
    std::optional<Error> error;
    std::optional<int> culprit;
    Nanoseconds took{0};
};

/// Ranks joined within the process, each with its own ending; no goodbye unless the function says one.
std::vector<Ended> endings(int ranks, const SessionOptions& options,
                           const std::function<Result<void>(int rank, Session& session)>& function)
{
    const PeerList peers = makePeers(ranks, ranks);
    auto meshes = localMeshes(ranks, Edges(graphPairs(options.strategy, peers)));
    std::vector<Ended> result(static_cast<std::size_t>(ranks));
    std::vector<std::thread> threads;
    for (int rank = 0; rank < ranks; ++rank) {
        threads.emplace_back([&, rank] {
            Ended& ended = result[static_cast<std::size_t>(rank)];
            const auto begin = monotonicNow();
            auto session = Session::over(std::move((*meshes)[static_cast<std::size_t>(rank)]), peers, rank, options);
            if (auto outcome = function(rank, **session); !outcome)
                ended = {outcome.error(), (*session)->culprit(), {}};
            ended.took = monotonicNow() - begin;
        });
    }
    for (auto& thread : threads)
        thread.join();
    return result;
}

Result<void> reduceThousand(Session& session)
{
    std::vector<float> arena(1000, 1.0f);
    return session.allReduce(tensorsOfSizes(thousand), arena);
}

/// The only rank of a session of two, with the other side in the hands of the test.
struct HalfSession
{
    std::unique_ptr<Session> session;
    Mesh other;
};

HalfSession halfSession(Nanoseconds deadline)
{
    const PeerList peers = makePeers(2, 2);
    const SessionOptions options{.strategy = Strategy::Star, .deadline = deadline};
    auto meshes = localMeshes(2, Edges(graphPairs(options.strategy, peers)));
    auto session = Session::over(std::move((*meshes)[0]), peers, 0, options);
    return {*std::move(session), std::move((*meshes)[1])};
}

template <typename T>
void sendBytes(const UniqueFd& fd, const T& value)
{
    QCOMPARE(::send(fd.get(), &value, sizeof value, MSG_NOSIGNAL), static_cast<ssize_t>(sizeof value));
}

} // namespace

class TestSession : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// The late rank is waited for by the root, and the root by the other leaf.
    void waitsAreOfThosePeersThatEndThem()
    {
        std::vector<SessionStatistics> found(3);
        spawnRanks(makePeers(3, 3), {.strategy = Strategy::Star}, [&](int rank, Session& session) {
            QVERIFY(reduceThousand(session)); // all are there
            const SessionStatistics before = session.statistics();
            if (rank == 1)
                QVERIFY(session.computeUntil(deadlineIn(300ms)));
            QVERIFY(reduceThousand(session));
            SessionStatistics after = session.statistics();
            for (std::size_t peer = 0; peer < 3; ++peer)
                after.peers[peer].waited -= before.peers[peer].waited;
            found[static_cast<std::size_t>(rank)] = std::move(after);
        });
        const auto waited = [&](std::size_t rank, std::size_t peer) { return found[rank].peers[peer].waited; };
        QVERIFY2(waited(0, 1) > 250ms && waited(0, 1) < 5s, qPrintable(QString::number(waited(0, 1).count())));
        QVERIFY2(waited(2, 0) > 250ms, qPrintable(QString::number(waited(2, 0).count())));
        QVERIFY2(waited(0, 2) < 200ms, qPrintable(QString::number(waited(0, 2).count())));
        QVERIFY2(waited(1, 0) < 200ms, qPrintable(QString::number(waited(1, 0).count())));
        for (std::size_t rank = 0; rank < 3; ++rank) {
            QCOMPARE(waited(rank, rank).count(), 0);
            QCOMPARE(found[rank].pairs.size(), std::size_t(1));
            QCOMPARE(found[rank].pairs[0].bytes, std::uint64_t(2 * 4000));
        }
        QVERIFY(found[2].pairs[0].time > 250ms);
        QVERIFY(found[1].pairs[0].time < 200ms);
    }

    /// Each graph pair of a strategy with several is counted for itself.
    void pairsAreCountedForThemselves()
    {
        for (const Strategy strategy : allStrategies()) {
            const PeerList peers = makePeers(4, 4);
            std::vector<SessionStatistics> found(4);
            spawnRanks(peers, {.strategy = strategy, .allLinks = true}, [&](int rank, Session& session) {
                std::vector<std::size_t> sizes(64, 100);
                std::vector<float> arena(6400, 1.0f);
                for (int step = 0; step < 3; ++step)
                    QVERIFY(session.allReduce(tensorsOfSizes(sizes), arena));
                found[static_cast<std::size_t>(rank)] = session.statistics();
            });
            for (const SessionStatistics& statistics : found) {
                std::uint64_t bytes = 0;
                for (const auto& pair : statistics.pairs) {
                    bytes += pair.bytes;
                    QCOMPARE(pair.time > 0ns, pair.bytes > 0);
                }
                QCOMPARE(bytes, std::uint64_t(3 * 6400 * 4));
            }
        }
    }

    void barrierHoldsUntilTheLastComes()
    {
        std::atomic<int> arrived{0};
        const auto ended = endings(5, {}, [&](int rank, Session& session) -> Result<void> {
            for (int round = 1; round <= 3; ++round) {
                if (rank == round)
                    std::this_thread::sleep_for(20ms);
                ++arrived;
                MR_CHECK(session.barrier());
                if (arrived < 5 * round)
                    return fail(ErrorCode::Internal, "passed too early");
            }
            MR_CHECK(session.barrier());
            session.close();
            return {};
        });
        for (const Ended& end : ended)
            QVERIFY(!end.error);
    }

    void exchangeGivesEverybodyAllValues()
    {
        const auto ended = endings(4, {}, [](int rank, Session& session) -> Result<void> {
            MR_TRY(values, session.exchange(static_cast<std::uint64_t>(rank) * 1000));
            MR_TRY(same, session.checksumsAgree(77));
            MR_TRY(different, session.checksumsAgree(rank == 2 ? 78 : 77));
            session.close();
            return values == std::vector<std::uint64_t>{0, 1000, 2000, 3000} && same && !different
                ? Result<void>()
                : fail(ErrorCode::Internal, "wrong values");
        });
        for (const Ended& end : ended)
            QVERIFY(!end.error);
    }

    void computingRanksAnswerAndWakeInTime()
    {
        const auto ended = endings(2, {.deadline = 200ms}, [](int rank, Session& session) -> Result<void> {
            const auto begin = monotonicNow();
            if (rank == 1)
                MR_CHECK(session.computeUntil(deadlineIn(150ms)));
            if (rank == 1 && monotonicNow() - begin < 150ms)
                return fail(ErrorCode::Internal, "woke too early");
            MR_CHECK(reduceThousand(session));
            MR_CHECK(session.barrier());
            session.close();
            return {};
        });
        QVERIFY(!ended[0].error);
        QVERIFY(!ended[1].error);
    }

    void aRankThatComputesTooLongIsATimeout()
    {
        const auto ended = endings(3, {.deadline = 200ms}, [](int rank, Session& session) -> Result<void> {
            if (rank == 2)
                MR_CHECK(session.computeUntil(deadlineIn(5s)));
            return reduceThousand(session);
        });
        for (const int rank : {0, 1}) {
            const Ended& end = ended[static_cast<std::size_t>(rank)];
            QCOMPARE(end.error->code, ErrorCode::Timeout);
            QVERIFY2(end.took < 2s, "too late");
            QCOMPARE(end.culprit, std::optional(2));
            QVERIFY(end.error->what.find("rank 2") != std::string::npos);
        }
        QCOMPARE(ended[2].error->code, ErrorCode::Timeout);
        QVERIFY2(ended[2].took < 2s, "the computing rank must hear of it at once");
    }

    void aRankThatVanishesIsNamedAtOnce()
    {
        const auto ended = endings(4, {.deadline = 10s}, [](int rank, Session& session) -> Result<void> {
            MR_CHECK(session.barrier());
            if (rank == 3)
                return {};
            if (rank == 0)
                return session.computeUntil(deadlineIn(5s));
            return rank == 1 ? reduceThousand(session) : session.barrier();
        });
        for (const int rank : {0, 1, 2}) {
            const Ended& end = ended[static_cast<std::size_t>(rank)];
            QCOMPARE(end.error->code, ErrorCode::PeerFailed);
            QCOMPARE(end.culprit, std::optional(3));
            QVERIFY(end.error->what.find("rank 3 (10.77.0.4:10000)") != std::string::npos);
            QVERIFY(end.took < 2s);
        }
    }

    void aRankThatLeftIsMissedByThoseWhoNeedIt()
    {
        const auto ended = endings(3, {.deadline = 10s}, [](int rank, Session& session) -> Result<void> {
            MR_CHECK(session.barrier());
            if (rank == 1) {
                session.close();
                return {};
            }
            return rank == 0 ? session.barrier() : reduceThousand(session);
        });
        for (const int rank : {0, 2}) {
            QCOMPARE(ended[static_cast<std::size_t>(rank)].error->code, ErrorCode::PeerFailed);
            QVERIFY(ended[static_cast<std::size_t>(rank)].took < 3s);
        }
    }

    void stoppingEndsTheWaitAndTellsTheOthers()
    {
        const PeerList peers = makePeers(2, 2);
        const SessionOptions options;
        auto meshes = localMeshes(2, Edges(graphPairs(options.strategy, peers)));
        std::stop_source stop;
        auto first = Session::over(std::move((*meshes)[0]), peers, 0, options, {stop.get_token(), {}});
        auto second = Session::over(std::move((*meshes)[1]), peers, 1, options);
        std::thread stopper([&] {
            std::this_thread::sleep_for(30ms);
            stop.request_stop();
        });
        const auto begin = monotonicNow();
        const auto stopped = reduceThousand(**first);
        stopper.join();
        QCOMPARE(stopped.error().code, ErrorCode::Cancelled);
        QVERIFY(monotonicNow() - begin < 2s);
        const auto told = (*second)->barrier();
        QCOMPARE(told.error().code, ErrorCode::PeerFailed);
        QVERIFY(told.error().what.find("rank 0 (10.77.0.1:10000) was stopped") != std::string::npos);
        QCOMPARE((*first)->barrier().error().code, ErrorCode::Cancelled);
    }

    void differentTensorsAreNoticed()
    {
        const auto ended = endings(2, {.deadline = 5s}, [](int rank, Session& session) -> Result<void> {
            std::vector<float> arena(1000, 1.0f);
            const std::array<std::size_t, 2> sizes{500, rank == 0 ? 500u : 400u};
            return session.allReduce(tensorsOfSizes(sizes), arena);
        });
        for (const Ended& end : ended)
            QCOMPARE(end.error->code, ErrorCode::Protocol);
        QVERIFY((ended[0].error->what + ended[1].error->what).find("the same tensors") != std::string::npos);
    }

    void tensorsMustLieInTheArena()
    {
        const auto ended = endings(1, {}, [](int, Session& session) -> Result<void> {
            std::vector<float> arena(10);
            return session.allReduce({{"w", 5, 6}}, arena);
        });
        QCOMPARE(ended[0].error->code, ErrorCode::InvalidInput);
        QVERIFY(ended[0].error->what.find("tensor w") != std::string::npos);
    }

    void garbageIsAProtocolError_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<bool>("onControl");
        const auto header = [](DataHeader value) {
            return QByteArray(reinterpret_cast<const char*>(&value), sizeof value);
        };
        QTest::newRow("text on control") << QByteArray("GET / HTTP/1.1\r\nHost: somebody\r\n\r\n") << true;
        QTest::newRow("zeros on control") << QByteArray(64, '\0') << true;
        QTest::newRow("text on data") << QByteArray("GET / HTTP/1.1\r\nHost: somebody\r\n\r\n") << false;
        QTest::newRow("ones on data") << QByteArray(4000, '\xff') << false;
        QTest::newRow("another operation") << header({7, 0, 4000, Phase::Reduce, 0}) << false;
        ControlMessage unknown;
        unknown.kind = static_cast<ControlKind>(99);
        QTest::newRow("unknown control message")
            << QByteArray(reinterpret_cast<const char*>(&unknown), sizeof unknown) << true;
    }

    void garbageIsAProtocolError()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(bool, onControl);
        HalfSession half = halfSession(5s);
        const int fd = onControl ? half.other.links[0].control.get() : half.other.links[0].out.front().get();
        QCOMPARE(::send(fd, bytes.data(), static_cast<std::size_t>(bytes.size()), MSG_NOSIGNAL), bytes.size());
        const auto result = reduceThousand(*half.session);
        QCOMPARE(result.error().code, ErrorCode::Protocol);
        QVERIFY(result.error().what.find("rank 1") != std::string::npos);
        QCOMPARE(half.session->culprit(), std::optional(1));
    }

    void anUnexpectedChunkIsAProtocolError_data()
    {
        QTest::addColumn<int>("chunk");
        QTest::addColumn<int>("phase");
        QTest::addColumn<int>("bytes");
        QTest::newRow("no such chunk") << 1 << 1 << 4000;
        QTest::newRow("no such phase") << 0 << 3 << 4000;
        QTest::newRow("phase of the other direction") << 0 << 2 << 4000;
        QTest::newRow("too long") << 0 << 1 << 4004;
        QTest::newRow("too short") << 0 << 1 << 0;
    }

    /// Learns the tag of the plan from a session that plays by the rules.
    void anUnexpectedChunkIsAProtocolError()
    {
        QFETCH(int, chunk);
        QFETCH(int, phase);
        QFETCH(int, bytes);
        const PeerList peers = makePeers(2, 2);
        const SessionOptions options{.strategy = Strategy::Star, .deadline = 5s};
        auto meshes = localMeshes(2, Edges(graphPairs(options.strategy, peers)));
        auto honest = Session::over(std::move((*meshes)[1]), peers, 1, {.strategy = Strategy::Star, .deadline = 20ms});
        QVERIFY(!reduceThousand(**honest));
        DataHeader header;
        QCOMPARE(::recv((*meshes)[0].links[1].in.front().get(), &header, sizeof header, 0),
                 static_cast<ssize_t>(sizeof header));
        HalfSession half = halfSession(5s);
        header.chunk = static_cast<std::uint32_t>(chunk);
        header.phase = static_cast<Phase>(phase);
        header.bytes = static_cast<std::uint32_t>(bytes);
        sendBytes(half.other.links[0].out.front(), header);
        const auto result = reduceThousand(*half.session);
        QCOMPARE(result.error().code, ErrorCode::Protocol);
        QVERIFY(result.error().what.find("should not send") != std::string::npos);
    }

    void aBrokenDataConnectionIsAFailure()
    {
        HalfSession half = halfSession(400ms);
        half.other.links[0].out.front().reset();
        const auto begin = monotonicNow();
        const auto result = reduceThousand(*half.session);
        QCOMPARE(result.error().code, ErrorCode::PeerFailed);
        QCOMPARE(half.session->culprit(), std::optional(1));
        QVERIFY(monotonicNow() - begin < 2s);
    }

    void theReporterIsNotBlamed()
    {
        HalfSession half = halfSession(5s);
        ControlMessage abort;
        abort.kind = ControlKind::Abort;
        abort.reason = AbortReason::Frozen;
        abort.culprit = 0;
        sendBytes(half.other.links[0].control, abort);
        half.other = Mesh();
        const auto result = reduceThousand(*half.session);
        QCOMPARE(result.error().code, ErrorCode::PeerFailed);
        QCOMPARE(half.session->culprit(), std::optional(0));
        QVERIFY(result.error().what.find("gave up on this rank") != std::string::npos);
    }
};

QTEST_APPLESS_MAIN(TestSession)
#include "tst_session.moc"
