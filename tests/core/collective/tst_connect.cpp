// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ranks.h"

#include "core/collective/wire.h"

#include <QtTest>
#include <array>
#include <sys/socket.h>

using namespace millrace;
using namespace millrace::collective;
using namespace std::chrono_literals;

namespace {

/// Connects each rank with its own options, at once; "" where it worked.
std::vector<std::optional<Error>> connectAll(const PeerList& peers, const std::vector<SessionOptions>& options)
{
    std::vector<std::optional<Error>> errors(options.size());
    std::vector<std::thread> threads;
    for (std::size_t rank = 0; rank < options.size(); ++rank) {
        threads.emplace_back([&, rank] {
            auto session = Session::connect(peers, static_cast<int>(rank), options[rank]);
            if (!session) {
                errors[rank] = session.error();
                return;
            }
            if (const auto result = (*session)->barrier(); !result)
                errors[rank] = result.error();
            (*session)->close();
        });
    }
    for (auto& thread : threads)
        thread.join();
    return errors;
}

bool contains(const std::optional<Error>& error, const std::string& text)
{
    return error && error->text().find(text) != std::string::npos;
}

} // namespace

class TestConnect : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void ranksMayStartInAnyOrder()
    {
        const PeerList peers = loopbackPeers(4);
        std::vector<std::optional<Error>> errors(4);
        std::vector<std::thread> threads;
        for (int rank = 3; rank >= 0; --rank) {
            threads.emplace_back([&, rank] {
                std::this_thread::sleep_for(rank * 30ms);
                auto session = Session::connect(peers, rank, {.strategy = Strategy::Clique});
                if (!session)
                    errors[static_cast<std::size_t>(rank)] = session.error();
                else if (const auto result = (*session)->barrier(); !result)
                    errors[static_cast<std::size_t>(rank)] = result.error();
                else
                    (*session)->close();
            });
        }
        for (auto& thread : threads)
            thread.join();
        for (const auto& error : errors)
            QVERIFY2(!error, error ? error->text().c_str() : "");
    }

    void theKernelCountsWhatGoesToOtherHosts_data()
    {
        QTest::addColumn<bool>("onHostsOfTheirOwn");
        QTest::addColumn<int>("streams");
        QTest::newRow("four hosts") << true << 1;
        QTest::newRow("four hosts, eight streams") << true << 8;
        QTest::newRow("one host") << false << 1;
    }
    void theKernelCountsWhatGoesToOtherHosts()
    {
        QFETCH(bool, onHostsOfTheirOwn);
        QFETCH(int, streams);
        const PeerList peers = loopbackPeers(4, onHostsOfTheirOwn);
        std::vector<std::optional<TcpTotals>> totals(4);
        std::vector<SessionStatistics::Peer> own(4);
        std::vector<std::thread> threads;
        for (int rank = 0; rank < 4; ++rank) {
            threads.emplace_back([&, rank] {
                auto session = Session::connect(peers, rank, {.strategy = Strategy::RingAllReduce, .streams = streams});
                std::vector<float> arena(1'000'000, 1.0F);
                const std::size_t whole = arena.size();
                if (!session || !(*session)->allReduce(tensorsOfSizes(std::span(&whole, 1)), arena)
                    || !(*session)->barrier())
                    return;
                totals[static_cast<std::size_t>(rank)] = (*session)->tcpToOtherHosts();
                own[static_cast<std::size_t>(rank)] = (*session)->statistics().total();
                (*session)->close();
            });
        }
        for (auto& thread : threads)
            thread.join();
        for (std::size_t rank = 0; rank < 4; ++rank) {
            QVERIFY(totals[rank]);
            QCOMPARE(own[rank].sentBytes, 6'000'000ull);
            const std::uint64_t once = totals[rank]->sentBytes - totals[rank]->retransmittedBytes;
            if (!onHostsOfTheirOwn)
                QCOMPARE(once, 0ull);
            else // with headers and control messages
                QVERIFY2(once > own[rank].sentBytes && once < own[rank].sentBytes + 4096,
                         qPrintable(QString::number(once)));
        }
    }

    void aMissingRankIsNamedAndOnlyThatOne()
    {
        const PeerList peers = loopbackPeers(4);
        const SessionOptions options{.strategy = Strategy::RingAllReduce, .connectDeadline = 300ms};
        const auto errors = connectAll(peers, {options, options, options});
        for (const auto& error : errors) {
            QVERIFY(error);
            QCOMPARE(error->code, ErrorCode::Unreachable);
            QVERIFY(contains(error, peers.describe(3)));
            for (const int present : {0, 1, 2})
                QVERIFY(!contains(error, peers.describe(present)));
        }
    }

    void differentSettingsAreNoticed_data()
    {
        QTest::addColumn<int>("which");
        QTest::newRow("strategy") << 0;
        QTest::newRow("hash") << 1;
        QTest::newRow("segments") << 2;
        QTest::newRow("streams") << 3;
    }

    void differentSettingsAreNoticed()
    {
        QFETCH(int, which);
        const SessionOptions options{.strategy = Strategy::Ring, .connectDeadline = 5s};
        SessionOptions other = options;
        if (which == 0)
            other.strategy = Strategy::Clique;
        else if (which == 1)
            other.hash = ChunkHash::Simple;
        else if (which == 2)
            other.segmentBytes = 4096;
        else
            other.streams = 2;
        const auto begin = monotonicNow();
        const auto errors = connectAll(loopbackPeers(2), {options, other});
        QVERIFY(contains(errors[0], "other settings") || contains(errors[1], "other settings"));
        for (const auto& error : errors)
            QVERIFY(error);
        QVERIFY(monotonicNow() - begin < 8s);
    }

    void strangersAtTheDoorAreSentAway()
    {
        const PeerList peers = loopbackPeers(2);
        std::array<std::optional<Error>, 2> errors;
        const auto connect = [&](int rank) {
            auto session = Session::connect(peers, rank, {});
            if (!session)
                errors[static_cast<std::size_t>(rank)] = session.error();
            else if (const auto result = (*session)->barrier(); !result)
                errors[static_cast<std::size_t>(rank)] = result.error();
            else
                (*session)->close();
        };
        std::thread first(connect, 0);
        std::vector<UniqueFd> strangers;
        const std::string text = "GET / HTTP/1.1\r\nHost: somebody\r\n\r\n";
        for (int i = 0; i < 3; ++i) {
            auto fd = connectTcp(peers[0], deadlineIn(5s));
            if (fd && i > 0)
                ::send(fd->get(), text.data(), i == 1 ? text.size() : 5, MSG_NOSIGNAL);
            if (fd)
                strangers.push_back(*std::move(fd));
        }
        std::thread second(connect, 1);
        first.join();
        second.join();
        QCOMPARE(strangers.size(), std::size_t(3));
        for (const auto& error : errors)
            QVERIFY2(!error, error ? error->text().c_str() : "");
    }

    void anotherProgramOnThePortIsNoticed()
    {
        const PeerList peers = loopbackPeers(2);
        auto listener = listenTcp(peers[1]);
        std::thread program([&] {
            const std::string text = "SSH-2.0-something else entirely\r\n";
            for (int i = 0; i < 4; ++i) {
                auto fd = acceptTcp(listener->get(), deadlineIn(1s));
                if (fd)
                    ::send(fd->get(), text.data(), text.size(), MSG_NOSIGNAL);
                std::this_thread::sleep_for(50ms);
                if (fd)
                    return;
            }
        });
        const auto result = Session::connect(peers, 0, {.connectDeadline = 5s});
        program.join();
        QCOMPARE(result.error().code, ErrorCode::Protocol);
        QVERIFY(contains(result.error(), "another program"));
    }

    void aTakenPortIsNamed()
    {
        const PeerList peers = loopbackPeers(2);
        auto taken = listenTcp(peers[0]);
        const auto result = Session::connect(peers, 0, {.connectDeadline = 200ms});
        QVERIFY(contains(result.error(), peers.describe(0)));
        QVERIFY(contains(result.error(), "in use"));
    }

    void congestionControlIsSetOrRefused()
    {
        SessionOptions options;
        options.congestionControl = "warp-drive";
        const auto result = Session::connect(loopbackPeers(2), 0, options);
        QVERIFY(result.error().code == ErrorCode::Unsupported || result.error().code == ErrorCode::Denied);
        QVERIFY(contains(result.error(), "\"warp-drive\""));
        options.congestionControl = "reno";
        const auto alone = Session::connect(loopbackPeers(1), 0, options);
        QCOMPARE((*alone)->congestionControl(), std::string("reno"));
    }

    void stoppingEndsConnecting()
    {
        std::stop_source stop;
        std::thread stopper([&] {
            std::this_thread::sleep_for(30ms);
            stop.request_stop();
        });
        const auto begin = monotonicNow();
        const auto result = Session::connect(loopbackPeers(2), 0, {}, {stop.get_token(), {}});
        stopper.join();
        QCOMPARE(result.error().code, ErrorCode::Cancelled);
        QVERIFY(monotonicNow() - begin < 2s);
    }

    void badArgumentsAreRefused()
    {
        const PeerList peers = loopbackPeers(2);
        QCOMPARE(Session::connect(peers, 2, {}).error().code, ErrorCode::InvalidInput);
        QCOMPARE(Session::connect(peers, -1, {}).error().code, ErrorCode::InvalidInput);
        QCOMPARE(Session::connect(peers, 0, {.deadline = 0s}).error().code, ErrorCode::InvalidInput);
    }
};

QTEST_APPLESS_MAIN(TestConnect)
#include "tst_connect.moc"
